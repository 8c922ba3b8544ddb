import { useCallback, useState } from 'react'
import type { HeaderPlace } from '../../../spreadsheet/headers.ts'
import type { Sheet } from '../../../spreadsheet/sheet.ts'
import type { WithoutAgent } from '../../../spreadsheet/sheet-draft.ts'

/** What the user decided about lines of a sheet. */
export interface LineDecisions {
  /** The lines that the user removed. */
  deleted: ReadonlySet<number>
  /** The lines whose numbers are created without their agents, who are new colleagues or unknown. */
  withoutAgent: ReadonlyMap<number, WithoutAgent>
}

export type Decision =
  | { type: 'remove'; line: number }
  | { type: 'restore' }
  | { type: 'createWithout'; lines: readonly number[]; as: WithoutAgent }
  /** Takes `createWithout` back for a line, or for all. */
  | { type: 'keepAgents'; line?: number }

export const undecided: LineDecisions = { deleted: new Set(), withoutAgent: new Map() }

export function decideLines(before: LineDecisions, decision: Decision): LineDecisions {
  switch (decision.type) {
    case 'remove':
      return { ...before, deleted: new Set([...before.deleted, decision.line]) }
    case 'restore':
      return { ...before, deleted: undecided.deleted }
    case 'createWithout': {
      const { lines, as } = decision
      return {
        ...before,
        withoutAgent: new Map([...before.withoutAgent, ...lines.map((line) => [line, as] as const)]),
      }
    }
    case 'keepAgents': {
      const { line } = decision
      const kept = [...before.withoutAgent].filter(([each]) => line !== undefined && each !== line)
      return { ...before, withoutAgent: new Map(kept) }
    }
  }
}

/** One sheet below one header: another has other lines. */
interface Lines {
  sheet: Sheet
  place: HeaderPlace | null
}

/** The decisions about the lines of the current table. They are dropped when another sheet is read or its header moves. */
export function useLineDecisions(
  table: Lines | null,
  restored: { table: Lines; decisions: LineDecisions } | null,
) {
  const [state, setState] = useState(restored)
  const { sheet, place } = table ?? {}
  const decide = useCallback(
    (decision: Decision) =>
      setState((before) => {
        if (sheet === undefined || place === undefined) return before
        const isSame = before?.table.sheet === sheet && before.table.place === place
        const decisions = decideLines(isSame ? before.decisions : undecided, decision)
        return { table: { sheet, place }, decisions }
      }),
    [sheet, place],
  )
  const isCurrent = state !== null && state.table.sheet === sheet && state.table.place === place
  return { decisions: isCurrent ? state.decisions : undecided, decide }
}
