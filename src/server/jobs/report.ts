import { csvPieces } from '../platform/http/csv.ts'
import type { ItemRow } from './job-rows.ts'
import { toItem } from './views.ts'

/** The import's own columns come first, so that a report of failed rows goes straight back into it. */
const columns = [
  'ext',
  'agentID',
  'agentType',
  'langCodeTxt',
  'companyId',
  'line',
  'state',
  'how',
  'check',
  'attempts',
  'code',
  'upstreamCode',
  'message',
  'startedAt',
  'endedAt',
] as const

const isoTime = (time: number | null) => (time === null ? null : new Date(time).toISOString())

/** The rows as CSV, without passwords, in pieces. */
export const reportOf = (rows: readonly ItemRow[]): Generator<string> =>
  csvPieces(columns, rows, (row) => {
    const item = toItem(row)
    const cells = { ...item, startedAt: isoTime(item.startedAt), endedAt: isoTime(item.endedAt) }
    return columns.map((column) => cells[column] ?? '')
  })
