import { randomUUID } from 'node:crypto'
import pLimit from 'p-limit'
import type * as z from 'zod/mini'
import {
  changeReservation,
  exportReservations,
  listReservations,
  longestReservationMs,
  maxExportedReservations,
  openReservations,
  releaseReservation,
  reserve,
  type PairOutcome,
  type Reservation,
} from '#contract/reservations.ts'
import { reasonOf } from '#contract/number-states.ts'
import type { ProblemCode } from '#contract/problem.ts'
import type { NumberedExtension } from '#upstream/records.ts'
import { auditedCsv, requireAtMost } from '../audit/audited-csv.ts'
import { chunks } from '../platform/database/database.ts'
import { refuseSecrets } from '../platform/http/free-text.ts'
import { checkNamedOnce, idempotencyKeyOf } from '../platform/http/input.ts'
import type { Mount } from '../platform/http/mount.ts'
import { actorOf, type SignedIn } from '../platform/http/caller.ts'
import { fieldRefused, isAbort, ProblemError, toProblem } from '../platform/problems.ts'
import { isInIdleList } from '../numbers/idle-look-up.ts'
import { outcomeOf } from '../follow/follow.ts'
import { readPeople } from '../people/named.ts'
import { shownBy } from '../numbers/shown.ts'
import { columns, toReservations } from './answers.ts'
import type { Console } from '../features.ts'
import { type Pair, reserveEntry, type Claim, type ReserveRequest } from './store-writes.ts'

/** Parallel reads per request. */
const readsAtOnce = 5
/** Timeout of the reads, in ms; later numbers get `upstream-timeout`. Keeps the response within the promised 12 s. */
const readMs = 8_000

type Requested = z.output<typeof reserve.body>['items'][number]
/** Why a number cannot be reserved. */
type Refusal = Pick<PairOutcome, 'holder' | 'reason'> & { code: ProblemCode }

/** A new colleague gets the directory's ID here, so that the intent's audit entry has it. */
const pairOf = ({ ext, agentUuid, colleagueId, agentName, colleague }: Requested): Pair => ({
  ext,
  agentUuid: agentUuid ?? null,
  colleagueId: colleague === undefined ? (colleagueId ?? null) : randomUUID(),
  agentName,
  colleague: colleague ?? null,
})

export function mountReservations({ mount, mountFile }: Mount, console: Console): void {
  const { upstream, audit, auth, database, account, limits } = console
  const { reads, writes } = console.reservations
  const { statesOf } = console.numbers

  /** Returns the numbers of the pairs that the caller may not reserve: of another pool, or for a person of another department. */
  async function closedTo(caller: SignedIn, pairs: readonly Pair[]): Promise<ReadonlySet<string>> {
    const { limit } = caller
    if (limit === undefined) return new Set()
    const idOf = ({ agentUuid, colleagueId }: Pair) => agentUuid ?? colleagueId ?? ''
    const [numbers, people] = await Promise.all([
      limits.freeNumbersFor(
        caller,
        pairs.map(({ ext }) => ext),
      ),
      limits.peopleFor(caller, pairs.map(idOf)),
    ])
    const isFor = (pair: Pair) =>
      pair.colleague === null
        ? people.has(idOf(pair))
        : limits.includesDepartment(caller, pair.colleague.department ?? null)
    return new Set(pairs.flatMap((pair) => (numbers.has(pair.ext) && isFor(pair) ? [] : [pair.ext])))
  }

  /** Throws `bad-request` unless the end is in the future, and not too far. */
  async function checkEnd(until: number | null): Promise<void> {
    if (until === null) return
    const now = await reads.clock()
    const message =
      until <= now
        ? 'choose a time in the future'
        : until > now + longestReservationMs
          ? 'choose an earlier time'
          : null
    if (message !== null) throw fieldRefused('until', message)
  }

  /** Returns why a number that is not bound cannot be reserved, or `null` when the idle list has it. */
  async function refusalOf(record: NumberedExtension, signal: AbortSignal): Promise<Refusal | null> {
    const { ext, currentUsingAgentUuid: user } = record
    const state = (await statesOf([ext])).get(ext)
    if (state === 'free' || state === 'reserved') return null
    const isListed = await isInIdleList(upstream, ext, { signal })
    const reason = reasonOf(record)
    // Without an answer about this number, the last scan and the record decide.
    if (isListed ?? (state !== 'unavailable' && reason === null)) return null
    const agentName =
      user === null ? null : ((await readPeople(database.db, account, [user])).get(user)?.name ?? null)
    const holder = reason === 'in-use' ? { agentUuid: user, agentName, since: null } : null
    return { code: 'extension-unavailable', holder, reason }
  }

  /** Reads the number from the service (operation 7). Returns a claim when it is free, or else why it cannot be reserved. */
  async function read(pair: Pair, signal: AbortSignal): Promise<Claim | (Pair & Refusal)> {
    const nothing = { ...pair, holder: null, reason: null }
    const at = await reads.clock()
    try {
      const { data } = await upstream.getExtension({ ext: pair.ext }, { signal })
      const shown = shownBy(data)
      if (shown === 'unclear') return { ...nothing, code: 'binding-unknown' }
      if (shown !== 'free') return { ...nothing, code: 'extension-bound', holder: shown.holder }
      const { domain, langCodeTxt } = data
      return { ...pair, ...((await refusalOf(data, signal)) ?? { at, domain, langCodeTxt }) }
    } catch (error) {
      if (isAbort(signal.reason)) throw signal.reason
      return { ...nothing, code: signal.aborted ? 'upstream-timeout' : toProblem(error).code }
    }
  }

  /** Reads the numbers and reserves the free ones. Writes each outcome to the audit, even when it throws. */
  async function claim(
    request: ReserveRequest,
    pairs: readonly Pair[],
    { closed, signal }: { closed: ReadonlySet<string>; signal: AbortSignal },
  ) {
    const inTime = AbortSignal.any([signal, AbortSignal.timeout(readMs)])
    try {
      const results = await pLimit(readsAtOnce).map(pairs, async (pair): ReturnType<typeof read> =>
        closed.has(pair.ext) ? { ...pair, code: 'limited', holder: null, reason: null } : read(pair, inTime),
      )
      const claims = results.flatMap((each) => ('code' in each ? [] : [each]))
      const refused = results.flatMap((each) => ('code' in each ? [each] : []))
      return { claimed: await writes.claim(request, claims, refused), refused }
    } catch (error) {
      const code = isAbort(error) ? 'cancelled' : toProblem(error).code
      // The reservation's own error says more than one of the audit.
      await audit
        .write(pairs.map((pair) => reserveEntry(request.actor, pair, 'outcome', code)))
        .catch(() => undefined)
      throw error
    }
  }

  const ownColumns = { people: ['agent_uuid', 'joiner_id'], users: ['user_id'] }
  const filterOf = (caller: SignedIn, { own, ...filter }: z.output<typeof exportReservations.query>) => ({
    ...filter,
    own: own && limits.ownRows(caller, ownColumns),
  })

  mount(listReservations, async ({ caller, query: { page, pageSize, sort, order, ...filter } }) => {
    const [{ rows, total }, people, now] = await Promise.all([
      reads.list(
        filterOf(caller, filter),
        { offset: (page - 1) * pageSize, limit: pageSize },
        { sort, order },
      ),
      reads.users().then((ids) => auth.users.named(ids)),
      reads.clock(),
    ])
    return { items: await toReservations(rows, console, now), total, page, pageSize, warnings: [], people }
  })

  mount(openReservations, async () => {
    const [rows, now] = await Promise.all([reads.open(), reads.clock()])
    return { items: await toReservations(rows, console, now), now }
  })

  mount(reserve, async (call) => {
    const { items, until = null } = call.body
    checkNamedOnce(items)
    const request = {
      actor: actorOf(call),
      idempotencyKey: idempotencyKeyOf(call.header),
      body: JSON.stringify([items, until]),
      until,
    }
    const earlier = await writes.repeated(request)
    if (earlier === 'key-reused') throw new ProblemError('key-reused')
    const done = new Map(earlier.map((row) => [row.ext, row]))
    const left = items.filter(({ ext }) => !done.has(ext)).map(pairOf)
    // An end that has passed since is no reason to refuse what was reserved by this key.
    if (left.length > 0) await checkEnd(until)
    await audit.write(left.map((pair) => reserveEntry(request.actor, pair, 'intent')))
    const closed = await closedTo(call.caller, left)
    const { claimed, refused } = await audit.track(claim(request, left, { closed, signal: call.signal }))
    const now = await reads.clock()
    const rows = items.flatMap(({ ext }) => (claimed.get(ext) ?? { row: done.get(ext) }).row ?? [])
    const reservations = await toReservations(rows, console, now)
    const requests = await reads.requestsOf(reservations)
    const outcomes = items.map(({ ext }): PairOutcome => {
      const refusal = refused.find((each) => each.ext === ext)
      const reservation = reservations.find((each) => each.ext === ext)
      return {
        ext,
        code: refusal?.code ?? claimed.get(ext)?.code ?? null,
        reservation: reservation ?? null,
        holder: refusal?.holder ?? null,
        reason: refusal?.reason ?? null,
        request: requests.get(ext) ?? null,
      }
    })
    return { items: outcomes, now }
  })

  /** Returns the reservation after a release or a change. Throws what refused it. */
  async function answerTo(id: string, result: ProblemCode | 'done' | null): Promise<Reservation> {
    if (result !== 'done' && result !== null) throw new ProblemError(result)
    const row = await reads.byId(id)
    const [reservation] = row === undefined ? [] : await toReservations([row], console, await reads.clock())
    if (reservation === undefined) throw new ProblemError('not-found')
    return reservation
  }

  mount(releaseReservation, async (call) => {
    const { reason = null } = call.body
    if (reason !== null) refuseSecrets({ reason })
    const anyones = call.caller.permissions.includes('extension.release')
    const result = await writes.release(actorOf(call), anyones, { id: call.params.id, reason })
    return answerTo(call.params.id, result)
  })

  mount(changeReservation, async (call) => {
    const { until = null, agentUuid = null, colleagueId = null, agentName } = call.body
    await checkEnd(until)
    const reservation = await reads.byId(call.params.id)
    // A limited user's own, made before the limit, can only be ended.
    if (reservation !== undefined) {
      const person = agentUuid ?? colleagueId
      try {
        await limits.requireNumbers(call.caller, [reservation.ext])
        if (person !== null) await limits.requirePeople(call.caller, [person])
      } catch (error) {
        const action = person === null ? 'reservation.extend' : 'reservation.move'
        const { code } = toProblem(error)
        const values = person === null ? {} : { agent: person }
        await audit.write([outcomeOf(actorOf(call), action, reservation.ext, { values, result: code })])
        throw error
      }
    }
    const anyones = call.caller.permissions.includes('extension.release')
    const result = await writes.change(actorOf(call), anyones, {
      id: call.params.id,
      until,
      person: agentUuid === null && colleagueId === null ? null : { agentUuid, colleagueId, agentName },
    })
    return answerTo(call.params.id, result)
  })

  mountFile(exportReservations, (call) =>
    auditedCsv(
      console,
      call,
      { name: 'reservations.csv', action: 'reservation.export', columns },
      async () => {
        const { rows, total } = await reads.list(filterOf(call.caller, call.query), {
          offset: 0,
          limit: maxExportedReservations,
        })
        requireAtMost(maxExportedReservations, total, 'state', 'choose fewer')
        return chunks(await toReservations(rows, console, await reads.clock()))
      },
    ),
  )
}
