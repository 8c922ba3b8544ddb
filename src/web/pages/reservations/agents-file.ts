import { isDate, isNumber, readNumber } from '../../lib/typed.ts'
import {
  agentColumnCaption,
  agentSheetColumns,
  agentIn,
  nameHeaders,
  type AgentSheetColumn,
} from '../../entities/agent/agent-columns.ts'
import { linesOf } from '../../entities/agent/agent-list.ts'
import type { ImportKind, Mapped } from '../../spreadsheet/columns.ts'
import { headerNames } from '../../entities/extension/column-names.ts'
import { issueAt, type SheetRow } from '../../spreadsheet/sheet.ts'
import type { SkippedRow, SkipReason } from '../../entities/extension/skipped-rows.ts'

export interface AgentsFile {
  agents: string[]
  /** The number of each agent in `agents`; empty when the sheet has no column of numbers. */
  numbers: string[]
  skipped: SkippedRow[]
}

export type AgentsField = AgentSheetColumn | 'ext'
/** The columns that identify agents, the most reliable first. */
export const agentsKind: ImportKind<AgentsField> = {
  memory: 'columns.agents',
  fields: agentSheetColumns,
  label: agentColumnCaption,
  missing: 'reservations.file.noColumns',
  names: { ...headerNames, ...nameHeaders },
  required: [agentSheetColumns],
  ids: agentSheetColumns,
  rest: 'agentName',
}
/** The same, and the column of numbers. */
export const pairsKind: ImportKind<AgentsField> = {
  ...agentsKind,
  memory: 'columns.reservations',
  fields: [...agentSheetColumns, 'ext'],
  required: [[...agentSheetColumns, 'ext']],
  number: 'ext',
}

/** Reads a sheet's agents and their numbers. An invalid row is skipped completely, so that the other pairs stay aligned. */
export function readAgents({ body, columns }: Pick<Mapped<AgentsField>, 'body' | 'columns'>): AgentsFile {
  const number = columns.get('ext') ?? null
  const hasAgents = agentSheetColumns.some((field) => columns.has(field))
  const found: AgentsFile = { agents: [], numbers: [], skipped: [] }
  const met = { agents: new Set<string>(), numbers: new Set<string>() }
  function read(row: SheetRow): { agent: string; ext: string; reason: SkipReason | null } {
    const { agent: cell, issue: ofAgent } = agentIn(row, columns)
    const [agent = '', ...others] = linesOf(cell)
    const ext = readNumber(row.cells[number ?? -1] ?? '')
    const reasonFor = (): SkipReason | null => {
      const issue = ofAgent ?? issueAt(row, number ?? -1)
      if (issue !== undefined) return issue
      if ((agent === '' && hasAgents) || (ext === '' && number !== null)) return 'incomplete'
      if (others.length > 0) return 'separator'
      if (ext !== '' && !isNumber(ext)) return isDate(ext) ? 'date' : 'number'
      return met.agents.has(agent) || met.numbers.has(ext) ? 'repeated' : null
    }
    return { agent, ext, reason: reasonFor() }
  }

  for (const row of body) {
    const { agent, ext, reason } = read(row)
    if (reason !== null) found.skipped.push({ line: row.line, reason, text: ext })
    else {
      if (agent !== '') found.agents.push(agent)
      if (ext !== '') found.numbers.push(ext)
      if (agent !== '') met.agents.add(agent)
      if (ext !== '') met.numbers.add(ext)
    }
  }
  return found
}
