import * as z from 'zod'
import { secretsOf, withholdSecrets, withoutSecrets } from './confidence.ts'
import type { Paged, Warning } from './upstream.ts'
import { pagedData } from './wire.ts'

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

type Shape = z.ZodObject

/**
 * Reads one record; null when it is no object. Fields the specification does not know are noted by name and dropped, and
 * a secret of the record is taken out wherever else in it the service repeats it.
 */
export function readRecord<Schema extends Shape>(
  schema: Schema,
  value: unknown,
  notes: Notes,
): z.infer<Schema> | null {
  const read = schema.safeParse(value)
  if (!read.success || typeof value !== 'object' || value === null) return null
  const secrets = secretsOf(value)
  for (const key of Object.keys(value)) {
    if (!Object.hasOwn(schema.shape, key) && notes.unknownFields.size < 50) {
      const name = withoutSecrets(key, secrets).slice(0, 64)
      notes.unknownFields.add(name)
      notes.warn('unknown-fields', name)
    }
  }
  for (const field of withholdSecrets(read.data, secrets)) {
    notes.withheld.add(field)
    notes.warn('secret-withheld', field)
  }
  return read.data
}

/** Reads a list; a missing one counts as empty, a bad row is dropped, both noted. */
export function readList<Schema extends Shape, Row>(
  schema: Schema,
  value: unknown,
  notes: Notes,
  complete: (record: z.infer<Schema>) => Row | null,
): Row[] {
  if (!Array.isArray(value)) {
    notes.warn('list-missing', '')
    return []
  }
  const rows: Row[] = []
  let dropped = 0
  for (const item of value) {
    const record = readRecord(schema, item, notes)
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

/** Paged `data` of operations 8 and 9. */
export function readPage<Schema extends Shape, Row>(
  schema: Schema,
  data: unknown,
  asked: { page: number; pageSize: number },
  notes: Notes,
  complete: (record: z.infer<Schema>) => Row | null,
): Paged<Row> | null {
  const paged = pagedData.safeParse(data)
  if (!paged.success) return null
  const items = readList(schema, paged.data.list, notes, complete)
  const total = readTotal(paged.data.total, asked.page, asked.pageSize, items.length, notes)
  return { items, page: asked.page, pageSize: asked.pageSize, total }
}
