import { useMemo } from 'react'
import { ApiError } from '../../api/api-error.ts'
import { useCodecs } from '../../entities/creation/CodecInput.tsx'
import { agentKeyOf, checkRows, checkStates, type Checked, type CheckState } from './check.ts'
import type { WithoutAgent } from '../../spreadsheet/sheet-draft.ts'
import type { ImportedRow } from './import/rows.ts'
import { useAgentLookUps, type LookUps } from './look-ups.ts'

const noDecisions: ReadonlyMap<number, WithoutAgent> = new Map()
const withoutAgentOf = ({ agentID: _agent, agentType: _type, ...row }: ImportedRow): ImportedRow => row

/**
 * Checks the rows of a sheet before a job starts: their numbers, then the agents of the numbers that can be created, and their codecs.
 * The caller looks the numbers up.
 */
export function useCheck(
  rows: readonly ImportedRow[],
  numbers: LookUps,
  withoutAgent: ReadonlyMap<number, WithoutAgent> = noDecisions,
) {
  const codecs = useCodecs()
  const { looked, isDone } = numbers
  // After the numbers: only the agents of those that can be created are looked up.
  const keys = useMemo(() => {
    const creatable = isDone ? rows.filter(({ ext }) => looked.get(ext)?.state === 'absent') : []
    return [...new Set(creatable.flatMap((row) => agentKeyOf(row) ?? []))]
  }, [rows, looked, isDone])
  const agents = useAgentLookUps(keys)
  const { done, total } = numbers.isDone ? agents : numbers
  const error = numbers.error ?? agents.error
  const isStopped = numbers.stopped || (numbers.isDone && agents.stopped)
  const code = error instanceof ApiError ? error.code : 'contract'
  const stopped = error !== null ? code : isStopped ? 'stopped' : null
  const checks = useMemo(
    () => checkRows(rows, { numbers: numbers.looked, agents: agents.looked, codecs, withoutAgent, stopped }),
    [rows, numbers.looked, agents.looked, codecs, withoutAgent, stopped],
  )
  const counts = useMemo(() => {
    const counts = new Map<CheckState, number>()
    for (const { state } of checks.values()) counts.set(state, (counts.get(state) ?? 0) + 1)
    return checkStates.map((state) => ({ state, count: counts.get(state) ?? 0 }))
  }, [checks])
  const [certain, possible] = useMemo(() => {
    const rowsWith = (creatable: Checked['creatable']) =>
      rows
        .filter(({ line }) => checks.get(line)?.creatable === creatable)
        .map((row) => (withoutAgent.has(row.line) ? withoutAgentOf(row) : row))
    return [rowsWith('certain'), rowsWith('possible')]
  }, [rows, checks, withoutAgent])
  return {
    checks,
    counts,
    certain,
    possible,
    // Between the numbers and the agents, no look-up runs, but rows still wait.
    running:
      numbers.running ||
      agents.running ||
      counts.some(({ state, count }) => state === 'waiting' && count > 0),
    stopped: isStopped,
    error,
    /** What is being looked up, and how far. */
    subject: numbers.isDone ? ('agents' as const) : ('numbers' as const),
    done,
    total,
    stop: () => {
      numbers.stop()
      agents.stop()
    },
    again: () => {
      numbers.again()
      agents.again()
    },
    refresh: () => {
      numbers.refresh()
      agents.refresh()
    },
  }
}
export type Check = ReturnType<typeof useCheck>
