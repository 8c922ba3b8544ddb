import * as z from 'zod/mini'
import { useCallback } from 'react'
import { param } from '../../lib/url-state.ts'
import type { Column } from './DataTable.tsx'

export interface Order<Sort extends string> {
  sort: Sort
  order: 'asc' | 'desc'
}

/** Returns the URL parameters of a sortable list, for `extraParams`; the given order is the default. */
export const orderParams = <const Sort extends string>(
  sorts: readonly Sort[],
  { sort, order }: Order<Sort>,
) => ({ sort: param(z.enum(sorts), sort), order: param(z.enum(['asc', 'desc']), order) })

export type Sorting<Sort extends string> = (column: Sort) => Pick<Column<unknown>, 'sorted' | 'sort'>

/** Returns a function that makes a column sortable: a click on the header sorts by the column, a second click reverses the order. */
export function useSorting<Sort extends string>(
  { sort, order }: Order<Sort>,
  sortBy: (order: Order<Sort>) => void,
): Sorting<Sort> {
  return useCallback(
    (column) => ({
      sorted: sort !== column ? undefined : order === 'asc' ? 'ascending' : 'descending',
      sort: () => sortBy({ sort: column, order: sort === column && order === 'asc' ? 'desc' : 'asc' }),
    }),
    [sort, order, sortBy],
  )
}
