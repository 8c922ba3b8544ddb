import { numbersFilter, numberSorts } from '#contract/numbers.ts'
import { ext } from '#contract/text.ts'
import { typedSearch } from '../../lib/typed.ts'
import { optionalParam } from '../../lib/url-state.ts'
import { filterState } from '../../ui/table/filters.tsx'
import { numberFilters } from './numbers-filters.tsx'
import { countedPages, defineListState } from '../../ui/table/list-state.ts'
import { orderParams } from '../../ui/table/sorting.ts'

const panel = filterState(numberFilters)

export const numbersList = defineListState({
  filters: {
    search: optionalParam(typedSearch),
    state: optionalParam(numbersFilter.state),
    ...panel.filters,
  },
  captions: panel.captions,
  paging: countedPages,
  keep: 'numbers',
  extraParams: {
    ...orderParams(numberSorts, { sort: 'ext', order: 'asc' }),
    /** The number in the panel beside the list. */
    number: optionalParam(ext),
  },
})
export type NumbersList = ReturnType<typeof numbersList.use>
export type NumbersFilters = NumbersList['filters']
