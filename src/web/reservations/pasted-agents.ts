import * as z from 'zod/mini'
import { agentUuid } from '#contract/text.ts'
import { readPreference, writePreference } from '../lib/preference.ts'
import { sharedValue } from '../lib/shared-value.ts'
import type { KnownAgent } from '../shared/agent-directory/find-agent.ts'

/** Agents of one pasted list. */
export const mostPasted = 100
const key = 'pasted-agents'
const agents = z.array(z.object({ id: agentUuid, isJoiner: z.boolean(), name: z.nullable(z.string()) }))
const pasted = sharedValue<readonly KnownAgent[]>(readPreference(key, agents, []))

/** The list of agents this browser was given last. */
export const usePastedAgents = pasted.use

export function setPastedAgents(next: readonly KnownAgent[]): void {
  pasted.set(next)
  writePreference(key, next.length === 0 ? null : next)
}
