import type { InventoryItem } from '#contract/inventory.ts'
import type { ZoneTimes } from '#contract/zone-time.ts'
import { auditedFile } from '../audit/audited.ts'
import { byteOrderMark, csvLines, csvType } from '../platform/http/csv.ts'
import { chunks } from '../platform/database/database.ts'
import type { Actor } from '../platform/http/caller.ts'
import type { Audit } from '../audit/audit-store.ts'
import type { InventoryFilter, InventoryReads, NumberLabels } from './store-reads.ts'
import type { InventoryRow } from './row-after.ts'

/** Rows per read. Larger reads would block other requests. */
const rowsAtOnce = 250

/** The import's columns come first, so the exported file can be imported again. */
const columns = [
  'ext',
  'langCodeTxt',
  'state',
  'agentName',
  'agentUuid',
  'agentWorkNumber',
  'agentDepartment',
  'bindStatus',
  'langCode',
  'domain',
  'status',
  'enabled',
  'currentUsingAgentUuid',
  'usingAgentName',
  'extType',
  'creationTime',
  'bindTime',
  'seenAt',
  'source',
  'stateSince',
  'firstSeenAt',
  'labels',
  'consoleNote',
] as const
const timeColumns: readonly string[] = ['creationTime', 'bindTime', 'seenAt', 'stateSince', 'firstSeenAt']

function cellsOf(times: ZoneTimes, item: InventoryItem, note = ''): (string | number)[] {
  return columns.map((column) => {
    if (column === 'labels') return item.labels.join(', ')
    if (column === 'consoleNote') return note
    const value = item[column]
    if (value === null) return ''
    return timeColumns.includes(column) ? times.text(Number(value)) : value
  })
}

interface FileOptions extends Pick<NumberLabels, 'notesOf'> {
  bom: '0' | '1'
  itemsOf: (rows: readonly InventoryRow[]) => Promise<InventoryItem[]>
  times: ZoneTimes
}

/** Yields the header with the first rows, then the rows of each read. Calls `count` with the rows of each piece. */
async function* piecesOf(
  pages: AsyncIterable<InventoryRow[]>,
  { bom, notesOf, itemsOf, times }: FileOptions,
  count: (rows: number) => void,
): AsyncGenerator<string> {
  const headers = columns.map((column) => (timeColumns.includes(column) ? times.header(column) : column))
  let head = (bom === '1' ? byteOrderMark : '') + csvLines([headers])
  for await (const rows of pages) {
    count(rows.length)
    const [items, notes] = await Promise.all([itemsOf(rows), notesOf(rows.map(({ ext }) => ext))])
    yield head + csvLines(items.map((item) => cellsOf(times, item, notes.get(item.ext))))
    head = ''
  }
  if (head !== '') yield head
}

export async function* filteredRows(
  reads: Pick<InventoryReads, 'after'>,
  filter: InventoryFilter,
): AsyncGenerator<InventoryRow[]> {
  let afterExt: string | null = null
  for (;;) {
    const rows: InventoryRow[] = await reads.after(filter, afterExt, rowsAtOnce)
    if (rows.length > 0) yield rows
    afterExt = rows.at(-1)?.ext ?? null
    if (rows.length < rowsAtOnce) return
  }
}

export async function* chosenRows(
  reads: Pick<InventoryReads, 'byNumbers'>,
  numbers: readonly string[],
): AsyncGenerator<InventoryRow[]> {
  for (const some of chunks([...new Set(numbers)].toSorted())) yield await reads.byNumbers(some)
}

/** The rows as a CSV file, read while it is sent. The audit records how many rows were sent. */
export async function exportFile(
  audit: Audit,
  { actor, object }: { actor: Actor; object: string },
  options: FileOptions,
  pages: AsyncIterable<InventoryRow[]>,
) {
  let count = 0
  const pieces = piecesOf(pages, options, (rows) => {
    count += rows
  })
  const content = await auditedFile(audit, { actor, action: 'inventory.export', object }, async () => ({
    pieces,
    summary: () => `${count} rows`,
  }))
  return { name: 'inventory.csv', type: csvType, content }
}
