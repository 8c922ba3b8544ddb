import * as z from 'zod/mini'
import { useMemo, useState } from 'react'
import { readPreference, writePreference } from '../preference.ts'
import { optionalParam } from '../url-state.ts'
import type { Column, Density } from './DataTable.tsx'

/** A page's search parameter that holds the chosen columns: their ids with commas between. */
export const columnsParam = optionalParam(z.string().check(z.regex(/^[\w,]{1,400}$/)))

interface ChosenColumns<Row> {
  visible: Column<Row>[]
  isVisible: (id: string) => boolean
  toggle: (id: string) => void
  /** Back to the columns that are not optional. */
  reset: () => void
}

/** Which columns are shown: those of the URL, else those this browser remembers, else the usual ones. The first always is. */
export function useColumns<Row>(
  table: string,
  columns: readonly Column<Row>[],
  inUrl: string | undefined,
  setInUrl: (ids: string | undefined) => void,
): ChosenColumns<Row> {
  const [remembered] = useState(() => readPreference(`columns.${table}`, columnsParam, undefined))
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
      visible: columns.filter(({ id }) => ids.has(id)),
      isVisible: (id) => ids.has(id),
      toggle: (id) =>
        choose(columns.map((column) => column.id).filter((each) => (each === id) !== ids.has(each))),
      reset: () => choose(usual),
    }
  }, [table, columns, chosen, setInUrl])
}

const density = z.enum(['comfortable', 'compact'])

/** Row height, as this browser remembers it. */
export function useDensity() {
  const [value, setValue] = useState<Density>(() => readPreference('density', density, 'comfortable'))
  const set = (next: Density) => {
    setValue(next)
    writePreference('density', next)
  }
  return [value, set] as const
}
