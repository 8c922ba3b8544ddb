import * as z from 'zod/mini'
import { agentUuid, isSameAgent } from '#contract/text.ts'
import { readPreference, writePreference } from '../lib/preference.ts'
import { sharedValue } from '../lib/shared-value.ts'

const recentAgent = z.object({ uuid: agentUuid, name: z.nullable(z.string()), at: z.number() })
type RecentAgent = z.infer<typeof recentAgent>

const key = 'recent-agents'
const kept = 12
const recent = sharedValue<readonly RecentAgent[]>(readPreference(key, z.array(recentAgent), []))

function store(agents: readonly RecentAgent[]): void {
  recent.set(agents)
  writePreference(key, agents)
}

/** Returns the agents recently opened in this browser, newest first. */
export const useRecentAgents = recent.use

/** Puts an agent first. Keeps the known name when `name` is `null`. */
export function rememberAgent(uuid: string, name: string | null, at: number): void {
  const known = recent.get().find((agent) => isSameAgent(agent.uuid, uuid))
  const others = recent.get().filter((agent) => !isSameAgent(agent.uuid, uuid))
  store([{ uuid, name: name ?? known?.name ?? null, at }, ...others].slice(0, kept))
}
