import { repeats, type ImportedRow, type Row } from './rows.ts'

/** A row with what the others say of it. */
export interface Surveyed {
  row: Row
  /** Line of the first row with the same number. */
  repeated: number | null
  state: 'ready' | 'bad' | 'duplicate'
}

export interface Survey {
  rows: readonly Surveyed[]
  counts: Readonly<Record<Surveyed['state'] | 'rows', number>>
  /** What can be created: valid, and the first of its number. */
  ready: readonly ImportedRow[]
}

/** Takes the rows together: which repeat each other, how many there are of each state. One pass; checks no row again. */
export function survey(rows: readonly Row[]): Survey {
  const repeated = repeats(rows)
  const surveyed: Surveyed[] = []
  const ready: ImportedRow[] = []
  const counts = { rows: rows.length, ready: 0, bad: 0, duplicate: 0 }
  for (const row of rows) {
    const first = repeated.get(row.line) ?? null
    const repeats = first === null ? 'ready' : 'duplicate'
    const state = row.request === null ? 'bad' : repeats
    if (row.request !== null && state === 'ready') ready.push(row.request)
    counts[state] += 1
    surveyed.push({ row, repeated: first, state })
  }
  return { rows: surveyed, counts, ready }
}
