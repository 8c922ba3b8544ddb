import { useMemo } from 'react'
import { ApiError } from '../../api/api-error.ts'
import { useCodecs } from '../../entities/creation/CodecInput.tsx'
import { agentKeyOf, checkRows, checkStates, type CheckState } from './check.ts'
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
  const keys = useMemo(
    () =>
      rows.flatMap((row) => (numbers.looked.get(row.ext)?.state === 'absent' ? (agentKeyOf(row) ?? []) : [])),
    [rows, numbers.looked],
  )
  // After the numbers, so that the parallel look-ups stay within the limit of one kind.
  const agents = useAgentLookUps(numbers.isDone ? [...new Set(keys)] : [])
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
  return {
    checks,
    counts,
    certain: useMemo(
      () =>
        rows
          .filter(({ line }) => checks.get(line)?.creatable === 'certain')
          .map((row) => (withoutAgent.has(row.line) ? withoutAgentOf(row) : row)),
      [rows, checks, withoutAgent],
    ),
    possible: useMemo(
      () =>
        rows
          .filter(({ line }) => checks.get(line)?.creatable === 'possible')
          .map((row) => (withoutAgent.has(row.line) ? withoutAgentOf(row) : row)),
      [rows, checks, withoutAgent],
    ),
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
