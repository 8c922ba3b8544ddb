import { repeats, type ImportedRow, type Row } from './rows.ts'

/** A row with its state relative to the other rows. */
export interface ValidatedRow {
  row: Row
  /** Line of the first row with the same number; null for the first row itself. */
  repeated: number | null
  state: 'valid' | 'bad' | 'duplicate'
}

export interface ValidationResult {
  rows: readonly ValidatedRow[]
  counts: Readonly<Record<ValidatedRow['state'] | 'rows', number>>
  /** The rows to check at the service: without errors, and first with their number. */
  valid: readonly ImportedRow[]
}

/** Finds duplicates and counts the rows of each state. One pass; does not check rows again. */
export function validateRows(rows: readonly Row[]): ValidationResult {
  const repeated = repeats(rows)
  const validated: ValidatedRow[] = []
  const valid: ImportedRow[] = []
  const counts = { rows: rows.length, valid: 0, bad: 0, duplicate: 0 }
  for (const row of rows) {
    const first = repeated.get(row.line) ?? null
    const repeats = first === null ? 'valid' : 'duplicate'
    const state = row.request === null ? 'bad' : repeats
    if (row.request !== null && state === 'valid') valid.push(row.request)
    counts[state] += 1
    validated.push({ row, repeated: first, state })
  }
  return { rows: validated, counts, valid }
}
