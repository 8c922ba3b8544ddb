import type { QueryClient } from '@tanstack/react-query'
import pLimit from 'p-limit'
import * as z from 'zod/mini'
import { agentId, nameKey, uuid } from '#contract/text.ts'
import type { DirectoryAgent } from '#contract/agents.ts'
import { hasCode } from '../../api/api-error.ts'
import { agentsMeant, directoryAgent } from './queries.ts'
import { firstIdleFor } from '../idle-queries.ts'

/** An agent by the service's UUID, or a joiner by the directory's ID. */
export interface KnownAgent {
  id: string
  isJoiner: boolean
  name: string | null
}

/** Converts an agent from the directory's lists and searches. */
export const knownAgent = ({ id, agentUuid, name, workNumber }: DirectoryAgent): KnownAgent =>
  agentUuid === null
    ? { id, isJoiner: true, name: name ?? workNumber }
    : { id: agentUuid, isJoiner: false, name }

/**
 * The result of a look-up. `known`: the directory's record, or `null` when only the service knows the agent. `ambiguous`: several
 * agents have the name, and the user has to choose.
 */
export type Found =
  | { text: string; agent: KnownAgent; why: null; known: DirectoryAgent | null }
  | { text: string; agent: null; why: 'not-found' | 'name-unknown' | 'failed' }
  | { text: string; agent: null; why: 'ambiguous'; candidates: readonly DirectoryAgent[] }

export const isAgentId = (text: string): boolean => z.safeParse(agentId, text).success

/** Finds a joiner by the directory's ID, as in a stored list; `null` when there is none. */
async function joinerOf(client: QueryClient, id: string): Promise<DirectoryAgent | null> {
  try {
    return await client.fetchQuery(directoryAgent(id))
  } catch (error) {
    if (hasCode(error, 'not-found')) return null
    throw error
  }
}

/**
 * Finds an agent by UUID, work number or whole name in the directory, else by UUID or work number in the service (operation 6).
 * When several agents have the name, the result is `ambiguous`.
 */
async function findAgent(client: QueryClient, text: string): Promise<Found> {
  try {
    const { items } = await client.fetchQuery(agentsMeant(text))
    const isMeant = ({ agentUuid, workNumber, name }: DirectoryAgent) =>
      [agentUuid, workNumber, name].some((value) => value !== null && nameKey(value) === nameKey(text))
    const candidates = items.filter(isMeant)
    const [one, other] = candidates
    if (other !== undefined) return { text, agent: null, why: 'ambiguous', candidates }
    if (one !== undefined) return { text, agent: knownAgent(one), why: null, known: one }
    const joiner = z.safeParse(uuid, text).success ? await joinerOf(client, text) : null
    if (joiner !== null) return { text, agent: knownAgent(joiner), why: null, known: joiner }
    if (!isAgentId(text)) return { text, agent: null, why: 'name-unknown' }
    const { agent } = await client.fetchQuery({ ...firstIdleFor(text), retry: false })
    return agent?.id
      ? { text, agent: { id: agent.id, isJoiner: false, name: agent.agentName }, why: null, known: null }
      : { text, agent: null, why: 'not-found' }
  } catch (error) {
    return { text, agent: null, why: hasCode(error, 'agent-not-found') ? 'not-found' : 'failed' }
  }
}

export const lookUpsAtOnce = 4

/** Looks up all texts, at most four at a time, and returns the results in order. Calls `onFound` with the number done. */
export function findAgents(
  client: QueryClient,
  texts: readonly string[],
  onFound: (done: number) => void,
): Promise<Found[]> {
  let done = 0
  return pLimit(lookUpsAtOnce).map(texts, async (text) => {
    const found = await findAgent(client, text)
    onFound(++done)
    return found
  })
}
