import { randomUUID } from 'node:crypto'
import type { WriteAudit } from '../audit/audit-store.ts'
import {
  insertReservation,
  openReservations,
  outcomeOf,
  reservationEvent,
  type Place,
} from '../follow/rows.ts'
import { toStoredHolder } from '../numbers/shown.ts'
import { inMs, type StoreTransaction } from '../platform/database/database.ts'
import type { Actor } from '../platform/http/caller.ts'
import { release } from './change.ts'

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
  place: Place,
  actor: Actor,
  days: number,
  numbers: readonly LeftNumber[],
): Promise<string[]> {
  const keptBack: string[] = []
  for (const { ext, agentUuid } of numbers) {
    const made = await insertReservation(transaction, place, {
      ext,
      agent_uuid: agentUuid,
      user_id: actor.id,
      // The pending request is what makes it once.
      idempotency_key: randomUUID(),
      body_mac: '',
      // Without meaning until the agent has left the number.
      expires_at: inMs(place.database.now)(days * dayMs),
      holder: toStoredHolder({ agentUuid, agentName: null, since: null }),
      keep_days: days,
    })
    if (made === null) continue
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
  const keptBack = await openReservations(transaction, place)
    .where('ext', 'in', numbers)
    .where('keep_days', 'is not', null)
    .where('holder', 'is not', null)
    .selectAll()
    .execute()
  for (const row of keptBack) await release(transaction, write, place, { actor, anyones: true }, row, reason)
}
