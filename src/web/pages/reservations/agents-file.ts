import {
  agentIn,
  agentSheetColumns,
  agentSheetKind,
  numberIn,
  type AgentSheet,
  type AgentSheetField,
} from '../../entities/person/agent-columns.ts'
import type { SkippedRow, SkipReason } from '../../entities/extension/skipped-rows.ts'
import type { ImportKind } from '../../spreadsheet/columns.ts'

export interface AgentsFile {
  agents: string[]
  /** The number of each agent in `agents`; empty when the sheet has no column of numbers. */
  numbers: string[]
  skipped: SkippedRow[]
}

export const pairsKind: ImportKind<AgentSheetField> = {
  ...agentSheetKind,
  memory: 'columns.reservations',
  fields: [...agentSheetColumns, 'ext'],
  missing: 'reservations.file.noColumns',
  required: [[...agentSheetColumns, 'ext']],
}

/** Reads a sheet's agents and their numbers. An invalid row is skipped completely, so that the other pairs stay aligned. */
export function readAgents({ body, columns }: AgentSheet): AgentsFile {
  const hasAgents = agentSheetColumns.some((field) => columns.has(field))
  const people = new Set<string>()
  const numbers = new Set<string>()
  const skipped: SkippedRow[] = []
  for (const row of body) {
    const { ext, issue } = numberIn(row, columns)
    const { agent: cell, issue: ofAgent } = agentIn(row, columns)
    const person = cell.trim()
    const invalid = (): SkipReason | undefined => {
      if ((person === '' && hasAgents) || (ext === '' && columns.has('ext'))) return 'incomplete'
      return people.has(person) || numbers.has(ext) ? 'repeated' : undefined
    }
    const reason = issue ?? ofAgent ?? invalid()
    if (reason !== undefined) skipped.push({ line: row.line, reason, text: ext })
    else {
      if (person !== '') people.add(person)
      if (ext !== '') numbers.add(ext)
    }
  }
  return { agents: [...people], numbers: [...numbers], skipped }
}
