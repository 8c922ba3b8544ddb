import type { WriteAudit } from '../audit/audit-store.ts'
import { outcomeOf, reservationEvent, type Place } from '../follow/follow.ts'
import { toStoredHolder } from '../numbers/shown.ts'
import { inMs, type StoreTransaction } from '../platform/database/database.ts'
import type { Actor } from '../platform/http/caller.ts'

const dayMs = 24 * 3_600_000

/** A number, still bound, and the agent who leaves it. */
interface LeftNumber {
  ext: string
  agentUuid: string
}

/**
 * Keeps numbers back that an agent leaves, by reservations for no one. Leaves out those with an open reservation. Returns the numbers
 * kept back.
 */
export async function keepBack(
  transaction: StoreTransaction,
  write: WriteAudit,
  { account, database: { now } }: Place,
  actor: Actor,
  days: number,
  numbers: readonly LeftNumber[],
): Promise<string[]> {
  const keptBack: string[] = []
  for (const { ext, agentUuid } of numbers) {
    const id = crypto.randomUUID()
    const made = await transaction
      .insertInto('reservation')
      .values({
        id,
        account,
        ext,
        agent_uuid: agentUuid,
        user_id: actor.id,
        // The pending request is what makes it once.
        idempotency_key: id,
        body_mac: '',
        state: 'reserved',
        reserved_at: now,
        // Without meaning until the agent has left the number.
        expires_at: inMs(now)(days * dayMs),
        checked_at: now,
        holder: toStoredHolder({ agentUuid, agentName: null, since: null }),
        keep_days: days,
      })
      .onConflict((conflict) => conflict.doNothing())
      .returningAll()
      .executeTakeFirst()
    if (made === undefined) continue
    keptBack.push(ext)
    await write([outcomeOf(actor, 'reservation.keep', ext, { values: reservationEvent(made) })])
  }
  return keptBack
}

/** Releases numbers kept back that the service still shows with the agent: their requests were withdrawn. */
export async function keepNoLonger(
  transaction: StoreTransaction,
  write: WriteAudit,
  place: Place,
  actor: Actor,
  numbers: readonly string[],
  reason: string,
): Promise<void> {
  if (numbers.length === 0) return
  const released = await transaction
    .updateTable('reservation')
    .set({ state: 'released', ended_at: place.database.now, ended_by_id: actor.id, reason })
    .where('account', '=', place.account)
    .where('ext', 'in', numbers)
    .where('state', '=', 'reserved')
    .where('keep_days', 'is not', null)
    .where('holder', 'is not', null)
    .returningAll()
    .execute()
  await write(
    released.map((row) =>
      outcomeOf(actor, 'reservation.release', row.ext, { values: reservationEvent(row), reason }),
    ),
  )
}
