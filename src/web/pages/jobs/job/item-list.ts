import * as z from 'zod/mini'
import { itemFilters } from '#contract/jobs.ts'
import { prefixFilter } from '../../../entities/extension/prefix-filter.tsx'
import { choiceFilter } from '../../../ui/table/filters.tsx'
import { countedPages, defineListState } from '../../../ui/table/list-state.ts'

export const itemListFilters = {
  ext: prefixFilter,
  state: {
    ...choiceFilter('caption.state', z.enum(itemFilters), itemFilters, (t, state) => t(`item.${state}`)),
    place: 'tools' as const,
  },
}

/** URL state of a job's rows. The progress bar sets these filters too. */
export const itemList = defineListState({
  filters: itemListFilters,
  paging: countedPages,
  extraParams: {},
})
