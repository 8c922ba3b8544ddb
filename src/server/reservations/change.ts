import type { UpdateObject } from 'kysely'
import { isSameId } from '#upstream/records.ts'
import { newColleagues, recordNamed } from '../people/record.ts'
import { withdrawBinding } from '../follow/withdraw-binding.ts'
import type { WriteAudit } from '../audit/audit-store.ts'
import type { FeatureContext } from '../feature.ts'
import {
  openReservations,
  outcomeOf,
  personColumns,
  reservationEvent,
  type Place,
  type ReservationRow,
  type ReservedPerson,
} from '../follow/rows.ts'
import type { StoreTransaction } from '../platform/database/database.ts'
import type { Tables } from '../platform/database/schema.ts'
import { actorOf, type Actor, type CallOfCaller } from '../platform/http/caller.ts'
import { fieldRefused, ProblemError } from '../platform/problems.ts'

// Changes of reservations, in transactions on record; one runs at a time.

type ChangeContext = Pick<FeatureContext, 'account' | 'database' | 'now'>

/** Who changes a reservation. `anyones`: also one of another user. */
export interface Changer {
  actor: Actor
  anyones: boolean
}
export const changerOf = (call: CallOfCaller): Changer => ({
  actor: actorOf(call),
  anyones: call.caller.permissions.includes('extension.release'),
})

const update = (
  transaction: StoreTransaction,
  { id }: ReservationRow,
  columns: UpdateObject<Tables, 'reservation'>,
): Promise<ReservationRow> =>
  transaction
    .updateTable('reservation')
    .set(columns)
    .where('id', '=', id)
    .returningAll()
    .executeTakeFirstOrThrow()

/** Throws `not-found`, or `reservation-ended`. */
export async function readOpen(
  transaction: StoreTransaction,
  { account }: Pick<Place, 'account'>,
  id: string,
): Promise<ReservationRow> {
  const row = await transaction
    .selectFrom('reservation')
    .selectAll()
    .where('account', '=', account)
    .where('id', '=', id)
    .executeTakeFirst()
  if (row === undefined) throw new ProblemError('not-found')
  if (row.state !== 'reserved') throw new ProblemError('reservation-ended')
  return row
}

function requireOwn({ user_id: owner }: ReservationRow, { actor, anyones }: Changer): void {
  if (owner !== actor.id && !anyones) throw new ProblemError('reservation-of-another')
}

/** Releases an open reservation, and withdraws the request to bind its number. One of another user needs a reason. */
export async function release(
  transaction: StoreTransaction,
  write: WriteAudit,
  place: Place,
  by: Changer,
  row: ReservationRow,
  reason: string | null,
): Promise<void> {
  const { actor } = by
  requireOwn(row, by)
  if (row.user_id !== actor.id && reason === null) throw fieldRefused('reason', 'say why')
  const { now } = place.database
  await update(transaction, row, { state: 'released', ended_at: now, ended_by_id: actor.id, reason })
  await write([outcomeOf(actor, 'reservation.release', row.ext, { values: reservationEvent(row), reason })])
  await withdrawBinding(transaction, write, place, actor, row)
}

/** Releases the open reservations of a user, except of numbers kept back, which no one will get. */
export async function releaseAllOf(
  transaction: StoreTransaction,
  write: WriteAudit,
  place: Place,
  actor: Actor,
  userId: string,
  reason: string,
): Promise<void> {
  const open = await openReservations(transaction, place)
    .where('user_id', '=', userId)
    .where('keep_days', 'is', null)
    .selectAll()
    .execute()
  for (const row of open) await release(transaction, write, place, { actor, anyones: true }, row, reason)
}

/** Releases the open reservations for a new colleague, under the lock of people. */
export async function releaseAllFor(
  transaction: StoreTransaction,
  write: WriteAudit,
  place: Place,
  by: Changer,
  colleagueId: string,
  reason: string | null,
): Promise<void> {
  const open = await openReservations(transaction, place)
    .where('joiner_id', '=', colleagueId)
    .selectAll()
    .execute()
  for (const row of open) await release(transaction, write, place, by, row, reason)
}

/**
 * Moves an open reservation to another person, extends it, or both; a change that is made already writes nothing. A number kept back can't
 * be changed before its agent has left it, because its days start then: throws `extension-bound`.
 */
export async function change(
  transaction: StoreTransaction,
  write: WriteAudit,
  context: ChangeContext,
  by: Changer,
  row: ReservationRow,
  person: ReservedPerson | null,
  until: number | null,
): Promise<void> {
  requireOwn(row, by)
  if (row.keep_days !== null && row.holder !== null) throw new ProblemError('extension-bound')
  const moved = person === null ? row : await move(transaction, write, context, by.actor, row, person)
  if (until === null || until === moved.expires_at) return
  const extended = await update(transaction, moved, { expires_at: until, warned_at: null })
  const values = reservationEvent(extended)
  await write([outcomeOf(by.actor, 'reservation.extend', row.ext, { values })])
}

async function move(
  transaction: StoreTransaction,
  write: WriteAudit,
  context: ChangeContext,
  actor: Actor,
  row: ReservationRow,
  person: ReservedPerson,
): Promise<ReservationRow> {
  // Locks people before the reservation, as `reserve.ts` does.
  const ids = person.colleagueId === null ? [] : [person.colleagueId]
  const to = personColumns(person, await newColleagues(transaction, context, ids))
  if (to === null) throw new ProblemError('agent-not-found')
  const isSame =
    to.agent_uuid === null
      ? row.agent_uuid === null && row.joiner_id === to.joiner_id
      : isSameId(row.agent_uuid, to.agent_uuid)
  if (isSame) return row
  // The service may show the number bound to the new person already, so look it up first.
  const moved = await update(transaction, row, { ...to, keep_days: null, holder: null, checked_at: 0 })
  const [before, after] = [reservationEvent(row), reservationEvent(moved)]
  const values = { ...after, agent: { before: before.agent, after: after.agent } }
  await write([outcomeOf(actor, 'reservation.move', row.ext, { values })])
  await withdrawBinding(transaction, write, context, actor, row)
  await recordNamed(transaction, context, [person], context.now())
  return moved
}
