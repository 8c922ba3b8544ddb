import { randomUUID } from 'node:crypto'
import type { InsertObject, UpdateObject } from 'kysely'
import { maxReserved, usualReservationMs, type newColleague } from '#contract/reservations.ts'
import type { ProblemCode } from '#contract/problem.ts'
import { isSameId } from '#upstream/records.ts'
import { addColleague, knowsWorkNumber, newColleagues, recordNamed } from '../people/record.ts'
import { withdrawBinding } from '../follow/withdraw-binding.ts'
import type { AuditEntry, WriteAudit } from '../audit/audit-store.ts'
import type { FeatureContext } from '../feature.ts'
import {
  openReservations,
  outcomeOf,
  reservationEvent,
  type Place,
  type ReservationRow,
} from '../follow/rows.ts'
import { settle } from '../follow/settle.ts'
import { countOf, inMs, type StoreTransaction } from '../platform/database/database.ts'
import type { Tables } from '../platform/database/schema.ts'
import { actorOf, type Actor, type CallOfCaller } from '../platform/http/caller.ts'
import { fieldRefused, ProblemError } from '../platform/problems.ts'
import type * as z from 'zod/mini'

// Writes of reservations, in transactions on record; one runs at a time. The store's unique index allows one open reservation per
// number.

/** Whom a number is reserved for: an agent by UUID, or a new colleague, who has only the directory's ID until the service shows the UUID. */
export interface ReservedPerson {
  agentUuid: string | null
  colleagueId: string | null
  /** As the user gave it, for the directory. */
  agentName: string | null
}
/** A number and its person. `colleague`: the new colleague to add to the directory under `colleagueId`. */
export interface NumberToReserve extends ReservedPerson {
  ext: string
  colleague: z.output<typeof newColleague> | null
}

/** A number that the service has just shown as free. `at`: when the read began, epoch milliseconds by the store's clock. */
export interface FreeNumber extends NumberToReserve {
  at: number
  domain: string | null
  langCodeTxt: string | null
}

export interface ReserveRequest {
  actor: Actor
  idempotencyKey: string
  /** The request body, compared by its HMAC and never stored. */
  body: string
  /** When the reservations end, epoch milliseconds; `null` for the usual length. */
  until: number | null
}

/** `row`: the reservation, or with `reservation-held` the conflicting one. */
export interface ReserveResult {
  code: Extract<
    ProblemCode,
    'agent-exists' | 'agent-not-found' | 'reservation-held' | 'reservation-too-many'
  > | null
  row: ReservationRow | null
  /** False when the reservation was made before by the same key. */
  isNew?: boolean
}

/** Who changes a reservation. `anyones`: also one of another user. */
export interface Changer {
  actor: Actor
  anyones: boolean
}
export const changerOf = (call: CallOfCaller): Changer => ({
  actor: actorOf(call),
  anyones: call.caller.permissions.includes('extension.release'),
})

type Context = Pick<FeatureContext, 'account' | 'audit' | 'database' | 'now' | 'seal'>

/** The audit entry for a number reserved for a person. `made`: the new reservation. */
export const reserveEntry = (
  actor: Actor,
  { ext, agentUuid, colleagueId }: NumberToReserve,
  phase: AuditEntry['phase'],
  result: string | null = null,
  made: ReservationRow | null = null,
): AuditEntry => ({
  actor,
  action: 'reservation.reserve',
  object: ext,
  phase,
  values: made === null ? { agent: agentUuid ?? colleagueId } : reservationEvent(made),
  result,
})

const reservationsOf = (
  from: Pick<StoreTransaction, 'selectFrom'>,
  { actor, idempotencyKey }: ReserveRequest,
) =>
  from
    .selectFrom('reservation')
    .selectAll()
    .where('user_id', '=', actor.id)
    .where('idempotency_key', '=', idempotencyKey)

/** The reservations of an earlier request with the same key. Throws `key-reused` when its body was different. */
export async function readRepeated(
  { database, seal }: Context,
  request: ReserveRequest,
): Promise<ReservationRow[]> {
  const rows = await reservationsOf(database.db, request).execute()
  if (rows.some(({ body_mac }) => !seal.isMac(request.body, body_mac))) throw new ProblemError('key-reused')
  return rows
}

/** Reserves free numbers and records the outcomes, also of the refused ones. Returns results by number. */
export function reserveFree(
  context: Context,
  request: ReserveRequest,
  free: readonly FreeNumber[],
  refused: readonly (NumberToReserve & { code: ProblemCode })[],
): Promise<Map<string, ReserveResult>> {
  const { audit, database, now } = context
  const { actor } = request
  return audit.transaction(async (transaction, write) => {
    // Locks people before any reservation: a new colleague that gets a UUID locks in the same order.
    const colleagues = await newColleagues(
      transaction,
      context,
      free.flatMap(({ colleagueId }) => colleagueId ?? []),
    )
    // The reads may have ended earlier reservations.
    await settle(
      transaction,
      write,
      context,
      free.map(({ ext, at }) => ({ ext, shown: 'free', at })),
    )
    const ofUser = openReservations(transaction, context)
      .where('user_id', '=', actor.id)
      .where('expires_at', '>', database.now)
      .where('keep_days', 'is', null)
    let room = maxReserved - (await countOf(ofUser))
    const results = new Map<string, ReserveResult>()
    for (const number of free) {
      const result: ReserveResult =
        room > 0
          ? await reserveOne(transaction, context, request, number, colleagues)
          : { code: 'reservation-too-many', row: null }
      if (result.code === null) room--
      results.set(number.ext, result)
    }
    await write([
      ...free.map((number) => {
        const { code = null, row = null, isNew = false } = results.get(number.ext) ?? {}
        return reserveEntry(actor, number, 'outcome', code ?? 'done', isNew ? row : null)
      }),
      ...refused.map(({ code, ...number }) => reserveEntry(actor, number, 'outcome', code)),
    ])
    const reserved = free.filter(({ ext }) => results.get(ext)?.code === null)
    await recordNamed(transaction, context, reserved.flatMap(agentOf), now())
    return results
  })
}

async function reserveOne(
  transaction: StoreTransaction,
  context: Context,
  request: ReserveRequest,
  { ext, domain, langCodeTxt, colleague, ...reservedPerson }: FreeNumber,
  colleagues: Colleagues,
): Promise<ReserveResult> {
  const { database, seal, now } = context
  const { actor, idempotencyKey, body, until } = request
  const person =
    colleague === null
      ? personColumns(reservedPerson, colleagues)
      : { agent_uuid: null, joiner_id: reservedPerson.colleagueId }
  if (person === null) return { code: 'agent-not-found', row: null }
  const before = await reservationsOf(transaction, request).where('ext', '=', ext).executeTakeFirst()
  if (before !== undefined) return { code: null, row: before }
  const workNumber = colleague?.workNumber
  if (workNumber !== undefined && (await knowsWorkNumber(transaction, context, workNumber)))
    return { code: 'agent-exists', row: null }
  const row = await insertReservation(transaction, context, {
    ...person,
    ext,
    domain,
    lang_code_txt: langCodeTxt,
    user_id: actor.id,
    idempotency_key: idempotencyKey,
    body_mac: seal.mac(body),
    expires_at: until ?? inMs(database.now)(usualReservationMs),
  })
  if (row === null) {
    const held = openReservations(transaction, context).where('ext', '=', ext).selectAll()
    return { code: 'reservation-held', row: (await held.executeTakeFirst()) ?? null }
  }
  if (colleague !== null && person.joiner_id !== null)
    await addColleague(transaction, context, person.joiner_id, colleague, now())
  return { code: null, row, isNew: true }
}

/** The UUIDs of new colleagues by ID; null for one whom the service has not shown. */
type Colleagues = ReadonlyMap<string, string | null>

/** The columns of the person whom a reservation is for; null for a new colleague whom the directory does not have. */
function personColumns({ agentUuid, colleagueId }: ReservedPerson, colleagues: Colleagues) {
  if (colleagueId === null) return { agent_uuid: agentUuid, joiner_id: null }
  const uuid = colleagues.get(colleagueId)
  return uuid === undefined ? null : { agent_uuid: uuid, joiner_id: colleagueId }
}

/** An agent, for the directory. */
const agentOf = ({ agentUuid, agentName }: ReservedPerson) =>
  agentUuid === null ? [] : [{ agentUuid, agentName }]

/** Inserts an open reservation; null when the number has one. */
export async function insertReservation(
  transaction: StoreTransaction,
  { account, database: { now } }: Place,
  columns: Omit<
    InsertObject<Tables, 'reservation'>,
    'id' | 'account' | 'state' | 'reserved_at' | 'checked_at'
  >,
): Promise<ReservationRow | null> {
  const row = await transaction
    .insertInto('reservation')
    .values({
      id: randomUUID(),
      account,
      state: 'reserved',
      reserved_at: now,
      checked_at: now,
      ...columns,
    })
    .onConflict((conflict) => conflict.doNothing())
    .returningAll()
    .executeTakeFirst()
  return row ?? null
}

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
  context: Context,
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
  context: Context,
  actor: Actor,
  row: ReservationRow,
  person: ReservedPerson,
): Promise<ReservationRow> {
  // Locks people before the reservation, as `reserveFree` does.
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
  await recordNamed(transaction, context, agentOf(person), context.now())
  return moved
}
