import type { RequestKind } from '#contract/service-requests.ts'
import { isNumber, readId, readNumber } from '../../lib/typed.ts'
import { namedColumns, type ImportKind } from '../spreadsheet/columns.ts'
import { headerNames, type Table } from '../spreadsheet/headers.ts'
import type { SheetRow } from '../spreadsheet/sheet.ts'
import type { SkippedRow } from '../spreadsheet/skipped-rows.ts'

export interface RequestFile {
  /** Text for `readRequestedNumbers`. */
  list: string
  skipped: SkippedRow[]
}

const cellOf = ({ cells }: SheetRow, column: number | null) => readId(cells[column ?? -1] ?? '')

const agentFields = ['agentUuid', 'workNumber', 'agentName'] as const
export type RequestField = (typeof agentFields)[number] | 'ext'
export const requestKind: ImportKind<RequestField> = { fields: ['ext', ...agentFields], names: headerNames }

/**
 * Reads the numbers of a sheet and, for `rebind`, the agent beside each number. Finds the columns by their headers, else uses the
 * first and second column. `null` when there is neither a header for numbers nor a number in the first row.
 */
export function readRequestFile({ header, body }: Table, kind: RequestKind): RequestFile | null {
  const columns = namedColumns(requestKind, header)
  const named = columns.get('ext')
  const [first] = body
  if (named === undefined && (first === undefined || !isNumber(cellOf(first, 0)))) return null
  const agentColumns =
    kind !== 'rebind'
      ? []
      : named === undefined
        ? [1]
        : agentFields.flatMap((field) => columns.get(field) ?? [])
  const file: RequestFile = { list: '', skipped: [] }
  const lines: string[] = []
  for (const row of body) {
    const ext = readNumber(cellOf(row, named ?? 0))
    const column = agentColumns.find((each) => cellOf(row, each) !== '' || row.issues?.has(each)) ?? null
    const who = cellOf(row, column)
    const issue = row.issues?.get(named ?? 0) ?? row.issues?.get(column ?? -1)
    if (issue !== undefined) file.skipped.push({ line: row.line, reason: issue })
    else if (!isNumber(ext)) file.skipped.push({ line: row.line, reason: 'number', text: ext })
    else if (/[\n\r\t,;，；]/.test(who)) file.skipped.push({ line: row.line, reason: 'separator' })
    else lines.push(who === '' ? ext : `${ext}\t${who}`)
  }
  return { ...file, list: lines.join('\n') }
}
