import { inventoryFilter, listInventory } from '#contract/inventory.ts'
import { ext } from '#contract/text.ts'
import { typedSearch } from '../../lib/typed.ts'
import { optionalParam } from '../../lib/url-state.ts'
import { filterState } from '../../ui/table/filters.tsx'
import { numberFilters } from './numbers-filters.tsx'
import { defineListState, keysetPages } from '../../ui/table/list-state.ts'

const { before, after, last, order } = listInventory.query.shape

const panel = filterState(numberFilters)

export const numbersList = defineListState({
  filters: {
    search: optionalParam(typedSearch),
    state: optionalParam(inventoryFilter.state),
    ...panel.filters,
  },
  captions: panel.captions,
  paging: keysetPages({
    after: optionalParam(after),
    before: optionalParam(before),
    last: optionalParam(last),
  }),
  extraParams: {
    order: optionalParam(order),
    /** The number in the panel beside the list. */
    number: optionalParam(ext),
  },
})
export type NumbersList = ReturnType<typeof numbersList.use>
export type NumbersFilters = NumbersList['filters']
