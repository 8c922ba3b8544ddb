import * as z from 'zod/mini'
import { agentUuid } from '#contract/text.ts'
import { readPreference, writePreference } from '../lib/preference.ts'
import { sharedValue } from '../lib/shared-value.ts'
import type { KnownAgent } from '../shared/agent-directory/find-agent.ts'

/** Maximum agents of one pasted list. */
export const maxPasted = 100
const key = 'pasted-agents'
const agents = z.array(z.object({ id: agentUuid, isJoiner: z.boolean(), name: z.nullable(z.string()) }))
const pasted = sharedValue<readonly KnownAgent[]>(readPreference(key, agents, []))

/** The last list of agents pasted in this browser. */
export const usePastedAgents = pasted.use

export function setPastedAgents(next: readonly KnownAgent[]): void {
  pasted.set(next)
  writePreference(key, next.length === 0 ? null : next)
}
