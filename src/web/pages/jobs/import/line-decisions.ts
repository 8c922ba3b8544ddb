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
  /** Other lines are shown: those of another sheet, or below another header. */
  | { type: 'forget' }

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
    case 'forget':
      return undecided
  }
}
