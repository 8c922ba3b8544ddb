import * as z from 'zod/mini'
import { useCallback } from 'react'
import type { UiLanguage } from '#contract/text.ts'
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

/**
 * Returns the rows of a list that is whole in the browser, sorted by a value of each. Rows without a value come last in ascending
 * order, first in descending order; equal rows keep their order.
 */
export function sortedRows<Row>(
  rows: readonly Row[],
  valueOf: (row: Row) => string | number | null | undefined,
  order: 'asc' | 'desc',
  language: UiLanguage,
): Row[] {
  const texts = new Intl.Collator(language, { numeric: true })
  const compare = (a: string | number, b: string | number) =>
    typeof a === 'number' && typeof b === 'number' ? a - b : texts.compare(String(a), String(b))
  const sign = order === 'asc' ? 1 : -1
  return rows.toSorted((a, b) => {
    const [first, second] = [valueOf(a) ?? '', valueOf(b) ?? '']
    if (first === '' || second === '') return sign * (Number(first === '') - Number(second === ''))
    return sign * compare(first, second)
  })
}
