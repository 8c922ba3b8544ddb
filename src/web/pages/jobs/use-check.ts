import { useMemo } from 'react'
import { ApiError } from '../../api/api-error.ts'
import { useCodecs } from '../../entities/creation/CodecInput.tsx'
import type { WithoutAgent } from '../../spreadsheet/sheet-draft.ts'
import { checkRows, checkStates, type Checked } from './check.ts'
import type { ImportedRow } from './import/rows.ts'
import type { LookUps } from './look-ups.ts'

const noDecisions: ReadonlyMap<number, WithoutAgent> = new Map()
const withoutAgentOf = ({ agentID: _agent, agentType: _type, ...row }: ImportedRow): ImportedRow => row

/** Checks the rows as far as they are looked up, and chooses those that can be created. */
export function useCheck(
  rows: readonly ImportedRow[],
  { numbers, agents, stopped: isStopped, error }: LookUps,
  withoutAgent = noDecisions,
) {
  const codecs = useCodecs()
  const code = error instanceof ApiError ? error.code : 'contract'
  const stopped = error !== null ? code : isStopped ? 'stopped' : null
  return useMemo(() => {
    const checks = checkRows(rows, { numbers, agents, codecs, withoutAgent, stopped })
    const states = [...checks.values()].map(({ state }) => state)
    const rowsWith = (creatable: Checked['creatable']) =>
      rows
        .filter(({ line }) => checks.get(line)?.creatable === creatable)
        .map((row) => (withoutAgent.has(row.line) ? withoutAgentOf(row) : row))
    return {
      checks,
      counts: checkStates.map((state) => ({ state, count: states.filter((each) => each === state).length })),
      certain: rowsWith('certain'),
      possible: rowsWith('possible'),
    }
  }, [rows, numbers, agents, codecs, withoutAgent, stopped])
}
export type Check = ReturnType<typeof useCheck>
