import { inventoryFilter, listInventory } from '#contract/inventory.ts'
import { optionalParam } from '../../lib/url-state.ts'
import { defineListState, keysetPages } from '../../ui/table/list-state.ts'

const { before, after, last } = listInventory.query.shape

export const inventoryList = defineListState({
  filters: {
    search: optionalParam(inventoryFilter.search),
    state: optionalParam(inventoryFilter.state),
    language: optionalParam(inventoryFilter.language),
    agentUuid: optionalParam(inventoryFilter.agentUuid),
    label: optionalParam(inventoryFilter.label),
    pool: optionalParam(inventoryFilter.pool),
  },
  labels: {
    search: 'idle.search',
    state: 'inventory.state',
    language: 'field.langCodeTxt',
    agentUuid: 'inventory.agent',
    label: 'labels.label',
    pool: 'pools.pool',
  },
  paging: keysetPages({
    after: optionalParam(after),
    before: optionalParam(before),
    last: optionalParam(last),
  }),
  extraParams: {},
})
export type InventoryList = ReturnType<typeof inventoryList.use>
export type InventoryFilters = InventoryList['filters']
