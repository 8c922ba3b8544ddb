import type { Generated } from 'kysely'
import type { ReservationState } from '#contract/reservations.ts'

declare module '../platform/database/schema.ts' {
  interface Tables {
    reservation: {
      id: string
      account: string
      ext: string
      /** With `keep_days`, the agent who left the number. */
      agent_uuid: string | null
      /** The new colleague's ID in the directory; `agent_uuid` is null until the directory knows the UUID. */
      joiner_id: string | null
      domain: string | null
      lang_code_txt: string | null
      user_id: string
      idempotency_key: string
      body_mac: string
      state: ReservationState
      reserved_at: number
      expires_at: number
      /** When the service last answered a look-up of the number, found or not. */
      checked_at: number
      /** When a look-up of the number last got no answer that can be used, or its answer could not be stored. */
      tried_at: number | null
      /** 1 when the service did not know the number at `checked_at`. */
      missing: Generated<number>
      /** JSON of the agent that has the number, once it is bound or taken; a name only without a UUID. */
      holder: string | null
      ended_at: number | null
      /** The user who released it; of one that an earlier version ended, `ended_by` has the name alone. */
      ended_by_id: string | null
      ended_by: string | null
      reason: string | null
      /** When its user was notified that it ends soon; null before. */
      warned_at: number | null
      /** When its user was notified of an account that may be the new colleague's; null before. */
      appeared_at: number | null
      /** For a number kept back after its agent left: for how many days. Null for a reservation for an agent. */
      keep_days: number | null
    }
  }
}
