import type * as z from 'zod/mini'
import type { newColleague } from '#contract/reservations.ts'
import type { StoreTransaction } from '../platform/database/database.ts'

type Colleague = z.output<typeof newColleague>

/** Whom a number is reserved for: an agent by UUID, or a joiner, who has only the directory's ID until the service shows the UUID. */
export interface ReservedPerson {
  agentUuid: string | null
  joinerId: string | null
  agentName: string | null
}
/** A number and its person. `colleague`: the joiner to add to the directory under `joinerId`. */
export interface Pair extends ReservedPerson {
  ext: string
  colleague: Colleague | null
}

/** A joiner whose UUID the service has shown. */
interface Joined {
  joinerId: string
  agentUuid: string
}

/**
 * Adds newly found UUIDs to the reservations for joiners, within the directory's transaction. Open reservations are then looked
 * up first, because their numbers may already be bound.
 */
export const uuidsForJoiners =
  (account: string) =>
  async (transaction: StoreTransaction, joined: readonly Joined[]): Promise<void> => {
    for (const { joinerId, agentUuid } of joined)
      await transaction
        .updateTable('reservation')
        .set({ agent_uuid: agentUuid, checked_at: 0 })
        .where('account', '=', account)
        .where('joiner_id', '=', joinerId)
        .where('agent_uuid', 'is', null)
        .execute()
  }
