import { useEffect, useMemo, useState } from 'react'
import type { SheetRow } from './sheet.ts'

/** Rows to read while the page renders; more are read in slices of as many. */
const atOnce = 2_000

/**
 * Returns what `read` makes of each row, in order; `null` while a long sheet is read in slices, between which the page responds. Reads a
 * row once: an edit replaces one row object. Keep `read` stable between renders.
 */
export function useReadRows<Row>(
  rows: readonly SheetRow[],
  read: (row: SheetRow) => Row,
): readonly Row[] | null {
  const known = useMemo(() => ({ rows: new WeakMap<SheetRow, Row>(), read }), [read])
  const unread = useMemo(() => rows.filter((row) => !known.rows.has(row)), [rows, known])
  const [done, setDone] = useState<readonly SheetRow[]>([])
  const isLong = unread.length > atOnce
  useEffect(() => {
    if (!isLong) return undefined
    let timer = 0
    const readFrom = (from: number) => {
      for (const row of unread.slice(from, from + atOnce)) known.rows.set(row, known.read(row))
      if (from + atOnce >= unread.length) setDone(unread)
      else timer = window.setTimeout(() => readFrom(from + atOnce))
    }
    timer = window.setTimeout(() => readFrom(0))
    return () => window.clearTimeout(timer)
  }, [isLong, unread, known])
  return useMemo(() => {
    if (isLong && done !== unread) return null
    return rows.map((row) => {
      const before = known.rows.get(row)
      if (before !== undefined) return before
      const fresh = known.read(row)
      known.rows.set(row, fresh)
      return fresh
    })
  }, [rows, known, isLong, done, unread])
}
