import { exportIdle, maxExportedIdle } from '#contract/extensions.ts'
import type { Extension } from '#contract/records.ts'
import type { Upstream } from '#upstream/client.ts'
import type { NumberedExtension, Paged } from '#upstream/records.ts'
import { auditedCsv, requireAtMost } from '../audit/audited-csv.ts'
import { fields, timeFields, type Columns } from '../platform/http/csv.ts'
import type { Mount } from '../platform/http/mount.ts'
import { toExtension } from '../platform/upstream/records.ts'
import type { ExtensionParts } from './open.ts'

/** Rows per page. */
const rowsAtOnce = 1_000

/** The import's columns come first, so the exported file can be imported again. */
const columns: Columns<Extension> = {
  ...fields('ext', 'langCodeTxt', 'companyId'),
  ...fields('bindStatus', 'langCode', 'domain', 'status', 'enabled', 'extType'),
  ...timeFields('creationTime'),
}

type Page = Paged<NumberedExtension>

/** The rows from the first page on. Each number appears once, because numbers move between pages during the export. */
async function* rowsFrom(first: Page, next: (page: number) => Promise<Page>): AsyncGenerator<Extension[]> {
  const seen = new Set<string>()
  for (let page = first, number = 1, read = 0; ; page = await next(++number)) {
    const rows = page.items.filter(({ ext }) => !seen.has(ext))
    for (const { ext } of rows) seen.add(ext)
    read += page.items.length
    yield rows.map(toExtension)
    // An earlier page can be empty or hold only known or unreadable rows, so a page without new rows ends the export only past
    // the total.
    const isPastTotal = rows.length === 0 && number * rowsAtOnce >= Math.min(page.total, maxExportedIdle)
    // The maximum also stops a service that never reports the end.
    if (isPastTotal || read >= page.total || seen.size >= maxExportedIdle) return
  }
}

export function mountIdleExport(
  { mountFile }: Mount,
  parts: Pick<ExtensionParts, 'audit' | 'times'> & { upstream: Pick<Upstream, 'searchIdlePage'> },
): void {
  mountFile(exportIdle, (call) =>
    auditedCsv(parts, call, { name: 'idle.csv', action: 'extension.export', columns }, async () => {
      const read = async (page: number, signal?: AbortSignal) => {
        const search = { ...call.query, page, pageSize: rowsAtOnce }
        return (await parts.upstream.searchIdlePage(search, { signal })).data
      }
      const first = await read(1, call.signal)
      requireAtMost(maxExportedIdle, first.total, 'ext', 'give more digits')
      return rowsFrom(first, read)
    }),
  )
}
