import type { RequestKind } from '#contract/service-requests.ts'
import { isDate, isNumber, readNumber } from '../../lib/typed.ts'
import {
  agentColumnCaption,
  agentSheetColumns,
  agentIn,
  nameHeaders,
  type AgentSheetColumn,
} from '../agent/agent-columns.ts'
import type { ImportKind, Mapped } from '../../spreadsheet/columns.ts'
import { issueAt } from '../../spreadsheet/sheet.ts'
import { headerNames } from '../extension/column-names.ts'
import type { SkippedRow } from '../extension/skipped-rows.ts'

export interface RequestFile {
  /** Text for `readRequestedNumbers`. */
  list: string
  skipped: SkippedRow[]
}

export type RequestField = AgentSheetColumn | 'ext'
export const requestKind: ImportKind<RequestField> = {
  memory: 'columns.requests',
  fields: ['ext', ...agentSheetColumns],
  label: agentColumnCaption,
  missing: 'requests.new.file.noColumn',
  names: { ...headerNames, ...nameHeaders },
  required: [['ext']],
  number: 'ext',
  ids: agentSheetColumns,
  rest: 'agentName',
}

/** Reads the numbers of a sheet and, for `rebind`, the agent beside each number. */
export function readRequestFile(
  { body, columns }: Pick<Mapped<RequestField>, 'body' | 'columns'>,
  kind: RequestKind,
): RequestFile {
  const number = columns.get('ext') ?? -1
  const file: RequestFile = { list: '', skipped: [] }
  const lines: string[] = []
  for (const row of body) {
    const ext = readNumber(row.cells[number] ?? '')
    const { agent, issue } = kind === 'rebind' ? agentIn(row, columns) : { agent: '', issue: undefined }
    const reason = issueAt(row, number) ?? issue
    if (reason !== undefined) file.skipped.push({ line: row.line, reason })
    else if (!isNumber(ext))
      file.skipped.push({ line: row.line, reason: isDate(ext) ? 'date' : 'number', text: ext })
    else if (/[\n\r\t,;，；]/.test(agent)) file.skipped.push({ line: row.line, reason: 'separator' })
    else lines.push(agent === '' ? ext : `${ext}\t${agent}`)
  }
  return { ...file, list: lines.join('\n') }
}
