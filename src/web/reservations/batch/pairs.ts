import type { QueryClient } from '@tanstack/react-query'
import pLimit from 'p-limit'
import type { Extension } from '#contract/records.ts'
import { maxPairs, type Pair, type Reservation, type PairOutcome } from '#contract/reservations.ts'
import { hasCode } from '../../api/api-error.ts'
import { extensionQuery } from '../../shared/extension-queries.ts'
import { pairOf } from '../queries.ts'
import { lookUpsAtOnce, type Found } from '../../shared/agent-directory/find-agent.ts'

/** Maximum pairs of one batch, sent in requests of at most `maxPairs`. */
export const maxBatch = 100

/** A number's status before any reservation. */
type Status =
  | { kind: 'free' | 'missing' | 'failed' | 'none' }
  | { kind: 'bound'; agent: string }
  | { kind: 'unavailable'; extension: Extension; userName: string | null }
  | { kind: 'unknown' }

export interface Planned {
  agent: Found
  /** Null when there are fewer numbers than agents. */
  ext: string | null
  status: Status
}

async function statusOf(client: QueryClient, ext: string): Promise<Status> {
  try {
    const answer = await client.fetchQuery({ ...extensionQuery(ext), retry: false })
    const { extension, state, agentNames } = answer
    if (state === 'bound') return { kind: 'bound', agent: extension.agentName ?? extension.agentUuid ?? '–' }
    if (state === 'unavailable')
      return { kind: state, extension, userName: agentNames[extension.currentUsingAgentUuid ?? ''] ?? null }
    // The service decides about a number that is not bound and not seen in the idle list yet.
    return state === 'unknown' && extension.bindStatus !== 0 ? { kind: 'unknown' } : { kind: 'free' }
  } catch (error) {
    return { kind: hasCode(error, 'extension-not-found') ? 'missing' : 'failed' }
  }
}

/** Pairs agents and numbers in order, and looks up each number, a few at a time. */
export function pairUp(
  client: QueryClient,
  agents: readonly Found[],
  numbers: readonly string[],
): Promise<Planned[]> {
  return pLimit(lookUpsAtOnce).map(agents, async (agent, index) => {
    const ext = numbers[index] ?? null
    return { agent, ext, status: ext === null ? { kind: 'none' } : await statusOf(client, ext) }
  })
}

/** Returns the pairs that can be reserved. Leaves out numbers with an open reservation, which can be newer than the plan. */
export const sendable = (planned: readonly Planned[], reserved: ReadonlyMap<string, Reservation>): Pair[] =>
  planned.flatMap(({ agent: { agent }, ext, status }) =>
    agent === null || ext === null || status.kind !== 'free' || reserved.has(ext) ? [] : [pairOf(ext, agent)],
  )

export const parts = <Item>(items: readonly Item[]): Item[][] =>
  Array.from({ length: Math.ceil(items.length / maxPairs) }, (_, index) =>
    items.slice(index * maxPairs, (index + 1) * maxPairs),
  )

export type Outcomes = ReadonlyMap<string, PairOutcome>
