import * as z from 'zod/mini'
import { agentUuid, isSameAgent } from '#contract/text.ts'
import { userPreference } from '../../lib/preference.ts'

const recentPerson = z.object({ uuid: agentUuid, name: z.nullable(z.string()), at: z.number() })
const maxRecent = 12
const recent = userPreference('recent-people', z.array(recentPerson), [])

/** Returns the agents that this user recently opened in this browser, newest first. */
export const useRecentPeople = recent.use

/** Puts an agent first. Keeps the known name when `name` is `null`. */
export function rememberPerson(uuid: string, name: string | null, at: number): void {
  const previous = recent.get().find((person) => isSameAgent(person.uuid, uuid))
  const others = recent.get().filter((person) => !isSameAgent(person.uuid, uuid))
  recent.set([{ uuid, name: name ?? previous?.name ?? null, at }, ...others].slice(0, maxRecent))
}
