import type { NumberItem } from '#contract/numbers.ts'
import { fields, timeFields, type Columns } from '../platform/http/csv.ts'
import type { NumberFilter, Numbers } from './numbers.ts'
import type { ShownRow } from './schema.ts'

/** Rows per read. Larger reads would block other requests. */
const rowsAtOnce = 250

/** The import's columns come first, so the exported file can be imported again. */
export const columns: Columns<NumberItem & { note: string | undefined }> = {
  ...fields('ext', 'langCodeTxt', 'state'),
  ...fields('agentName', 'agentUuid', 'agentWorkNumber', 'agentDepartment'),
  ...fields('bindStatus', 'langCode', 'domain', 'status', 'enabled'),
  ...fields('currentUsingAgentUuid', 'usingAgentName', 'extType'),
  ...timeFields('creationTime', 'bindTime', 'seenAt'),
  ...fields('source'),
  ...timeFields('stateSince', 'firstSeenAt'),
  labels: ({ labels }) => labels.join(', '),
  consoleNote: ({ note }) => note,
}

export async function* filteredRows(
  reads: Pick<Numbers, 'after'>,
  filter: NumberFilter,
): AsyncGenerator<ShownRow[]> {
  let afterExt: string | null = null
  for (;;) {
    const rows: ShownRow[] = await reads.after(filter, afterExt, rowsAtOnce)
    if (rows.length > 0) yield rows
    afterExt = rows.at(-1)?.ext ?? null
    if (rows.length < rowsAtOnce) return
  }
}
