import type { ZoneTimes } from '#contract/zone-time.ts'
import { csvPieces, csvType, type Columns } from '../platform/http/csv.ts'
import { actorOf, type CallOfCaller } from '../platform/http/caller.ts'
import { fieldRefused } from '../platform/problems.ts'
import { auditedFile } from './audited.ts'
import type { Audit } from './audit-store.ts'

/** Returns the file of an export. The audit has the request, which is the query by default, and how many rows were sent. */
export async function auditedCsv<Row>(
  { audit, times }: { audit: Audit; times: ZoneTimes },
  call: CallOfCaller & { query: object; signal: AbortSignal },
  {
    name,
    action,
    values = call.query,
    columns,
    bom = true,
    remarks,
  }: {
    name: string
    action: string
    values?: object
    columns: Columns<Row>
    bom?: boolean
    remarks?: Parameters<typeof csvPieces>[2]['remarks']
  },
  readPages: () => Promise<AsyncIterable<readonly Row[]> | Iterable<readonly Row[]>>,
) {
  let count = 0
  async function* countRows(pages: AsyncIterable<readonly Row[]> | Iterable<readonly Row[]>) {
    for await (const rows of pages) {
      count += rows.length
      yield rows
    }
  }
  const event = { actor: actorOf(call), action, object: '-', values: { ...values }, signal: call.signal }
  const content = await auditedFile(audit, event, async () => ({
    pieces: csvPieces(columns, countRows(await readPages()), {
      times,
      bom,
      ...(remarks === undefined ? {} : { remarks }),
    }),
    summary: () => ({ rows: count }),
  }))
  return { name, type: csvType, content }
}

/** Throws `bad-request` for a list of more than `most` rows. */
export function requireAtMost(most: number, total: number, path: string, advice: string): void {
  if (total > most) throw fieldRefused(path, `more than ${most} rows; ${advice}`)
}
