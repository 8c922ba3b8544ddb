import { randomUUID } from 'node:crypto'
import pLimit from 'p-limit'
import type * as z from 'zod/mini'
import { reasonOf } from '#contract/number-states.ts'
import type { ProblemCode } from '#contract/problem.ts'
import {
  longestReservationMs,
  maxReserved,
  usualReservationMs,
  type newColleague,
  type PairOutcome,
  type reserve,
  type Reservation,
} from '#contract/reservations.ts'
import { pendingStates, requestKinds } from '#contract/service-requests.ts'
import { isSameId, type NumberedExtension } from '#upstream/records.ts'
import type { AuditEntry } from '../audit/audit-store.ts'
import type { FeatureContext } from '../feature.ts'
import type { Console } from '../features.ts'
import {
  insertReservation,
  isAboutAny,
  numbersOf,
  openReservations,
  personColumns,
  reservationEvent,
  type ReservationRow,
  type ReservedPerson,
} from '../follow/rows.ts'
import { settle } from '../follow/settle.ts'
import { searchIdleList } from '../numbers/idle-look-up.ts'
import { shownBy } from '../numbers/shown.ts'
import { readPeople } from '../people/named.ts'
import { addColleague, knowsWorkNumber, newColleagues, recordNamed } from '../people/record.ts'
import { countOf, inMs, type StoreTransaction } from '../platform/database/database.ts'
import { actorOf, type Actor, type SignedIn } from '../platform/http/caller.ts'
import type { Call } from '../platform/http/mount.ts'
import { fieldRefused, isAbort, ProblemError, toProblem } from '../platform/problems.ts'
import { toReservations } from './answers.ts'

/** Parallel reads per request. */
const readsAtOnce = 5
/** Timeout of the reads, in ms; later numbers get `upstream-timeout`. Keeps the response within the promised 12 s. */
const readMs = 8_000

type Body = z.output<typeof reserve.body>

/** A number and its person. `colleague`: the new colleague to add to the directory under `colleagueId`. */
interface NumberToReserve extends ReservedPerson {
  ext: string
  colleague: z.output<typeof newColleague> | null
}

/** A number that the service has just shown as free. `at`: when the read began, epoch milliseconds by the store's clock. */
interface FreeNumber extends NumberToReserve {
  at: number
  domain: string | null
  langCodeTxt: string | null
}

interface ReserveRequest {
  actor: Actor
  idempotencyKey: string
  /** The request body, compared by its HMAC and never stored. */
  body: string
  /** When the reservations end, epoch milliseconds; `null` for the usual length. */
  until: number | null
}

/** `row`: the reservation, or with `reservation-held` the conflicting one. */
interface ReserveResult {
  code: Extract<
    ProblemCode,
    'agent-exists' | 'agent-not-found' | 'reservation-held' | 'reservation-too-many'
  > | null
  row: ReservationRow | null
  /** False when the reservation was made before by the same key. */
  isNew?: boolean
}

/** Why a number cannot be reserved. */
type Refusal = Pick<PairOutcome, 'holder' | 'reason'> & { code: ProblemCode }

type Context = Pick<FeatureContext, 'account' | 'audit' | 'database' | 'now' | 'seal'>

/** A new colleague gets the directory's ID here, so that the intent's audit entry has it. */
const toReserve = ({
  ext,
  agentUuid,
  colleagueId,
  agentName,
  colleague,
}: Body['items'][number]): NumberToReserve => ({
  ext,
  agentUuid: agentUuid ?? null,
  colleagueId: colleague === undefined ? (colleagueId ?? null) : randomUUID(),
  agentName,
  colleague: colleague ?? null,
})

/** The audit entry for a number reserved for a person. `made`: the new reservation. */
const reserveEntry = (
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

/** Throws `bad-request` unless the end is in the future, and not too far. */
export function requireEnd({ database }: Pick<Console, 'database'>, until: number | null): void {
  if (until === null) return
  const now = database.clock()
  const message =
    until <= now
      ? 'choose a time in the future'
      : until > now + longestReservationMs
        ? 'choose an earlier time'
        : null
  if (message !== null) throw fieldRefused('until', message)
}

/** Reserves the numbers of a call: each is read at the service, and reserved when it is free. */
export async function reserveNumbers(
  console: Console,
  call: Call<unknown, unknown, Body, string> & { caller: SignedIn },
): Promise<z.input<typeof reserve.answer>> {
  const { audit, database } = console
  const { items, until = null } = call.body
  const request = {
    actor: actorOf(call),
    idempotencyKey: call.idempotencyKey,
    body: JSON.stringify([items, until]),
    until,
  }
  const earlier = new Map((await readRepeated(console, request)).map((row) => [row.ext, row]))
  const left = items.filter(({ ext }) => !earlier.has(ext)).map(toReserve)
  // An end that has passed since is no reason to refuse what was reserved by this key.
  if (left.length > 0) requireEnd(console, until)
  await audit.write(left.map((number) => reserveEntry(request.actor, number, 'intent')))
  const { reserved, refused } = await audit.track(
    readAndReserve(console, call.caller, request, left, call.signal),
  )
  const now = database.clock()
  const rows = items.flatMap(({ ext }) => (reserved.get(ext) ?? { row: earlier.get(ext) }).row ?? [])
  const reservations = new Map((await toReservations(rows, console, now)).map((each) => [each.ext, each]))
  const requests = await requestsOf(console, [...reservations.values()])
  const refusals = new Map(refused.map((each) => [each.ext, each]))
  const outcomes = items.map(({ ext }): PairOutcome => {
    const { code, holder = null, reason = null } = refusals.get(ext) ?? { code: reserved.get(ext)?.code }
    return {
      ext,
      code: code ?? null,
      reservation: reservations.get(ext) ?? null,
      holder,
      reason,
      request: requests.get(ext) ?? null,
    }
  })
  return { items: outcomes, now }
}

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
async function readRepeated({ database, seal }: Context, request: ReserveRequest): Promise<ReservationRow[]> {
  const rows = await reservationsOf(database.db, request).execute()
  if (rows.some(({ body_mac }) => !seal.isMac(request.body, body_mac))) throw new ProblemError('key-reused')
  return rows
}

/** Reads the numbers and reserves the free ones. Writes each outcome to the audit, even when it throws. */
async function readAndReserve(
  console: Console,
  caller: SignedIn,
  request: ReserveRequest,
  numbers: readonly NumberToReserve[],
  signal: AbortSignal,
) {
  const inTime = AbortSignal.any([signal, AbortSignal.timeout(readMs)])
  try {
    const limited = await limitedAmong(console, caller, numbers)
    const results = await pLimit(readsAtOnce).map(numbers, async (number): ReturnType<typeof readNumber> =>
      limited.has(number.ext)
        ? { ...number, code: 'limited', holder: null, reason: null }
        : readNumber(console, number, inTime),
    )
    const free = results.flatMap((result) => ('code' in result ? [] : [result]))
    const refused = results.flatMap((result) => ('code' in result ? [result] : []))
    return { reserved: await reserveFree(console, request, free, refused), refused }
  } catch (error) {
    const code = isAbort(error) ? 'cancelled' : toProblem(error).code
    // The reservation's own error says more than one of the audit.
    await console.audit
      .write(numbers.map((number) => reserveEntry(request.actor, number, 'outcome', code)))
      .catch(() => undefined)
    throw error
  }
}

/** Returns the numbers that the caller may not reserve: of another pool, or for a person of another department. */
async function limitedAmong(
  { limits }: Console,
  caller: SignedIn,
  numbers: readonly NumberToReserve[],
): Promise<ReadonlySet<string>> {
  if (caller.limit === undefined) return new Set()
  const idOf = ({ agentUuid, colleagueId }: NumberToReserve) => agentUuid ?? colleagueId ?? ''
  const [own, people] = await Promise.all([
    limits.freeNumbersFor(
      caller,
      numbers.map(({ ext }) => ext),
    ),
    limits.peopleFor(caller, numbers.map(idOf)),
  ])
  const isFor = (number: NumberToReserve) =>
    number.colleague === null
      ? people.has(idOf(number))
      : limits.includesDepartment(caller, number.colleague.department ?? null)
  return new Set(numbers.flatMap((number) => (own.has(number.ext) && isFor(number) ? [] : [number.ext])))
}

/** Reads a number from the service (operation 7). Returns it when it is free, or else why it cannot be reserved. */
async function readNumber(
  console: Console,
  number: NumberToReserve,
  signal: AbortSignal,
): Promise<FreeNumber | (NumberToReserve & Refusal)> {
  const { upstream, database } = console
  const nothing = { ...number, holder: null, reason: null }
  const at = database.clock()
  try {
    const { data } = await upstream.getExtension({ ext: number.ext }, { signal })
    const shown = shownBy(data)
    if (shown === 'unclear') return { ...nothing, code: 'binding-unknown' }
    if (shown !== 'free') return { ...nothing, code: 'extension-bound', holder: shown.holder }
    const { domain, langCodeTxt } = data
    return { ...number, ...((await refusalOf(console, data, signal)) ?? { at, domain, langCodeTxt }) }
  } catch (error) {
    if (isAbort(signal.reason)) throw signal.reason
    return { ...nothing, code: signal.aborted ? 'upstream-timeout' : toProblem(error).code }
  }
}

/** Returns why a number that is not bound cannot be reserved, or `null` when the idle list has it. */
async function refusalOf(
  { numbers, upstream, database, account }: Console,
  record: NumberedExtension,
  signal: AbortSignal,
): Promise<Refusal | null> {
  const { ext, currentUsingAgentUuid: user } = record
  const state = (await numbers.recorder.statesOf([ext])).get(ext)
  if (state === 'free' || state === 'reserved') return null
  const { isListed } = await searchIdleList(upstream, ext, { signal })
  const reason = reasonOf(record)
  // Without an answer about this number, the last scan and the record decide.
  if (isListed ?? (state !== 'unavailable' && reason === null)) return null
  const agentName =
    user === null ? null : ((await readPeople(database.db, account, [user])).get(user)?.name ?? null)
  const holder = reason === 'in-use' ? { agentUuid: user, agentName, since: null } : null
  return { code: 'extension-unavailable', holder, reason }
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
    await recordNamed(transaction, context, reserved, now())
    return results
  })
}

async function reserveOne(
  transaction: StoreTransaction,
  context: Context,
  request: ReserveRequest,
  { ext, domain, langCodeTxt, colleague, ...reservedPerson }: FreeNumber,
  colleagues: ReadonlyMap<string, string | null>,
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

/** The latest pending request for each of these numbers that is not to bind it to the person whom it is reserved for. */
async function requestsOf(
  { database: { db }, account }: Console,
  reservations: readonly Reservation[],
): Promise<Map<string, PairOutcome['request']>> {
  const rows = await db
    .selectFrom('service_request')
    .innerJoin('user', 'user.id', 'service_request.user_id')
    .select(['ext', 'with_ext', 'kind', 'agent_uuid', 'bound_uuid', 'user.name as by'])
    .select('asked_at as askedAt')
    .where('account', '=', account)
    .where((where) =>
      isAboutAny(
        where,
        reservations.map(({ ext }) => ext),
      ),
    )
    .where('state', 'in', pendingStates)
    .orderBy('asked_at')
    .execute()
  const people = await readPeople(
    db,
    account,
    rows.flatMap((row) => [row.agent_uuid, row.bound_uuid].filter((uuid) => uuid !== null)),
  )
  const requests = new Map<string, PairOutcome['request']>()
  for (const row of rows) {
    const { by, askedAt } = row
    const kind = requestKinds.find((each) => each === row.kind)
    if (kind === undefined) continue
    for (const ext of numbersOf(row)) {
      // The second number of a swap goes to who has the first.
      const uuid = ext === row.ext ? row.agent_uuid : row.bound_uuid
      const isOwn = reservations.some((each) => each.ext === ext && isSameId(each.agentUuid, uuid))
      if (kind !== 'rebind' || !isOwn)
        requests.set(ext, { kind, by, askedAt, agent: people.get(uuid ?? '')?.name ?? uuid })
    }
  }
  return requests
}
