import { secretsOf, withholdSecrets, withoutSecrets } from './confidence.ts'
import { isSent, type Reader } from './decode.ts'
import type { Paged, Warning } from './upstream.ts'
import { pagedData } from './wire.ts'

/** Names of unknown fields that one call notes. */
const mostUnknownFields = 50
const longestName = 64

/** Collects what one call noticed on its way. */
export class Notes {
  readonly warnings: Warning[] = []
  readonly unknownFields = new Set<string>()
  /** Fields in which the service repeated a secret of the same record; it was taken out. */
  readonly withheld = new Set<string>()

  warn(code: Warning['code'], detail: string): void {
    if (!this.warnings.some((warning) => warning.code === code && warning.detail === detail))
      this.warnings.push({ code, detail })
  }
}

/**
 * Reads one record; null when it is no object. Fields the specification does not know are noted by name and dropped, and
 * a secret of the record is taken out wherever else in it the service repeats it.
 */
export function readRecord<Value extends Record<string, unknown>>(
  { fields, read }: Reader<Value>,
  value: unknown,
  notes: Notes,
): Value | null {
  const record = read(value)
  if (record === null || !isSent(value)) return null
  const secrets = secretsOf(value)
  for (const key of Object.keys(value)) {
    if (fields.has(key) || notes.unknownFields.size >= mostUnknownFields) continue
    const name = withoutSecrets(key, secrets).slice(0, longestName)
    notes.unknownFields.add(name)
    notes.warn('unknown-fields', name)
  }
  for (const field of withholdSecrets(record, secrets)) {
    notes.withheld.add(field)
    notes.warn('secret-withheld', field)
  }
  return record
}

/** Reads a list; a missing one counts as empty, a bad row is dropped, both noted. */
export function readList<Value extends Record<string, unknown>, Row>(
  reader: Reader<Value>,
  value: unknown,
  notes: Notes,
  complete: (record: Value) => Row | null,
): Row[] {
  if (!Array.isArray(value)) {
    notes.warn('list-missing', '')
    return []
  }
  const rows: Row[] = []
  let dropped = 0
  for (const item of value) {
    const record = readRecord(reader, item, notes)
    const row = record === null ? null : complete(record)
    if (row === null) dropped++
    else rows.push(row)
  }
  if (dropped > 0) notes.warn('row-dropped', String(dropped))
  return rows
}

/** Total as told; when it is missing or less than the rows already seen, the least that can be true. */
export function readTotal(
  total: number | null,
  page: number,
  pageSize: number,
  rows: number,
  notes: Notes,
): number {
  const seen = rows === 0 ? 0 : (page - 1) * pageSize + rows
  if (total === null) notes.warn('total-missing', '')
  else if (total < seen) notes.warn('total-lies', String(total))
  return Math.max(total ?? 0, seen)
}

/**
 * Rows that a page has at most. A service may give fewer than were asked for (open-api.md does not show its bounds): its own
 * `pageSize` is believed where it explains the rows that are missing; without one the first page shows it.
 */
function pageSizeOf(
  { list, pageSize: told, total }: NonNullable<ReturnType<typeof pagedData.read>>,
  { page, pageSize }: { page: number; pageSize: number },
  notes: Notes,
): number {
  const given = Array.isArray(list) ? list.length : 0
  if (total === null || given >= pageSize) return pageSize
  const expected = Math.min(pageSize, Math.max(0, total - (page - 1) * pageSize))
  if (given === expected) return pageSize
  const explains = told !== null && (given === told || (page - 1) * told + given === total)
  const smaller = explains ? told : page === 1 && given < expected ? given : 0
  if (smaller < 1 || smaller >= pageSize) return pageSize
  notes.warn('page-smaller', String(smaller))
  return smaller
}

/** Paged `data` of operations 8 and 9; `pageSize` is the answer's, which may be smaller than asked. */
export function readPage<Value extends Record<string, unknown>, Row>(
  reader: Reader<Value>,
  data: unknown,
  asked: { page: number; pageSize: number },
  notes: Notes,
  complete: (record: Value) => Row | null,
): Paged<Row> | null {
  const paged = pagedData.read(data)
  if (paged === null) return null
  const items = readList(reader, paged.list, notes, complete)
  const pageSize = pageSizeOf(paged, asked, notes)
  const total = readTotal(paged.total, asked.page, pageSize, items.length, notes)
  return { items, page: asked.page, pageSize, total }
}
