import type { RequestKind } from '#contract/service-requests.ts'
import {
  agentIn,
  agentSheetColumns,
  agentSheetKind,
  numberIn,
  type AgentSheet,
  type AgentSheetField,
} from '../person/agent-columns.ts'
import type { ImportKind } from '../../spreadsheet/columns.ts'
import type { SkippedRow, SkipReason } from '../extension/skipped-rows.ts'

export interface RequestFile {
  /** Text for `readRequestedNumbers`. */
  list: string
  skipped: SkippedRow[]
}

export const requestKind: ImportKind<AgentSheetField> = {
  ...agentSheetKind,
  memory: 'columns.requests',
  fields: ['ext', ...agentSheetColumns],
  missing: 'requests.new.file.noColumn',
  required: [['ext']],
}

/** Reads the numbers of a sheet and, for `rebind`, the agent beside each number. */
export function readRequestFile({ body, columns }: AgentSheet, kind: RequestKind): RequestFile {
  const lines: string[] = []
  const skipped: SkippedRow[] = []
  for (const row of body) {
    const { ext, issue } = numberIn(row, columns)
    const { agent, issue: ofAgent } = kind === 'rebind' ? agentIn(row, columns) : { agent: '' }
    const invalid = (): SkipReason | undefined => {
      if (ext === '') return 'number'
      return /[\n\r\t,;，；]/.test(agent) ? 'separator' : undefined
    }
    const reason = issue ?? ofAgent ?? invalid()
    if (reason !== undefined) skipped.push({ line: row.line, reason, text: ext })
    else lines.push(agent === '' ? ext : `${ext}\t${agent}`)
  }
  return { list: lines.join('\n'), skipped }
}
