import { sql, type ExpressionBuilder, type Selectable } from 'kysely'
import type { AuditAction } from '#contract/audit.ts'
import type { PersonKind } from '#contract/reservations.ts'
import { observableKinds } from '#contract/service-requests.ts'
import { nameKey } from '#contract/text.ts'
import { system, type AuditEntry, type Concerned, type WriteAudit } from '../audit/audit-store.ts'
import { storeTime, type Database, type StoreTransaction } from '../platform/database/database.ts'
import type { Tables } from '../platform/database/schema.ts'
import type { Actor } from '../platform/http/caller.ts'
import { isSameId } from '#upstream/records.ts'
import { readPeople } from '../people/named.ts'
import { holderIn, shownIn, toStoredHolder, type Holder, type ShownNumber } from '../numbers/shown.ts'
import { isFulfilled, next, type Next } from './states.ts'

type ReservationRow = Selectable<Tables['reservation']>
type RequestRow = Selectable<Tables['service_request']>

/** Where the numbers belong, and the store's time. */
export interface Place {
  database: Pick<Database, 'now'>
  account: string
}

/** A number as an answer of the service shows it. `at`: when the call began, epoch milliseconds. */
export interface SeenNumber {
  ext: string
  shown: ShownNumber
  at: number
}

/** The outcome of a change of one number's reservation or request. */
export const outcomeOf = (
  actor: Actor,
  action: Extract<AuditAction, `reservation.${string}` | `request.${string}`>,
  ext: string,
  more: Pick<AuditEntry, 'values' | 'reason' | 'result' | 'concerns'>,
): AuditEntry => ({ actor, action, object: ext, result: 'done', ...more })

/** Reads of the store, or of a transaction. */
type Reader = Pick<Database['db'], 'selectFrom' | 'selectNoFrom'>

/** Returns whom a change of each of these requests concerns: the user who made it. */
export async function requestersOf(
  from: Reader,
  { account }: Pick<Place, 'account'>,
  rows: readonly RequestRow[],
): Promise<(row: RequestRow) => Concerned> {
  const agentOf = ({ agent_uuid: next, bound_uuid: holder }: RequestRow) => next ?? holder
  const people = await readPeople(
    from,
    account,
    rows.flatMap((row) => agentOf(row) ?? []),
  )
  return (row) => {
    const agent = agentOf(row)
    return { person: row.user_id, id: row.id, agent: people.get(agent ?? '')?.name ?? agent }
  }
}

export const openReservations = (from: Reader, { account }: Pick<Place, 'account'>) =>
  from.selectFrom('reservation').where('account', '=', account).where('state', '=', 'reserved')

/** SQL: the request is about one of these numbers; a swap is about two. */
export const isAboutAny = (where: ExpressionBuilder<Tables, 'service_request'>, numbers: readonly string[]) =>
  // PostgreSQL knows no empty list.
  where.or([where('ext', 'in', [...numbers, '']), where('with_ext', 'in', [...numbers, ''])])

/** Both numbers of a swap, else the one of the request. */
export const numbersOf = ({ ext, with_ext: other }: Pick<RequestRow, 'ext' | 'with_ext'>): string[] =>
  other === null ? [ext] : [ext, other]

/** What the audit says of what happened to a reservation, beside its number. One of a number kept back has no end before its agent has left. */
export const reservationEvent = (row: ReservationRow) => ({
  id: row.id,
  agent: row.agent_uuid ?? row.joiner_id,
  until: row.keep_days !== null && row.holder !== null ? null : row.expires_at,
  ...(row.keep_days !== null && { days: row.keep_days }),
})

/** What the audit says of a request beside its number. */
export const requestValues = ({ kind, with_ext: swapWith }: Pick<RequestRow, 'kind' | 'with_ext'>) => ({
  kind,
  ...(swapWith !== null && { swapWith }),
})

/** The same of what happened to the request. `agent`: who has the number, and who is to get it. */
export const requestEvent = (row: RequestRow) => ({
  id: row.id,
  ...requestValues(row),
  ...((row.bound_uuid ?? row.agent_uuid) !== null && {
    agent: { before: row.bound_uuid, after: row.agent_uuid },
  }),
})

/** Requests that an answer of the service can fulfill. */
export const awaitedRequests = (from: Reader, { account }: Pick<Place, 'account'>) =>
  from
    .selectFrom('service_request')
    .where('account', '=', account)
    .where('closed_at', 'is', null)
    .where('kind', 'in', observableKinds)

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

/** Returns those of the numbers that an open reservation or a request that an answer can fulfill is about. */
export async function awaitedAmong(
  from: Reader,
  place: Pick<Place, 'account'>,
  numbers: readonly string[],
): Promise<ReadonlySet<string>> {
  const rows = await openReservations(from, place)
    .where('ext', 'in', numbers)
    .select(['ext', sql<string | null>`NULL`.as('with_ext')])
    .unionAll(
      awaitedRequests(from, place)
        .where((where) => isAboutAny(where, numbers))
        .select(['ext', 'with_ext']),
    )
    .execute()
  return new Set(rows.flatMap((row) => numbersOf(row)))
}

/** Returns what was shown of a number since a time; what was shown before says nothing. */
type ShownSince = (ext: string, since: number) => SeenNumber

/** Returns those of the open reservations that change, and how. */
async function changesOf(
  from: Reader,
  place: Place,
  open: readonly ReservationRow[],
  shownSince: ShownSince,
): Promise<Change[]> {
  const reservations = open.map((row) => {
    const seen = shownSince(row.ext, row.reserved_at)
    return { row, seen, holder: typeof seen.shown === 'object' ? seen.shown.holder : null }
  })
  const colleagueOf = await readColleagues(from, place, reservations)
  const now = await storeTime(from, place.database)
  return reservations.flatMap((reservation) => {
    const { row, seen } = reservation
    const set = columnsAfter(reservation, seen, colleagueOf(reservation), now)
    const isSame = Object.entries(set).every(([column, value]) => Reflect.get(row, column) === value)
    return isSame ? [] : [{ row, set }]
  })
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
  // By the clock of the console that saw it, as the times of the number's row are: another clock can differ.
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
async function save(
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
 * Brings reservations and requests in line with what the service shows of their numbers: every observation, look-up and command ends
 * here.
 */
export async function settle(
  transaction: StoreTransaction,
  write: WriteAudit,
  place: Place,
  seen: readonly SeenNumber[],
): Promise<void> {
  const byNumber = new Map(seen.map((number) => [number.ext, number]))
  const numbers = [...byNumber.keys()]
  if (numbers.length === 0) return
  const open = await openReservations(transaction, place).where('ext', 'in', numbers).selectAll().execute()
  const requests = await awaitedRequests(transaction, place)
    .where((where) => isAboutAny(where, numbers))
    .selectAll()
    .execute()
  // Of a swap, the other number was shown before.
  const others = requests.flatMap((row) => numbersOf(row)).filter((ext) => !byNumber.has(ext))
  for (const number of await lastSeen(transaction, place, others)) byNumber.set(number.ext, number)
  const shownSince: ShownSince = (ext, since) => {
    const number = byNumber.get(ext)
    return number === undefined || number.at < since ? { ext, shown: 'unclear', at: 0 } : number
  }
  if (open.length > 0)
    await save(transaction, write, place, await changesOf(transaction, place, open, shownSince))
  const fulfilled = requests.filter((row) => isFulfilledBy(row, shownSince))
  if (fulfilled.length > 0) await fulfill(transaction, write, place, fulfilled)
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

/** What the service showed of these numbers when they were last seen. */
export async function lastSeen(
  from: Reader,
  { account }: Pick<Place, 'account'>,
  numbers: readonly string[],
): Promise<SeenNumber[]> {
  if (numbers.length === 0) return []
  const rows = await from
    .selectFrom('number')
    .selectAll()
    .where('account', '=', account)
    .where('ext', 'in', numbers)
    .execute()
  const seen = new Map(rows.map((row) => [row.ext, { shown: shownIn(row), at: row.seen_at }]))
  return numbers.map((ext) => ({ ext, ...(seen.get(ext) ?? { shown: 'unclear', at: 0 }) }))
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
  await save(
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
  await settle(transaction, write, place, await lastSeen(transaction, place, numbers))
}
