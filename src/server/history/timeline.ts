import type { HistoryEntry } from '#contract/history.ts'
import type { HistorySubject } from '../platform/history-range.ts'
import type { HistorySource } from './sources.ts'

interface Cursor {
  at: number
  source: string
  id: string
}

const formatCursor = ({ at, source, id }: Cursor): string => `${at}.${source}.${id}`
function parseCursor(text: string): Cursor {
  const [at, source = '', id = ''] = text.split('.')
  return { at: Number(at), source, id }
}

/** Sorts by time, source and ID, newest first. */
function newestFirst(a: Cursor, b: Cursor): number {
  if (a.at !== b.at) return b.at - a.at
  if (a.source !== b.source) return a.source < b.source ? 1 : -1
  return a.id < b.id ? 1 : -1
}

/**
 * Where the named source continues after a cursor: at the cursor for its own source, including that time for an earlier source,
 * excluding it for a later source.
 */
const rangeAfter = ({ at, source, id }: Cursor, name: string): Cursor =>
  name === source ? { at, source, id } : { at: name < source ? at + 1 : at, source, id: '' }

interface Asked {
  subject: HistorySubject
  from: number
  /** Exclusive. */
  to: number
  /** Where the previous page ended; `null` for the first page. */
  before: string | null
  limit: number
}

/** A page of a history, merged from its sources. Each source returns at most one page and one more row. */
export async function readTimeline(
  sources: Readonly<Record<string, HistorySource>>,
  { subject, from, to, before, limit }: Asked,
): Promise<{ items: HistoryEntry[]; older: string | null }> {
  const last = before === null ? null : parseCursor(before)
  const start: Cursor = last === null || last.at >= to ? { at: to, source: '', id: '' } : last
  const pages = await Promise.all(
    Object.entries(sources).map(async ([source, read]) => {
      const { at, id } = rangeAfter(start, source)
      const rows = await read(subject, { from, before: { at, id } }, limit + 1)
      return rows.map(({ id: entryId, entry }) => {
        const place = { at: entry.at, source, id: entryId }
        return { place, item: { ...entry, place: formatCursor(place) } }
      })
    }),
  )
  const all = pages.flat().toSorted((a, b) => newestFirst(a.place, b.place))
  const items = all.slice(0, limit).map(({ item }) => item)
  return { items, older: all.length > limit ? (items.at(-1)?.place ?? null) : null }
}
