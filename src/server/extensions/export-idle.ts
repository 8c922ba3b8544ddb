import { exportIdle, maxExportedIdle } from '#contract/extensions.ts'
import type { Extension } from '#contract/records.ts'
import { remarkOf } from '#contract/remarks.ts'
import type { Answer, NumberedExtension, Paged } from '#upstream/records.ts'
import { auditedCsv, requireAtMost } from '../audit/audited-csv.ts'
import { fields, timeFields, type Columns } from '../platform/http/csv.ts'
import type { Mount } from '../platform/http/mount.ts'
import type { Console } from '../features.ts'
import { IdleReading } from '../numbers/idle-look-up.ts'
import { toExtension } from '../platform/upstream/records.ts'

/** The import's columns come first, so the exported file can be imported again. */
const columns: Columns<Extension> = {
  ...fields('ext', 'langCodeTxt', 'companyId'),
  ...fields('bindStatus', 'langCode', 'domain', 'status', 'enabled', 'extType'),
  ...timeFields('creationTime'),
}

type Page = Answer<Paged<NumberedExtension>>

/** What the file lacks, or may lack. */
function* missingFrom({ numbers, missed, odd, example }: IdleReading): Generator<string> {
  if (odd > 0)
    yield remarkOf(
      'not included',
      `: ${odd} rows without a readable number, such as ${example ?? 'an empty one'}`,
    )
  if (missed === null)
    yield remarkOf('at least', ` ${numbers.size} numbers: the service reports no total that its rows confirm`)
  else if (missed > 0)
    yield remarkOf('incomplete', `: the service counts ${missed} more numbers than it returned`)
}

/** The rows from the first page on, to the end of the list. Each number appears once, because numbers move between pages. */
async function* rowsFrom(
  reading: IdleReading,
  first: Page,
  next: (page: number) => Promise<Page>,
): AsyncGenerator<Extension[]> {
  for (let page: Page | null = first, number = 1; page !== null;) {
    const { rows, ended } = reading.add(page)
    yield rows.map(toExtension)
    // The maximum also stops a service that never reports the end.
    if (ended || reading.numbers.size >= maxExportedIdle) break
    page = await next(++number).catch((error: unknown) => {
      if (reading.isPastEnd(error)) return null
      throw error
    })
  }
}

export function mountIdleExport({ mountFile }: Mount, console: Console): void {
  mountFile(exportIdle, (call) => {
    const reading = new IdleReading()
    const remarks = () => [...missingFrom(reading)]
    const file = { name: 'idle.csv', action: 'extension.export', columns, remarks }
    return auditedCsv(console, call, file, async () => {
      const read = async (page: number, signal?: AbortSignal) => {
        // The warnings of a page that is read in parts have no count of all its parts.
        const search = { ...call.query, page, pageSize: console.upstream.maxIdlePageSize }
        return console.upstream.searchIdlePage(search, { signal })
      }
      const first = await read(1, call.signal)
      requireAtMost(maxExportedIdle, first.data.total, 'ext', 'give more digits')
      return rowsFrom(reading, first, read)
    })
  })
}
