import * as z from 'zod/mini'
import { inventoryFilter, listInventory } from '#contract/inventory.ts'
import { pageQuery } from '#contract/page.ts'
import { columnsParam } from '../ui/table/table-settings.ts'
import { optionalParam, param } from '../lib/url-state.ts'

const { before, after, last } = listInventory.query.shape

/** All that the page is, as its URL holds it. */
export const inventoryState = z.object({
  ext: optionalParam(inventoryFilter.ext),
  state: optionalParam(inventoryFilter.state),
  language: optionalParam(inventoryFilter.language),
  agentUuid: optionalParam(inventoryFilter.agentUuid),
  after: optionalParam(after),
  before: optionalParam(before),
  last: optionalParam(last),
  pageSize: param(pageQuery.pageSize, 50),
  columns: columnsParam,
})
export type InventoryState = z.infer<typeof inventoryState>

const filterNames = ['ext', 'state', 'language', 'agentUuid'] as const
export type InventoryFilters = Pick<InventoryState, (typeof filterNames)[number]>

/** The filters alone, as the export takes them. */
export const filtersOf = ({ ext, state, language, agentUuid }: InventoryFilters): InventoryFilters => ({
  ext,
  state,
  language,
  agentUuid,
})
export const isFiltered = (state: InventoryFilters): boolean =>
  filterNames.some((name) => state[name] !== undefined)

/** The first page: where every changed filter leads. */
export const firstPage = { after: undefined, before: undefined, last: undefined } as const
export const noFilters = {
  ...firstPage,
  ext: undefined,
  state: undefined,
  language: undefined,
  agentUuid: undefined,
} as const

/** What a saved view keeps of the URL: filters, columns and page size, not the place in the list. */
export function viewQueryOf(search: string): string {
  const params = new URLSearchParams(search)
  for (const name of Object.keys(firstPage)) params.delete(name)
  return params.toString()
}
