import type { RequestKind } from '#contract/service-requests.ts'
import { isDate, isNumber, readId, readNumber } from '../../lib/typed.ts'
import type { ImportKind, Mapped } from '../../spreadsheet/columns.ts'
import { headerNames } from '../column-names.ts'
import { issueAt, type SheetRow } from '../../spreadsheet/sheet.ts'
import type { SkippedRow } from '../skipped-rows.ts'

export interface RequestFile {
  /** Text for `readRequestedNumbers`. */
  list: string
  skipped: SkippedRow[]
}

const cellOf = ({ cells }: SheetRow, column: number | null) => readId(cells[column ?? -1] ?? '')

const agentFields = ['agentUuid', 'workNumber', 'agentName'] as const
export type RequestField = (typeof agentFields)[number] | 'ext'
export const requestKind: ImportKind<RequestField> = {
  memory: 'columns.requests',
  fields: ['ext', ...agentFields],
  names: headerNames,
  required: [['ext']],
  number: 'ext',
  rest: 'agentName',
}

/** Reads the numbers of a sheet and, for `rebind`, the agent beside each number. */
export function readRequestFile(
  { body, columns }: Pick<Mapped<RequestField>, 'body' | 'columns'>,
  kind: RequestKind,
): RequestFile {
  const number = columns.get('ext') ?? -1
  const agentColumns = kind === 'rebind' ? agentFields.flatMap((field) => columns.get(field) ?? []) : []
  const file: RequestFile = { list: '', skipped: [] }
  const lines: string[] = []
  for (const row of body) {
    const ext = readNumber(cellOf(row, number))
    const column = agentColumns.find((each) => cellOf(row, each) !== '' || row.issues?.has(each)) ?? null
    const who = cellOf(row, column)
    const issue = issueAt(row, number) ?? issueAt(row, column ?? -1)
    if (issue !== undefined) file.skipped.push({ line: row.line, reason: issue })
    else if (!isNumber(ext))
      file.skipped.push({ line: row.line, reason: isDate(ext) ? 'date' : 'number', text: ext })
    else if (/[\n\r\t,;，；]/.test(who)) file.skipped.push({ line: row.line, reason: 'separator' })
    else lines.push(who === '' ? ext : `${ext}\t${who}`)
  }
  return { ...file, list: lines.join('\n') }
}
