import { isSent, longestText, type Reader } from './fields.ts'
import { printable } from './json.ts'
import type { Paged, Warning } from './upstream.ts'
import { pagedData } from './wire.ts'

/** Most fields named by the warnings of one call, of each kind. */
const mostFields = 50
const longestName = 64

/** Collects the warnings of one call. */
export class ResponseWarnings {
  readonly list: Warning[] = []
  readonly unknownFields = new Set<string>()
  /** Fields from which a repeated secret was taken out. */
  readonly withheld = new Set<string>()
  readonly #unreadable = new Set<string>()

  warn(code: Warning['code'], detail: string): void {
    if (!this.list.some((warning) => warning.code === code && warning.detail === detail))
      this.list.push({ code, detail })
  }

  /** A field that the specification does not know. */
  unknownField(name: string): void {
    this.#field(this.unknownFields, 'unknown-fields', name)
  }

  /** A field whose value has another type than the specification says, or is too large to be kept exactly. */
  unreadableField(name: string): void {
    this.#field(this.#unreadable, 'field-unreadable', name)
  }

  withheldField(name: string): void {
    this.#field(this.withheld, 'secret-withheld', name)
  }

  #field(fields: Set<string>, code: Warning['code'], name: string): void {
    const shown = name.slice(0, longestName)
    if (fields.has(shown) || fields.size >= mostFields) return
    fields.add(shown)
    this.warn(code, shown)
  }
}

/** Whether a success says in the same answer that it failed: it proves nothing. */
export const isContradicted = (warnings: readonly Warning[]): boolean =>
  warnings.some(({ code }) => code === 'success-contradicted')

/** False for an empty text, which says as little as null. */
export const isGiven = (value: unknown): boolean => value !== undefined && value !== null && value !== ''

/** False for a text with characters that are not shown as they are (json.ts), or that was cut (fields.ts). */
export const isSpelledAsSent = (text: string): boolean =>
  printable(text) === text && !text.includes('\ufffd') && text.length < longestText

/** Reads an envelope or a page; null when it is not an object. Warns of fields that cannot be read. */
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

/** Same for a record; warns of fields that the specification does not know, and drops them. */
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

interface ListOptions<Row> {
  /** How many rows were asked for. */
  most?: number
  /** Identifies a row: of two with the same key the first counts. */
  keyOf?: (row: Row) => string
  /** Whether a row matches the question. */
  isAsked?: (row: Row) => boolean
}

/**
 * Reads a list; a missing one counts as empty; bad and repeated rows, and those past the page, are left out. Rows that do
 * not match the question stay, since how a service searches is not documented. Warns of each.
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
  let repeated = 0
  let other = 0
  for (const item of value.slice(0, most)) {
    const record = readRecord(reader, item, warnings)
    const row = record === null ? null : complete(record)
    const key = row === null ? undefined : keyOf?.(row)
    if (row === null) dropped++
    else if (key !== undefined && keys.has(key)) repeated++
    else {
      rows.push(row)
      if (!isAsked(row)) other++
      if (key !== undefined) keys.add(key)
    }
  }
  if (dropped > 0) warnings.warn('row-dropped', String(dropped))
  if (repeated > 0) warnings.warn('row-repeated', String(repeated))
  if (other > 0) warnings.warn('row-other', String(other))
  return rows
}

/**
 * The total as sent; when it is missing or less than the rows already seen, the least that can be true. `given` rows came,
 * and `rows` of them are left. A page that is not full ends the list, so the total has to be what was given so far.
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
 * Most rows of a page. A service may give fewer than were asked for (docs/upstream-api.md#paging): its own `pageSize` is
 * believed where it explains the missing rows; without one the first page shows it.
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

/** Warns of another page than the one asked for. */
export function checkPage(page: number | null, asked: { page: number }, warnings: ResponseWarnings): void {
  if (page !== null && page !== asked.page) warnings.warn('page-other', String(page))
}

/** Paged `data` of operations 8 and 9; `pageSize` is the answer's, which may be smaller than asked. */
export function readPage<Value extends Record<string, unknown>, Row>(
  reader: Reader<Value>,
  data: unknown,
  asked: { page: number; pageSize: number },
  warnings: ResponseWarnings,
  complete: (record: Value) => Row | null,
  options: Omit<ListOptions<Row>, 'most'>,
): Paged<Row> | null {
  const paged = readFields(pagedData, data, warnings)
  if (paged === null) return null
  const items = readList(reader, paged.list, warnings, complete, { ...options, most: asked.pageSize })
  checkPage(paged.currPage, asked, warnings)
  const pageSize = pageSizeOf(paged, asked, warnings)
  const given = paged.list?.length ?? 0
  const total = readTotal(
    paged.total,
    { page: asked.page, pageSize },
    { given, rows: items.length },
    warnings,
  )
  return { items, page: asked.page, pageSize, total }
}
