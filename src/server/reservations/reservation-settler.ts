import type { ReservationRow, Holder } from './reservation-rows.ts'
import { system, type Audit } from '../audit/audit-store.ts'
import type { Database } from '../platform/database/database.ts'

type Open = Pick<ReservationRow, 'id' | 'ext' | 'agent_uuid'>

/** Writes what the service shows about reserved numbers; only what is still `reserved` changes. */
export function createReservationSettler({ db, now }: Pick<Database, 'db' | 'now'>, audit: Audit) {
  return {
    /** The number is bound: to the agent it was reserved for, or to another. */
    bound: ({ id, ext, agent_uuid }: Open, holder: Holder): Promise<void> =>
      audit.transaction(async (transaction, write) => {
        const state = holder.agentUuid === agent_uuid ? 'bound' : 'taken'
        const { numUpdatedRows } = await transaction
          .updateTable('reservation')
          .set({ state, holder: JSON.stringify(holder), ended_at: now, checked_at: now, missing: 0 })
          .where('id', '=', id)
          .where('state', '=', 'reserved')
          .executeTakeFirst()
        if (numUpdatedRows === 0n) return
        const reason = `agent ${agent_uuid}`
        await write([
          {
            actor: system,
            action: 'reservation.settle',
            object: ext,
            phase: 'outcome',
            reason,
            result: state,
          },
        ])
      }),

    /** The service shows the number free still, or does not know it, or its answer cannot be read and says neither. */
    async looked({ id }: Open, found: 'free' | 'missing' | 'unreadable'): Promise<void> {
      await db
        .updateTable('reservation')
        .set({ checked_at: now, ...(found === 'unreadable' ? {} : { missing: found === 'missing' ? 1 : 0 }) })
        .where('id', '=', id)
        .where('state', '=', 'reserved')
        .execute()
    },
  }
}
export type ReservationSettler = ReturnType<typeof createReservationSettler>
