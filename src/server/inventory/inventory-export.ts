import { exportChosen, exportInventory } from '#contract/inventory.ts'
import { auditedFile } from '../audit/audited.ts'
import { byteOrderMark, csvLines, csvType } from '../platform/http/csv.ts'
import { filterOf, toItem } from './inventory-items.ts'
import type { Mount } from '../platform/http/mount.ts'
import { actorOf } from '../platform/http/caller.ts'
import type { Audit } from '../audit/audit-store.ts'
import type { InventoryFilter } from './inventory-reader.ts'
import type { InventoryStore } from './inventory-store.ts'
import type { InventoryRow } from './inventory-writer.ts'

/** Rows of one read. */
const rowsAtOnce = 1_000

/** The import's own columns come first, so that the file goes straight back into it. */
const columns = [
  'ext',
  'langCodeTxt',
  'state',
  'agentName',
  'agentUuid',
  'bindStatus',
  'langCode',
  'domain',
  'status',
  'enabled',
  'extType',
  'creationTime',
  'bindTime',
  'seenAt',
  'source',
  'stateSince',
  'firstSeenAt',
] as const
const times: readonly string[] = ['creationTime', 'bindTime', 'seenAt', 'stateSince', 'firstSeenAt']

function cellsOf(row: InventoryRow): (string | number)[] {
  const item = toItem(row)
  return columns.map((column) => {
    const value = item[column]
    if (value === null) return ''
    const time = times.includes(column) ? new Date(value) : null
    return time === null || Number.isNaN(time.getTime()) ? value : time.toISOString()
  })
}

/** A file's pieces: its head, then the rows of one read each. `count` hears how many rows went out. */
async function* piecesOf(
  bom: '0' | '1',
  pages: AsyncIterable<InventoryRow[]>,
  count: (rows: number) => void,
): AsyncGenerator<string> {
  let head = (bom === '1' ? byteOrderMark : '') + csvLines([columns])
  for await (const rows of pages) {
    count(rows.length)
    yield head + csvLines(rows.map(cellsOf))
    head = ''
  }
  if (head !== '') yield head
}

export function mountInventoryExport(
  { mountFile }: Mount,
  { store, audit }: { store: InventoryStore; audit: Audit },
): void {
  async function* filtered(filter: InventoryFilter): AsyncGenerator<InventoryRow[]> {
    let place: string | null = null
    for (;;) {
      const rows: InventoryRow[] = await store.after(filter, place, rowsAtOnce)
      if (rows.length > 0) yield rows
      place = rows.at(-1)?.ext ?? null
      if (rows.length < rowsAtOnce) return
    }
  }
  async function* chosen(numbers: readonly string[]): AsyncGenerator<InventoryRow[]> {
    const sorted = [...new Set(numbers)].toSorted()
    for (let from = 0; from < sorted.length; from += rowsAtOnce)
      yield await store.byNumbers(sorted.slice(from, from + rowsAtOnce))
  }
  async function file(
    call: Parameters<typeof actorOf>[0],
    object: string,
    bom: '0' | '1',
    pages: AsyncIterable<InventoryRow[]>,
  ) {
    let count = 0
    const pieces = piecesOf(bom, pages, (rows) => {
      count += rows
    })
    const content = await auditedFile(
      audit,
      { actor: actorOf(call), action: 'inventory.export', object },
      async () => ({ pieces, summary: () => `${count} rows` }),
    )
    return { name: 'inventory.csv', type: csvType, content }
  }

  mountFile(exportInventory, (call) => {
    const { bom, ...filter } = call.query
    return file(call, JSON.stringify(filter), bom, filtered(filterOf(filter)))
  })
  mountFile(exportChosen, (call) => {
    const { numbers, bom } = call.body
    return file(call, `${numbers.length} chosen`, bom, chosen(numbers))
  })
}
