import { exportIdle, maxExportedIdle } from '#contract/extensions.ts'
import type { Extension } from '#contract/records.ts'
import type { ZoneTimes } from '#contract/zone-time.ts'
import type { Upstream } from '#upstream/client.ts'
import type { NumberedExtension, Paged } from '#upstream/records.ts'
import { auditedFile } from '../audit/audited.ts'
import { actorOf } from '../platform/http/caller.ts'
import { byteOrderMark, csvLines, csvType } from '../platform/http/csv.ts'
import type { Mount } from '../platform/http/mount.ts'
import { ProblemError } from '../platform/problems.ts'
import { toExtension } from '../platform/upstream/records.ts'
import type { ExtensionParts } from './open.ts'

/** Rows per page. */
const rowsAtOnce = 1_000

/** The import's columns come first, so the exported file can be imported again. */
const columns = [
  'ext',
  'langCodeTxt',
  'companyId',
  'bindStatus',
  'langCode',
  'domain',
  'status',
  'enabled',
  'extType',
  'creationTime',
] as const

const cellsOf = (times: ZoneTimes, extension: Extension): (string | number)[] =>
  columns.map((column) =>
    column === 'creationTime' ? times.text(extension[column]) : (extension[column] ?? ''),
  )

type Page = Paged<NumberedExtension>

/** The CSV pieces from the first page on. Each number appears once, because numbers move between pages during the export. */
async function* piecesOf(
  first: Page,
  next: (page: number) => Promise<Page>,
  times: ZoneTimes,
  count: (rows: number) => void,
): AsyncGenerator<string> {
  const seen = new Set<string>()
  const headers = columns.map((column) => (column === 'creationTime' ? times.header(column) : column))
  let head = byteOrderMark + csvLines([headers])
  for (let page = first, number = 1, read = 0; ; page = await next(++number)) {
    const rows = page.items.filter(({ ext }) => !seen.has(ext))
    for (const { ext } of rows) seen.add(ext)
    read += page.items.length
    count(rows.length)
    if (head !== '' || rows.length > 0)
      yield head + csvLines(rows.map((row) => cellsOf(times, toExtension(row))))
    head = ''
    // An earlier page can be empty or hold only known or unreadable rows, so a page without new rows ends the export only past
    // the total.
    const isPastTotal = rows.length === 0 && number * rowsAtOnce >= Math.min(page.total, maxExportedIdle)
    // The maximum also stops a service that never reports the end.
    if (isPastTotal || read >= page.total || seen.size >= maxExportedIdle) return
  }
}

export function mountIdleExport(
  { mountFile }: Mount,
  {
    upstream,
    audit,
    times,
  }: Pick<ExtensionParts, 'audit' | 'times'> & { upstream: Pick<Upstream, 'searchIdlePage'> },
): void {
  mountFile(exportIdle, async (call) => {
    const read = async (page: number, signal?: AbortSignal) => {
      const search = { ...call.query, page, pageSize: rowsAtOnce }
      return (await upstream.searchIdlePage(search, signal === undefined ? {} : { signal })).data
    }
    let count = 0
    const content = await auditedFile(
      audit,
      {
        actor: actorOf(call),
        action: 'extension.export',
        object: JSON.stringify(call.query),
        signal: call.signal,
      },
      async () => {
        const first = await read(1, call.signal)
        if (first.total > maxExportedIdle)
          throw new ProblemError('bad-request', {
            errors: [{ path: 'ext', message: `more than ${maxExportedIdle} rows; give more digits` }],
          })
        const pieces = piecesOf(first, read, times, (rows) => {
          count += rows
        })
        return { pieces, summary: () => `${count} rows` }
      },
    )
    return { name: 'idle.csv', type: csvType, content }
  })
}
