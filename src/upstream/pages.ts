import { isSent, printable, type Reader } from './fields.ts'
import type { Paged, Warning } from './upstream.ts'
import { pagedData } from './records.ts'

/** Most fields named in the warnings of one call, per kind of warning. */
const maxFields = 50
const maxNameLength = 64

/** Collects the warnings of one call. */
export class ResponseWarnings {
  readonly list: Warning[] = []
  readonly unknownFields = new Set<string>()
  readonly #unreadable = new Set<string>()

  warn(code: Warning['code'], detail: string): void {
    if (!this.list.some((warning) => warning.code === code && warning.detail === detail))
      this.list.push({ code, detail })
  }

  /** Adds a field that is missing from the specification. */
  unknownField(name: string): void {
    this.#field(this.unknownFields, 'unknown-fields', name)
  }

  /** Adds a field with a value of an unspecified type, or one too large to be kept exactly. */
  unreadableField(name: string): void {
    this.#field(this.#unreadable, 'field-unreadable', name)
  }

  #field(fields: Set<string>, code: Warning['code'], name: string): void {
    const shown = printable(name.slice(0, maxNameLength))
    if (fields.has(shown) || fields.size >= maxFields) return
    fields.add(shown)
    this.warn(code, shown)
  }
}

/** True when a success also reports a failure in the same answer: it proves nothing. */
export const isContradicted = (warnings: readonly Warning[]): boolean =>
  warnings.some(({ code }) => code === 'success-contradicted')

/** False for a missing value and for an empty text, which says as little as null. */
export const isGiven = (value: unknown): boolean => value !== undefined && value !== null && value !== ''

/** Reads an envelope or a page; returns null when it is not an object. Warns of unreadable fields. */
export function readFields<Value extends Record<string, unknown>>(
  { fields, read }: Reader<Value>,
  value: unknown,
  warnings: ResponseWarnings,
): Value | null {
  const record = read(value)
  if (record === null || !isSent(value)) return null
  for (const field of fields)
    if (record[field] === null && isGiven(value[field])) warnings.unreadableField(field)
  return record
}

/** Reads a record like `readFields`. Also drops fields that are missing from the specification, and warns of them. */
export function readRecord<Value extends Record<string, unknown>>(
  reader: Reader<Value>,
  value: unknown,
  warnings: ResponseWarnings,
): Value | null {
  const record = readFields(reader, value, warnings)
  if (record === null || !isSent(value)) return null
  for (const key of Object.keys(value)) if (!reader.fields.has(key)) warnings.unknownField(key)
  return record
}

/** Returns the number of a row that cannot be read, as sent, so that a warning can show what is odd about it. */
function exampleOf(item: unknown): string {
  const sent = isSent(item) ? (item['ext'] ?? item['number']) : null
  return typeof sent === 'string' || typeof sent === 'number' ? printable(String(sent)).slice(0, 32) : ''
}

interface ListOptions<Row> {
  /** Number of requested rows. */
  most?: number
  /** Returns a row's key; of two rows with the same key, the first counts. */
  keyOf?: (row: Row) => string
  /** True when a row matches the request. */
  isAsked?: (row: Row) => boolean
}

/**
 * Reads a list. A missing list counts as empty. Bad rows, repeated rows and rows beyond the page are left out. Rows that do not
 * match the request stay, because the service's search is undocumented. Warns of each case.
 */
export function readList<Value extends Record<string, unknown>, Row>(
  reader: Reader<Value>,
  value: unknown,
  warnings: ResponseWarnings,
  complete: (record: Value) => Row | null,
  { most = Infinity, keyOf, isAsked = () => true }: ListOptions<Row> = {},
): Row[] {
  if (!Array.isArray(value)) {
    warnings.warn('list-missing', '')
    return []
  }
  if (value.length > most) warnings.warn('page-larger', String(value.length))
  const rows: Row[] = []
  const keys = new Set<string>()
  let dropped = 0
  let example = ''
  let repeated = 0
  let other = 0
  for (const item of value.slice(0, most)) {
    const record = readRecord(reader, item, warnings)
    const row = record === null ? null : complete(record)
    const key = row === null ? undefined : keyOf?.(row)
    if (row === null) {
      dropped++
      if (example === '') example = exampleOf(item)
    } else if (key !== undefined && keys.has(key)) repeated++
    else {
      rows.push(row)
      if (!isAsked(row)) other++
      if (key !== undefined) keys.add(key)
    }
  }
  if (dropped > 0) warnings.warn('row-dropped', example === '' ? String(dropped) : `${dropped} (${example})`)
  if (repeated > 0) warnings.warn('row-repeated', String(repeated))
  if (other > 0) warnings.warn('row-other', String(other))
  return rows
}

/**
 * Returns the total as sent; when it is missing or less than the rows already seen, the
 * least possible total. The answer had `given` rows, and `rows` of them are left. A page
 * that is not full ends the list, so the total must equal the rows given so far.
 */
export function readTotal(
  total: number | null,
  { page, pageSize }: { page: number; pageSize: number },
  { given, rows }: { given: number; rows: number },
  warnings: ResponseWarnings,
): number {
  const before = (page - 1) * pageSize
  const seen = rows === 0 ? 0 : before + rows
  const ends = given < pageSize
  if (total === null) warnings.warn('total-missing', '')
  else if (total < seen || (ends && total > before + given)) warnings.warn('total-lies', String(total))
  return Math.max(total ?? 0, seen)
}

/**
 * Returns the most rows of a page. A service may return fewer rows than requested (docs/upstream-api.md#paging): its own
 * `pageSize` is used when it explains the missing rows; without it, the row count of the first page is used.
 */
function pageSizeOf(
  { list, pageSize: stated, total }: NonNullable<ReturnType<typeof pagedData.read>>,
  { page, pageSize }: { page: number; pageSize: number },
  warnings: ResponseWarnings,
): number {
  const given = Array.isArray(list) ? list.length : 0
  if (total === null || given >= pageSize) return pageSize
  const expected = Math.min(pageSize, Math.max(0, total - (page - 1) * pageSize))
  if (given === expected) return pageSize
  const explains = stated !== null && (given === stated || (page - 1) * stated + given === total)
  const smaller = explains ? stated : page === 1 && given < expected ? given : 0
  if (smaller < 1 || smaller >= pageSize) return pageSize
  warnings.warn('page-smaller', String(smaller))
  return smaller
}

/** Warns when the answer is a different page from the requested page. */
export function checkPage(page: number | null, asked: { page: number }, warnings: ResponseWarnings): void {
  if (page !== null && page !== asked.page) warnings.warn('page-other', String(page))
}

/** A page as read, with what the page checks need. */
export interface ReadPage<Row> extends Paged<Row> {
  /** The page number that the answer names; null when it names none. */
  sentPage: number | null
  /** Rows in the answer, readable or not. */
  given: number
}

/**
 * Reads the paged `data` of operations 8 and 9; returns null when it is not an object. `pageSize` is the answer's own, which
 * may be smaller than requested.
 */
export function readPage<Value extends Record<string, unknown>, Row>(
  reader: Reader<Value>,
  data: unknown,
  asked: { page: number; pageSize: number },
  warnings: ResponseWarnings,
  complete: (record: Value) => Row | null,
  options: Omit<ListOptions<Row>, 'most'>,
): ReadPage<Row> | null {
  const paged = readFields(pagedData, data, warnings)
  if (paged === null) return null
  const items = readList(reader, paged.list, warnings, complete, { ...options, most: asked.pageSize })
  const pageSize = pageSizeOf(paged, asked, warnings)
  const given = paged.list?.length ?? 0
  const total = readTotal(
    paged.total,
    { page: asked.page, pageSize },
    { given, rows: items.length },
    warnings,
  )
  return { items, page: asked.page, pageSize, total, sentPage: paged.currPage, given }
}
