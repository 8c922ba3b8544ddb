import * as z from 'zod/mini'
import { useMemo, useState } from 'react'
import { readPreference, writePreference } from '../../lib/preference.ts'
import { optionalParam } from '../../lib/url-state.ts'
import type { Column, Density } from './DataTable.tsx'
import type { TableSettingsProps } from './TableSettingsPopover.tsx'

/** A page's search parameter that holds the chosen columns: their ids with commas between. */
export const columnsParam = optionalParam(z.string().check(z.regex(/^[\w,]{1,400}$/)))

const density = z.enum(['comfortable', 'compact'])

interface ChosenTable<Row> {
  /** What of the table itself was chosen. */
  shown: { columns: Column<Row>[]; density: Density }
  /** What `TableSettings` shows and changes. */
  settings: TableSettingsProps
}

/**
 * Which columns of a table are shown: those of the URL, else those this browser remembers, else the usual ones; the first
 * always is. And how high the rows of all tables are, as this browser remembers it.
 */
export function useTableSettings<Row>(
  table: string,
  columns: readonly Column<Row>[],
  inUrl: string | undefined,
  setInUrl: (ids: string | undefined) => void,
): ChosenTable<Row> {
  const [remembered] = useState(() => readPreference(`columns.${table}`, columnsParam, undefined))
  const [height, setHeight] = useState<Density>(() => readPreference('density', density, 'comfortable'))
  const chosen = inUrl ?? remembered
  return useMemo(() => {
    const usual = columns.filter(({ optional }) => optional !== true).map(({ id }) => id)
    const known = chosen?.split(',').filter((id) => columns.some((column) => column.id === id)) ?? []
    const ids = new Set(known.length > 0 ? [columns[0]?.id, ...known] : usual)
    const choose = (next: string[]) => {
      const same = next.length === usual.length && usual.every((id) => next.includes(id))
      writePreference(`columns.${table}`, same ? null : next.join(','))
      setInUrl(next.join(','))
    }
    return {
      shown: { columns: columns.filter(({ id }) => ids.has(id)), density: height },
      settings: {
        columns,
        isVisible: (id) => ids.has(id),
        toggle: (id) =>
          choose(columns.map((column) => column.id).filter((each) => (each === id) !== ids.has(each))),
        reset: () => choose(usual),
        density: height,
        setDensity: (next) => {
          setHeight(next)
          writePreference('density', next)
        },
      },
    }
  }, [table, columns, chosen, setInUrl, height])
}
