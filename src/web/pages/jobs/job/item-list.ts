import * as z from 'zod/mini'
import { itemFilters } from '#contract/jobs.ts'
import { typedPrefix } from '../../../lib/typed.ts'
import { optionalParam } from '../../../lib/url-state.ts'
import { countedPages, defineListState } from '../../../ui/table/list-state.ts'

/** URL state of a job's rows. The progress bar sets these filters too. */
export const itemList = defineListState({
  filters: { state: optionalParam(z.enum(itemFilters)), ext: optionalParam(typedPrefix) },
  captions: { state: 'caption.state', ext: 'idle.search' },
  paging: countedPages,
  extraParams: {},
})
