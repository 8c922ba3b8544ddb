import { defineListState } from '../../../ui/table/list-state.ts'
import { orderParams } from '../../../ui/table/sorting.ts'
import { poolSorts } from './columns.tsx'
import { rangesParams } from './ranges-state.ts'

export const poolList = defineListState({
  filters: {},
  paging: {},
  extraParams: { ...orderParams(poolSorts, { sort: 'name', order: 'asc' }), ...rangesParams },
})
export type PoolList = ReturnType<typeof poolList.use>
