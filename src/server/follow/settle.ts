import type { PersonKind } from '#contract/reservations.ts'
import { nameKey } from '#contract/text.ts'
import { isSameId } from '#upstream/records.ts'
import { system, type Audit, type WriteAudit } from '../audit/audit-store.ts'
import { holderIn, lastSeen, toStoredHolder, type Holder, type SeenNumber } from '../numbers/shown.ts'
import { readPeople } from '../people/named.ts'
import { inMs, type Database, type StoreTransaction } from '../platform/database/database.ts'
import { isPostponed, isStoreAway } from '../platform/problems.ts'
import {
  awaitedRequests,
  isAboutAny,
  numbersOf,
  openReservations,
  outcomeOf,
  requestersOf,
  requestEvent,
  reservationEvent,
  type Place,
  type Reader,
  type RequestRow,
  type ReservationRow,
} from './rows.ts'
import { graceMs, isFulfilled, next, type Next } from './states.ts'

type ReservationColumns = Pick<ReservationRow, 'expires_at' | 'holder' | 'missing' | 'ended_at'> &
  Pick<Next, 'state'>

/** A reservation, and who has its number. */
interface Held {
  row: ReservationRow
  holder: Holder | null
}

/** What is known of the person whom a reservation without a UUID is for, and of the account that has the number. */
interface Colleague {
  kind: PersonKind
  /** False for another person's account: a user said so, or the console knew it before, with another name and work number. */
  mayHaveAccount: boolean
}

/** Reads the people of those reservations that have no UUID, and whose numbers are bound. */
async function readColleagues(
  from: Reader,
  { account }: Pick<Place, 'account'>,
  reservations: readonly Held[],
): Promise<(reservation: Held) => Colleague> {
  const bound = reservations.filter(({ row, holder }) => row.agent_uuid === null && holder !== null)
  if (bound.length === 0) return () => ({ kind: 'person', mayHaveAccount: true })
  const ids = bound.map(({ row }) => row.joiner_id ?? '')
  const uuids = bound.map(({ holder }) => holder?.agentUuid ?? '')
  const people = await from
    .selectFrom('person')
    .where('account', '=', account)
    .where((where) => where.or([where('agent_uuid', 'in', uuids), where('id', 'in', ids)]))
    .select(['id', 'agent_uuid', 'kind', 'name', 'first_seen_at', 'work_number'])
    .execute()
  const apart = await from
    .selectFrom('same_person')
    .where('account', '=', account)
    .where('is_same', '=', 0)
    .where('colleague_id', 'in', ids)
    .select(['colleague_id', 'person_id'])
    .execute()
  return ({ row, holder }) => {
    const agent = people.find(
      (person) => person.agent_uuid !== null && person.agent_uuid === holder?.agentUuid,
    )
    const colleague = people.find((person) => person.id === row.joiner_id)
    const isOther =
      agent !== undefined &&
      (apart.some((pair) => pair.colleague_id === row.joiner_id && pair.person_id === agent.id) ||
        (agent.first_seen_at < row.reserved_at &&
          (agent.work_number === null || agent.work_number !== colleague?.work_number) &&
          nameKey(holder?.agentName ?? agent.name ?? '') !== nameKey(colleague?.name ?? '')))
    return { kind: colleague?.kind ?? 'person', mayHaveAccount: !isOther }
  }
}

/** Returns what was shown of a number since a time; what was shown before says nothing. */
type ShownSince = (ext: string, since: number) => SeenNumber

/** What follows from what was shown: the open reservations that change, and the requests that are fulfilled. */
interface Consequences {
  changes: Change[]
  fulfilled: RequestRow[]
}

/** Reads what follows from what the service shows of these numbers. Changes nothing. */
async function readConsequences(
  from: Reader,
  place: Place,
  seen: readonly SeenNumber[],
): Promise<Consequences> {
  const byNumber = new Map(seen.map((number) => [number.ext, number]))
  const numbers = [...byNumber.keys()]
  const { now } = place.database
  const reservations = await openReservations(from, place)
    // PostgreSQL knows no empty list.
    .where('ext', 'in', [...numbers, ''])
    .selectAll()
    .select(now.as('now'))
    .execute()
  const requests = await awaitedRequests(from, place)
    .where((where) => isAboutAny(where, numbers))
    .selectAll()
    .execute()
  // Of a swap, the other number was shown before.
  const others = requests.flatMap((row) => numbersOf(row)).filter((ext) => !byNumber.has(ext))
  for (const number of await lastSeen(from, place.account, others)) byNumber.set(number.ext, number)
  const shownSince: ShownSince = (ext, since) => {
    const number = byNumber.get(ext)
    return number === undefined || number.at < since ? { ext, shown: 'unclear', at: 0 } : number
  }
  const open = reservations.map(({ now: readAt, ...row }) => {
    const number = shownSince(row.ext, row.reserved_at)
    return { row, readAt, number, holder: typeof number.shown === 'object' ? number.shown.holder : null }
  })
  const colleagueOf = await readColleagues(from, place, open)
  const changes = open.flatMap((reservation) => {
    const { row, readAt, number } = reservation
    const set = columnsAfter(reservation, number, colleagueOf(reservation), readAt)
    const isSame = Object.entries(set).every(([column, value]) => Reflect.get(row, column) === value)
    return isSame ? [] : [{ row, set }]
  })
  return { changes, fulfilled: requests.filter((row) => isFulfilledBy(row, shownSince)) }
}

/** Returns those of these numbers from which something follows. Only that is on record and waits for the audit. */
export async function followedAmong(
  from: Reader,
  place: Place,
  seen: readonly SeenNumber[],
): Promise<ReadonlySet<string>> {
  const { changes, fulfilled } = await readConsequences(from, place, seen)
  return new Set([...changes.map(({ row }) => row.ext), ...fulfilled.flatMap((row) => numbersOf(row))])
}

function columnsAfter(
  { row, holder }: Held,
  { shown, at }: SeenNumber,
  { kind, mayHaveAccount: mayBeColleague }: Colleague,
  now: number,
): ReservationColumns {
  const before = {
    agentUuid: row.agent_uuid,
    kind,
    keepDays: row.keep_days,
    expiresAt: row.expires_at,
    isWaiting: row.holder !== null,
  }
  const { state, isWaiting, expiresAt } = next(before, { number: shown, mayBeColleague, at }, now)
  const isClear = shown !== 'unclear'
  // As the times of the number's row, so that its binding since then is this one.
  const endedAt = isClear ? at : now
  return {
    state,
    expires_at: expiresAt,
    holder: !isClear
      ? row.holder
      : holder !== null && (isWaiting || state !== 'reserved')
        ? toStoredHolder(holder)
        : null,
    missing: isClear ? Number(shown === 'missing') : row.missing,
    ended_at: state === 'reserved' ? null : state === 'expired' ? expiresAt : endedAt,
  }
}

const endActions = {
  bound: 'reservation.fulfill',
  taken: 'reservation.lose',
  expired: 'reservation.expire',
} as const

interface Change {
  row: ReservationRow
  set: Pick<Next, 'state'> &
    Partial<Omit<ReservationColumns, 'ended_at'>> & { ended_at: number | null | Database['now'] }
}

/** Saves what became of reservations, and records their ends. */
async function saveChanges(
  transaction: StoreTransaction,
  write: WriteAudit,
  { account }: Place,
  changes: readonly Change[],
): Promise<void> {
  const holderAfter = ({ row, set }: Change) => holderIn({ holder: set.holder ?? row.holder })
  const ended = changes.filter(({ set }) => set.state !== 'reserved')
  const people = await readPeople(
    transaction,
    account,
    ended.flatMap((change) =>
      [change.row.agent_uuid ?? change.row.joiner_id, holderAfter(change)?.agentUuid].filter(
        (id) => id != null,
      ),
    ),
  )
  for (const change of changes) {
    const { row, set } = change
    await transaction.updateTable('reservation').set(set).where('id', '=', row.id).execute()
    if (set.state === 'reserved') continue
    const agent = row.agent_uuid ?? row.joiner_id
    const person = people.get(agent ?? '')
    const { agentUuid: holder = null, agentName: holderName = null } =
      set.state === 'expired' ? {} : (holderAfter(change) ?? {})
    const isOther = set.state === 'taken' || row.agent_uuid === null
    const concerns = {
      person: row.user_id,
      id: row.id,
      agent: person?.name ?? person?.workNumber ?? null,
      holder: isOther ? (people.get(holder ?? '')?.name ?? holderName) : null,
    }
    const values = {
      ...reservationEvent({ ...row, expires_at: set.expires_at ?? row.expires_at, holder: null }),
      ...(holder === null ? holderName !== null && { holderName } : { holder }),
    }
    // A number kept back concerns no user in person.
    const outcome = row.keep_days === null ? { values, concerns } : { values }
    await write([outcomeOf(system, endActions[set.state], row.ext, outcome)])
  }
}

/**
 * Brings reservations and requests in line with what the service shows of their numbers: every observation and look-up ends here, and
 * each command that makes a last answer of the service mean something else, such as a reservation of a number already bound.
 */
export async function settle(
  transaction: StoreTransaction,
  write: WriteAudit,
  place: Place,
  seen: readonly SeenNumber[],
): Promise<void> {
  const { changes, fulfilled } = await readConsequences(transaction, place, seen)
  if (changes.length > 0) await saveChanges(transaction, write, place, changes)
  if (fulfilled.length > 0) await fulfill(transaction, write, place, fulfilled)
}

/** Where numbers belong, and the audit of what follows from them. */
export interface Followed extends Place {
  audit: Pick<Audit, 'transaction'>
}

/** Numbers that could not be written, and why. */
export interface Failure {
  numbers: readonly string[]
  error: unknown
}

/** Returns the errors to log: of an unreachable store, which fails every number, the first only. */
export function errorsOf(failures: readonly Failure[]): unknown[] {
  const errors = failures.map(({ error }) => error)
  return [...errors.filter((error) => !isPostponed(error)), ...errors.filter(isPostponed).slice(0, 1)]
}

/** The failure of a store that is away: each other number would wait for its time-out, and fail as well. */
export const awayIn = (failures: readonly Failure[]): Failure | undefined =>
  failures.find(({ error }) => isStoreAway(error))

/**
 * Settles numbers in a transaction each, so that a fault delays that number alone, unless the store is away. `show` returns what the
 * service shows of it, and may store that. Returns what could not be settled.
 */
export async function settleEach(
  place: Followed,
  numbers: Iterable<string>,
  show: (transaction: StoreTransaction, ext: string) => Promise<SeenNumber[]>,
): Promise<Failure[]> {
  const failures: Failure[] = []
  for (const ext of numbers) {
    const away = awayIn(failures)
    if (away !== undefined) failures.push({ ...away, numbers: [ext] })
    else
      await place.audit
        .transaction(async (transaction, write) =>
          settle(transaction, write, place, await show(transaction, ext)),
        )
        .catch((error: unknown) => failures.push({ numbers: [ext], error }))
  }
  return failures
}

const unansweredAtOnce = 500

/** Ends the reservations whose numbers the service has not answered for since their end. Returns what could not be settled. */
export async function settleUnanswered(
  place: Followed & { database: Pick<Database, 'db'> },
): Promise<Failure[]> {
  const { account, database } = place
  const rows = await openReservations(database.db, place)
    .where('expires_at', '<=', inMs(database.now)(-graceMs))
    // A number kept back has no end before its agent has left it.
    .where((where) => where.or([where('keep_days', 'is', null), where('holder', 'is', null)]))
    .select('ext')
    .limit(unansweredAtOnce)
    .execute()
  const numbers = rows.map(({ ext }) => ext)
  return settleEach(place, numbers, (transaction, ext) => lastSeen(transaction, account, [ext]))
}

function isFulfilledBy(row: RequestRow, shownSince: ShownSince): boolean {
  const { kind, ext, with_ext: other, agent_uuid: agentUuid, bound_uuid: boundUuid, asked_at: since } = row
  const { shown } = shownSince(ext, since)
  if (other === null) return isFulfilled({ kind, agentUuid }, shown)
  const swapped = { agentUuid: boundUuid, shown: shownSince(other, since).shown }
  return isFulfilled({ kind, agentUuid, other: swapped }, shown)
}

async function fulfill(
  transaction: StoreTransaction,
  write: WriteAudit,
  place: Place,
  rows: readonly RequestRow[],
): Promise<void> {
  await transaction
    .updateTable('service_request')
    .set({ state: 'done', closed_at: place.database.now })
    .where(
      'id',
      'in',
      rows.map(({ id }) => id),
    )
    .execute()
  const requesterOf = await requestersOf(transaction, place, rows)
  await write(
    rows.map((row) =>
      outcomeOf(system, 'request.settle', row.ext, {
        values: requestEvent(row),
        concerns: requesterOf(row),
      }),
    ),
  )
}

/**
 * Follows what a user said of a new colleague and an account. A reservation that had come true with an account that turns out to be
 * another person's was lost.
 */
export async function settleColleague(
  transaction: StoreTransaction,
  write: WriteAudit,
  place: Place,
  { colleagueId, agentUuid }: { colleagueId: string; agentUuid: string | null },
): Promise<void> {
  const ofColleague = () =>
    transaction
      .updateTable('reservation')
      .where('account', '=', place.account)
      .where('joiner_id', '=', colleagueId)
  if (agentUuid !== null)
    await ofColleague().set({ agent_uuid: agentUuid }).where('agent_uuid', 'is', null).execute()
  const rows = await transaction
    .selectFrom('reservation')
    .selectAll()
    .where('account', '=', place.account)
    .where('joiner_id', '=', colleagueId)
    .where('state', '=', 'bound')
    .execute()
  const cameTrue = rows.map((row) => ({ row, holder: holderIn(row) })).filter(({ holder }) => holder !== null)
  const colleagueOf = await readColleagues(transaction, place, cameTrue)
  const isOther = (reservation: Held) =>
    reservation.row.agent_uuid === null
      ? !colleagueOf(reservation).mayHaveAccount
      : !isSameId(reservation.holder?.agentUuid ?? null, reservation.row.agent_uuid)
  const set = { state: 'taken', ended_at: place.database.now } as const
  await saveChanges(
    transaction,
    write,
    place,
    cameTrue.filter(isOther).map(({ row }) => ({ row, set })),
  )
  await settleOpenOf(transaction, write, place, colleagueId)
}

/** Judges the open reservations for a new colleague again by what was last shown of their numbers. */
export async function settleOpenOf(
  transaction: StoreTransaction,
  write: WriteAudit,
  place: Place,
  colleagueId: string,
): Promise<void> {
  const open = await openReservations(transaction, place)
    .where('joiner_id', '=', colleagueId)
    .select('ext')
    .execute()
  const numbers = open.map(({ ext }) => ext)
  await settle(transaction, write, place, await lastSeen(transaction, place.account, numbers))
}
