import * as z from 'zod/mini'
import { useMemo, useState } from 'react'
import { userKey, readPreference, writePreference } from '../../lib/preference.ts'
import type { Column, Density } from './DataTable.tsx'
import { columnsParam, type ListControl } from './list-state.ts'
import type { TableSettingsProps } from './TableSettings.tsx'

const densityName = z.enum(['comfortable', 'compact'])

/**
 * Returns the columns with content in these rows, and the column that sorts them. While the rows load, leaves out every column that
 * may have none, since all columns may be wider than the page; without rows, returns all columns.
 */
export const withContent = <Row>(
  columns: readonly Column<Row>[],
  rows: readonly Row[] | undefined,
): Column<Row>[] =>
  columns.filter(
    ({ isEmpty, sorted }) =>
      isEmpty === undefined ||
      sorted !== undefined ||
      (rows !== undefined && (rows.length === 0 || !rows.every(isEmpty))),
  )

interface ChosenTable<Row> {
  /** The chosen columns and density of the table. */
  table: { columns: Column<Row>[]; density: Density }
  /** The props of `TableSettings`. */
  settings: TableSettingsProps
}

/**
 * Returns a table's columns: from the URL, else the user's last choice in this browser, else the default columns with content. The first column
 * is always shown. Also returns the density, which this browser stores for all tables.
 */
export function useTableSettings<Row>(
  table: string,
  columns: readonly Column<Row>[],
  rows: readonly Row[] | undefined,
  { columns: inUrl, setColumns }: Pick<ListControl, 'columns' | 'setColumns'>,
  usualDensity: Density = 'comfortable',
): ChosenTable<Row> {
  const key = userKey(['columns', table].join('.'))
  const [remembered, setRemembered] = useState(() => readPreference(key, columnsParam, undefined))
  const [density, setDensity] = useState<Density>(() => readPreference('density', densityName, usualDensity))
  const choice = inUrl ?? remembered
  return useMemo(() => {
    const usual = withContent(columns, rows)
      .filter(({ optional }) => optional !== true)
      .map(({ id }) => id)
    const existing = choice?.split(',').filter((id) => columns.some((column) => column.id === id)) ?? []
    const ids = new Set(existing.length > 0 ? [columns[0]?.id, ...existing] : usual)
    const choose = (next: string[]) => {
      const same = next.length === usual.length && usual.every((id) => next.includes(id))
      const text = next.join(',')
      writePreference(key, same ? null : text)
      // The entry of the navigation leads here without columns in the URL.
      setRemembered(same ? undefined : text)
      setColumns(text)
    }
    return {
      table: { columns: columns.filter(({ id }) => ids.has(id)), density },
      settings: {
        columns,
        isVisible: (id) => ids.has(id),
        toggle: (id) =>
          choose(columns.map((column) => column.id).filter((each) => (each === id) !== ids.has(each))),
        reset: () => choose(usual),
        density,
        setDensity: (next) => {
          setDensity(next)
          writePreference('density', next)
        },
      },
    }
  }, [key, columns, rows, choice, setColumns, density])
}
