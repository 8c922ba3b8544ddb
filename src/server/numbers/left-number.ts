import type { Actor } from '../platform/http/caller.ts'

/** A number, still bound, and the agent who leaves it. */
export interface LeftNumber {
  ext: string
  agentUuid: string
  agentName: string | null
}
/** The user who asks for a change, and the name that lists show. */
export interface ByUser {
  actor: Actor
  userName: string
}
