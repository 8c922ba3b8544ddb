import { repeats, type ImportedRow, type Row } from './rows.ts'

/** A row with its state relative to the other rows. */
export interface ValidatedRow {
  row: Row
  /** Line of the first row with the same number; null for the first row itself. */
  repeated: number | null
  state: 'ready' | 'bad' | 'duplicate'
}

export interface ValidationResult {
  rows: readonly ValidatedRow[]
  counts: Readonly<Record<ValidatedRow['state'] | 'rows', number>>
  /** The creatable rows: valid, and first with their number. */
  ready: readonly ImportedRow[]
}

/** Finds duplicates and counts the rows of each state. One pass; does not check rows again. */
export function validateRows(rows: readonly Row[]): ValidationResult {
  const repeated = repeats(rows)
  const validated: ValidatedRow[] = []
  const ready: ImportedRow[] = []
  const counts = { rows: rows.length, ready: 0, bad: 0, duplicate: 0 }
  for (const row of rows) {
    const first = repeated.get(row.line) ?? null
    const repeats = first === null ? 'ready' : 'duplicate'
    const state = row.request === null ? 'bad' : repeats
    if (row.request !== null && state === 'ready') ready.push(row.request)
    counts[state] += 1
    validated.push({ row, repeated: first, state })
  }
  return { rows: validated, counts, ready }
}
