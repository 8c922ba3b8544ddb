import type { QueryClient } from '@tanstack/react-query'
import pLimit from 'p-limit'
import * as z from 'zod/mini'
import { isAgentId, nameKey, uuid } from '#contract/text.ts'
import type { DirectoryAgent } from '#contract/agents.ts'
import { hasCode } from '../../api/api-error.ts'
import { namesIn, plainName } from './agent-list.ts'
import { matchingAgentsQuery, directoryAgentQuery, similarAgentsQuery } from './queries.ts'
import { firstIdleFor } from '../extension/queries.ts'

/** An agent by the service's UUID, or a joiner by the directory's ID. */
export interface KnownAgent {
  id: string
  isJoiner: boolean
  name: string | null
  /** A joiner whom the directory does not have yet: the reservation adds them. */
  isNew?: true
}

/** Converts an agent from the directory's lists and searches. */
export const knownAgent = ({ id, agentUuid, name, workNumber }: DirectoryAgent): KnownAgent =>
  agentUuid === null
    ? { id, isJoiner: true, name: name ?? workNumber }
    : { id: agentUuid, isJoiner: false, name }

/**
 * The result of a look-up. `known`: the directory's record, or `null` when only the service knows the agent. `ambiguous`: several
 * agents have the name; `similar`: none has it, but some have almost the same; the user has to choose. `no-name`: a greeting or a
 * sentence.
 */
export type Found =
  | { text: string; agent: KnownAgent; why: null; known: DirectoryAgent | null }
  | { text: string; agent: null; why: 'name-unknown'; name: string }
  | { text: string; agent: null; why: 'not-found' | 'no-name' | 'failed' }
  | Choice
export interface Choice {
  text: string
  agent: null
  why: 'ambiguous' | 'similar'
  name: string
  candidates: readonly DirectoryAgent[]
}

/** A person of this name whom neither the directory nor the service has. */
export const asNewColleague = ({ name }: { name: string }): KnownAgent => ({
  id: `new ${nameKey(name)}`,
  isJoiner: true,
  name,
  isNew: true,
})

/** Returns the result with the agent that the user chose for it. */
export function withChosen(found: Found, agent: KnownAgent | undefined): Found {
  if (agent === undefined || !('name' in found)) return found
  const candidates = 'candidates' in found ? found.candidates : []
  const known = candidates.find(({ agentUuid, id }) => (agentUuid ?? id) === agent.id) ?? null
  return { text: found.text, agent, why: null, known }
}

/** Finds an agent by UUID or work number in the service; `null` when there is none. */
async function serviceAgent(client: QueryClient, id: string): Promise<KnownAgent | null> {
  try {
    const { agent } = await client.fetchQuery({ ...firstIdleFor(id), retry: false })
    return agent?.id ? { id: agent.id, isJoiner: false, name: agent.agentName } : null
  } catch (error) {
    if (hasCode(error, 'agent-not-found')) return null
    throw error
  }
}

/** Finds a joiner by the directory's ID, as in a stored list; `null` when there is none. */
async function joinerOf(client: QueryClient, id: string): Promise<DirectoryAgent | null> {
  try {
    return await client.fetchQuery(directoryAgentQuery(id))
  } catch (error) {
    if (hasCode(error, 'not-found')) return null
    throw error
  }
}

/** True for the agent of this name, work number or UUID, or of a work number beside a name. */
function isMeant({ agentUuid, workNumber, name }: DirectoryAgent, texts: ReadonlySet<string>): boolean {
  const both = workNumber === null || name === null ? [] : [`${workNumber} ${name}`, `${name} ${workNumber}`]
  return [agentUuid, workNumber, name, ...both].some((value) => value !== null && texts.has(nameKey(value)))
}

/** Among agents of one name, the one whose work number or extension is in the text too, as in `Zhou Wei (1802)`. */
function narrowed(namesakes: readonly DirectoryAgent[], text: string): readonly DirectoryAgent[] {
  const written = new Set(text.match(/[\p{L}\d]+/gu))
  const named = namesakes.filter(
    ({ workNumber, ext }) => written.has(workNumber ?? '') || written.has(ext ?? ''),
  )
  return named.length === 1 ? named : namesakes
}

/**
 * Finds an agent by UUID, work number or whole name in the directory, without titles and remarks, else by UUID or work number in the
 * service (operation 6), else by a similar name.
 */
async function findAgent(client: QueryClient, text: string): Promise<Found> {
  const names = namesIn(text)
  const [first] = names
  const name = plainName(text)
  if (first === undefined) return { text, agent: null, why: 'no-name' }
  try {
    for (const each of names) {
      const { items } = await client.fetchQuery(matchingAgentsQuery(each))
      const candidates = narrowed(
        items.filter((agent) => isMeant(agent, new Set([each, text].map(nameKey)))),
        text,
      )
      const [one, other] = candidates
      if (other !== undefined) return { text, agent: null, why: 'ambiguous', name, candidates }
      if (one !== undefined) return { text, agent: knownAgent(one), why: null, known: one }
    }
    const joiner = z.safeParse(uuid, first).success ? await joinerOf(client, first) : null
    if (joiner !== null) return { text, agent: knownAgent(joiner), why: null, known: joiner }
    const agent = isAgentId(first) ? await serviceAgent(client, first) : null
    if (agent !== null) return { text, agent, why: null, known: null }
    // Without suggestions, the user still reads that there is no such agent.
    const { items } = await client
      .fetchQuery(similarAgentsQuery(names.at(-1) ?? first))
      .catch(() => ({ items: [] }))
    if (items.length > 0) return { text, agent: null, why: 'similar', name, candidates: items }
    return isAgentId(first)
      ? { text, agent: null, why: 'not-found' }
      : { text, agent: null, why: 'name-unknown', name }
  } catch {
    return { text, agent: null, why: 'failed' }
  }
}

export const lookUpsAtOnce = 4

/** Looks up all texts, at most four at a time, and returns the results in order. */
export const findAgents = (client: QueryClient, texts: readonly string[]): Promise<Found[]> =>
  pLimit(lookUpsAtOnce).map(texts, (text) => findAgent(client, text))
