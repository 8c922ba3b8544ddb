import type { QueryClient } from '@tanstack/react-query'
import pLimit from 'p-limit'
import * as z from 'zod/mini'
import { agentId } from '#contract/text.ts'
import { hasCode } from '../api/api-error.ts'
import { firstIdleFor } from '../shared/idle-queries.ts'

export interface KnownAgent {
  uuid: string
  name: string | null
}

/** `name-unknown`: the API finds no agent by name, and none of that name is known here. */
export type Found =
  | { text: string; agent: KnownAgent; why: null }
  | { text: string; agent: null; why: 'not-found' | 'name-unknown' | 'ambiguous' | 'failed' }

export const isAgentId = (text: string): boolean => z.safeParse(agentId, text).success

/** Agents one a line, or with commas or tabs between; each once. */
export const linesOf = (text: string): string[] => [
  ...new Set(
    text
      .split(/[\n\r\t,;，；、]+/)
      .map((line) => line.trim())
      .filter((line) => line !== ''),
  ),
]

/** An agent by uuid or work number, whom operation 6 shows; by name only among the `known`: the API has no search for agents. */
async function findAgent(client: QueryClient, known: readonly KnownAgent[], text: string): Promise<Found> {
  const wanted = text.toLowerCase()
  const named = known.filter(({ uuid, name }) => uuid === text || name?.toLowerCase() === wanted)
  const [first, second] = named
  if (second !== undefined) return { text, agent: null, why: 'ambiguous' }
  if (first !== undefined) return { text, agent: first, why: null }
  if (!isAgentId(text)) return { text, agent: null, why: 'name-unknown' }
  try {
    const { agent } = await client.fetchQuery({ ...firstIdleFor(text), retry: false })
    return agent?.id
      ? { text, agent: { uuid: agent.id, name: agent.agentName }, why: null }
      : { text, agent: null, why: 'not-found' }
  } catch (error) {
    return { text, agent: null, why: hasCode(error, 'agent-not-found') ? 'not-found' : 'failed' }
  }
}

export const lookUpsAtOnce = 4

/** Each of them, a few at a time, in the order given; `onFound` is called with how many are done. */
export function findAgents(
  client: QueryClient,
  known: readonly KnownAgent[],
  texts: readonly string[],
  onFound: (done: number) => void,
): Promise<Found[]> {
  let done = 0
  return pLimit(lookUpsAtOnce).map(texts, async (text) => {
    const found = await findAgent(client, known, text)
    onFound(++done)
    return found
  })
}
