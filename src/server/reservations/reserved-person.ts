import type * as z from 'zod/mini'
import type { newColleague } from '#contract/reservations.ts'

type Colleague = z.output<typeof newColleague>

/** Whom a number is reserved for: an agent by UUID, or a new colleague, who has only the directory's ID until the service shows the UUID. */
export interface ReservedPerson {
  agentUuid: string | null
  colleagueId: string | null
  /** As the user gave it, for the directory. */
  agentName: string | null
}
/** A number and its person. `colleague`: the new colleague to add to the directory under `colleagueId`. */
export interface Pair extends ReservedPerson {
  ext: string
  colleague: Colleague | null
}
