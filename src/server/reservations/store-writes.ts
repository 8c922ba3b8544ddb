import { randomUUID } from 'node:crypto'
import { sql, type Transaction } from 'kysely'
import { maxReserved, usualReservationMs } from '#contract/reservations.ts'
import type { ProblemCode } from '#contract/problem.ts'
import { isSameId } from '#upstream/fields.ts'
import type { ReservationRow } from './answers.ts'
import {
  agentLabel,
  type Colleague,
  type Directory,
  type DirectoryJoiner,
  type ReservedFor,
} from './joiners.ts'
import { system, type Audit, type AuditEntry, type WriteAudit } from '../audit/audit-store.ts'
import type { Actor } from '../platform/http/caller.ts'
import type { Database } from '../platform/database/database.ts'
import type { Tables } from '../platform/database/schema.ts'
import type { Seal } from '../platform/database/encryption.ts'
import type { Holder } from '../numbers/number-tracker.ts'

/** A number that the service has just shown as free. */
export interface Claim extends ReservedFor {
  agentName: string | null
  /** The joiner to add to the directory under `joinerId`. */
  colleague: Colleague | null
  domain: string | null
  langCodeTxt: string | null
}

export interface ReserveRequest {
  actor: Actor
  userName: string
  idempotencyKey: string
  /** The request body, compared by its HMAC and never stored. */
  body: string
  /** When the reservations end, epoch milliseconds; `null` for the usual length. */
  until: number | null
}

/** `row`: the new reservation, or with `reservation-held` the conflicting one. */
export interface Claimed {
  code: Extract<
    ProblemCode,
    'agent-exists' | 'agent-not-found' | 'reservation-held' | 'reservation-too-many'
  > | null
  row: ReservationRow | null
}

/** The person to move a reservation to: an agent by UUID, or a joiner. */
export interface Person extends Omit<ReservedFor, 'ext'> {
  agentName: string | null
}
type ChangeRefusal = Extract<ProblemCode, 'agent-not-found' | 'reservation-ended' | 'reservation-of-another'>

/** The columns of a `reserved` reservation that look-ups need. */
type OpenReservation = Pick<
  ReservationRow,
  'id' | 'ext' | 'agent_uuid' | 'joiner_id' | 'keep_days' | 'holder'
>

const hourMs = 3_600_000
const dayMs = 24 * hourMs

/** A number, still bound, and the agent who leaves it. */
interface LeftNumber {
  ext: string
  agentUuid: string
  agentName: string | null
}
type ByUser = Pick<ReserveRequest, 'actor' | 'userName'>

/** The audit entry for a number reserved for an agent. */
export const reserveEntry = (
  actor: Actor,
  { ext, agentUuid, joinerId }: ReservedFor,
  phase: AuditEntry['phase'],
  result: string | null = null,
): AuditEntry => ({
  actor,
  action: 'reservation.reserve',
  object: ext,
  phase,
  reason: agentLabel(agentUuid, joinerId),
  result,
})

/** Writes of reservations. The store's unique index allows one open reservation per number across all replicas. */
export function createReservationWrites(
  database: Database,
  audit: Audit,
  seal: Seal,
  account: string,
  directory: Directory,
) {
  const { db, now } = database

  /** Ends the expired reservations of one number, or of all numbers. */
  async function expire(transaction: Transaction<Tables>, write: WriteAudit, actor: Actor, ext?: string) {
    const days = sql`cast(keep_days AS bigint)`
    // Bound as far as is known: the days begin when the service shows the number free.
    const stillBound = transaction
      .updateTable('reservation')
      .set({ expires_at: sql<number>`${now} + ${days} * ${sql.lit(dayMs)}` })
      .where('account', '=', account)
      .where('state', '=', 'reserved')
      .where('keep_days', 'is not', null)
      .where('holder', 'is not', null)
      // Early, so that no read takes it for ended.
      .where('expires_at', '<=', sql<number>`${now} + ${days} * ${sql.lit(dayMs / 2)}`)
    await (ext === undefined ? stillBound : stillBound.where('ext', '=', ext)).execute()
    const over = transaction
      .updateTable('reservation')
      .set({ state: 'expired', ended_at: sql<number>`expires_at` })
      .where('account', '=', account)
      .where('state', '=', 'reserved')
      .where('expires_at', '<=', now)
    const rows = await (ext === undefined ? over : over.where('ext', '=', ext))
      .returning(['ext', 'agent_uuid', 'joiner_id'])
      .execute()
    await write(
      rows.map(({ ext: number, agent_uuid, joiner_id }) => ({
        actor,
        action: 'reservation.expire',
        object: number,
        phase: 'outcome' as const,
        reason: agentLabel(agent_uuid, joiner_id),
        result: 'done',
      })),
    )
  }

  const openOf = (transaction: Transaction<Tables>) =>
    transaction.selectFrom('reservation').where('account', '=', account).where('state', '=', 'reserved')

  const sameRequest = (transaction: Transaction<Tables>, { actor, idempotencyKey }: ReserveRequest) =>
    transaction
      .selectFrom('reservation')
      .selectAll()
      .where('user_id', '=', actor.id)
      .where('idempotency_key', '=', idempotencyKey)

  async function insert(
    transaction: Transaction<Tables>,
    request: ReserveRequest,
    claim: Claim,
    joiner: DirectoryJoiner | undefined,
  ) {
    return transaction
      .insertInto('reservation')
      .values({
        id: randomUUID(),
        account,
        ext: claim.ext,
        agent_uuid: joiner === undefined ? claim.agentUuid : joiner.agentUuid,
        joiner_id: claim.joinerId,
        agent_name: joiner === undefined ? claim.agentName : joiner.name,
        work_number: joiner?.workNumber ?? null,
        domain: claim.domain,
        lang_code_txt: claim.langCodeTxt,
        user_id: request.actor.id,
        user_name: request.userName,
        idempotency_key: request.idempotencyKey,
        body_mac: seal.mac(request.body),
        state: 'reserved',
        reserved_at: now,
        expires_at: request.until ?? sql<number>`${now} + ${sql.lit(usualReservationMs)}`,
        checked_at: now,
      })
      .onConflict((conflict) => conflict.doNothing())
      .returningAll()
      .executeTakeFirst()
  }

  async function claimOne(
    transaction: Transaction<Tables>,
    write: WriteAudit,
    request: ReserveRequest,
    claim: Claim,
    joiners: ReadonlyMap<string, DirectoryJoiner>,
  ): Promise<Claimed> {
    const { joinerId, colleague } = claim
    const joiner =
      colleague !== null
        ? { agentUuid: null, name: colleague.name, workNumber: colleague.workNumber ?? null }
        : joinerId === null
          ? undefined
          : joiners.get(joinerId)
    if (joinerId !== null && joiner === undefined) return { code: 'agent-not-found', row: null }
    await expire(transaction, write, request.actor, claim.ext)
    const own = await sameRequest(transaction, request).where('ext', '=', claim.ext).executeTakeFirst()
    if (own !== undefined) return { code: null, row: own }
    if (
      colleague?.workNumber !== undefined &&
      (await directory.knowsWorkNumber(transaction, colleague.workNumber))
    )
      return { code: 'agent-exists', row: null }
    const made = await insert(transaction, request, claim, joiner)
    if (made !== undefined) {
      if (colleague !== null && joinerId !== null)
        await directory.addColleague(transaction, joinerId, colleague)
      return { code: null, row: made }
    }
    const again = await sameRequest(transaction, request).where('ext', '=', claim.ext).executeTakeFirst()
    if (again !== undefined) return { code: null, row: again }
    const held = await openOf(transaction).where('ext', '=', claim.ext).selectAll().executeTakeFirst()
    return { code: 'reservation-held', row: held ?? null }
  }

  const keptUntil = (days: number) => sql<number>`${now} + ${sql.lit(days * dayMs)}`

  /** For requests, within their transaction (requests/keep-back.ts). */
  const forRequests = {
    keepBack: async (
      transaction: Transaction<Tables>,
      write: WriteAudit,
      { actor, userName }: ByUser,
      days: number,
      numbers: readonly LeftNumber[],
    ): Promise<string[]> => {
      const kept: string[] = []
      // Insert in the same order every time, or two requests for the same numbers could deadlock.
      for (const { ext, agentUuid, agentName } of numbers.toSorted((a, b) => (a.ext < b.ext ? -1 : 1))) {
        await expire(transaction, write, actor, ext)
        const id = randomUUID()
        const made = await transaction
          .insertInto('reservation')
          .values({
            id,
            account,
            ext,
            agent_uuid: agentUuid,
            agent_name: agentName,
            user_id: actor.id,
            user_name: userName,
            // The pending request is what makes it once.
            idempotency_key: id,
            body_mac: '',
            state: 'reserved',
            reserved_at: now,
            expires_at: keptUntil(days),
            checked_at: now,
            holder: JSON.stringify({ agentUuid, agentName, since: null } satisfies Holder),
            keep_days: days,
          })
          .onConflict((conflict) => conflict.doNothing())
          .returning('ext')
          .executeTakeFirst()
        if (made === undefined) continue
        kept.push(ext)
        await write([
          {
            actor,
            action: 'reservation.keep',
            object: ext,
            phase: 'outcome',
            reason: `${days} days after ${agentLabel(agentUuid, null)}`,
            result: 'done',
          },
        ])
      }
      return kept
    },
    keepNoLonger: async (
      transaction: Transaction<Tables>,
      write: WriteAudit,
      { actor, userName }: ByUser,
      numbers: readonly string[],
      reason: string,
    ): Promise<void> => {
      const released = await transaction
        .updateTable('reservation')
        .set({ state: 'released', ended_at: now, ended_by: userName, reason })
        .where('account', '=', account)
        .where('ext', 'in', numbers)
        .where('state', '=', 'reserved')
        .where('keep_days', 'is not', null)
        .where('holder', 'is not', null)
        .returning('ext')
        .execute()
      await write(
        released.map(({ ext }) => ({
          actor,
          action: 'reservation.release' as const,
          object: ext,
          phase: 'outcome' as const,
          reason,
          result: 'done',
        })),
      )
    },
  }

  return {
    ...forRequests,

    /** The reservations of an earlier request with the same key; `key-reused` when its body was different. */
    async repeated(request: ReserveRequest): Promise<ReservationRow[] | 'key-reused'> {
      const rows = await db
        .selectFrom('reservation')
        .selectAll()
        .where('user_id', '=', request.actor.id)
        .where('idempotency_key', '=', request.idempotencyKey)
        .execute()
      return rows.some(({ body_mac }) => !seal.isMac(request.body, body_mac)) ? 'key-reused' : rows
    },

    /** Reserves free numbers and writes the audit entries in one transaction. Returns results by number. */
    claim: (
      request: ReserveRequest,
      claims: readonly Claim[],
      refused: readonly (ReservedFor & { code: ProblemCode })[],
    ): Promise<Map<string, Claimed>> =>
      audit.transaction(async (transaction, write) => {
        // Lock the directory before any reservation: a joiner that gets a UUID locks in the same order.
        const joiners = await directory.joiners(
          transaction,
          claims.flatMap(({ joinerId }) => joinerId ?? []),
        )
        const held = await openOf(transaction)
          .where('user_id', '=', request.actor.id)
          .where('expires_at', '>', now)
          .where('keep_days', 'is', null)
          .select((count) => count.fn.countAll<number>().as('count'))
          .executeTakeFirstOrThrow()
        let room = maxReserved - held.count
        const claimed = new Map<string, Claimed>()
        // Insert in the same order every time, or two requests for the same numbers could deadlock.
        for (const claim of claims.toSorted((a, b) => (a.ext < b.ext ? -1 : 1))) {
          const result: Claimed =
            room > 0
              ? await claimOne(transaction, write, request, claim, joiners)
              : { code: 'reservation-too-many', row: null }
          if (result.code === null) room--
          claimed.set(claim.ext, result)
        }
        await write([
          ...claims.map((claim) =>
            reserveEntry(request.actor, claim, 'outcome', claimed.get(claim.ext)?.code ?? 'done'),
          ),
          ...refused.map(({ code, ...pair }) => reserveEntry(request.actor, pair, 'outcome', code)),
        ])
        await directory.recordSeen(
          transaction,
          claims.flatMap(({ ext, agentUuid, agentName }) =>
            agentUuid === null || claimed.get(ext)?.code !== null ? [] : [{ agentUuid, agentName }],
          ),
        )
        return claimed
      }),

    /** Releases a reservation and writes the result to the audit. `null` when the reservation does not exist. */
    release: (
      actor: Actor,
      by: { userName: string; anyones: boolean },
      { id, reason }: { id: string; reason: string | null },
    ): Promise<Extract<ProblemCode, 'reservation-ended' | 'reservation-of-another'> | 'done' | null> =>
      audit.transaction(async (transaction, write) => {
        const row = await transaction
          .selectFrom('reservation')
          .select(['ext', 'user_id', 'state', 'ended_by'])
          .where('account', '=', account)
          .where('id', '=', id)
          .executeTakeFirst()
        if (row === undefined) return null
        const { numUpdatedRows } =
          row.user_id === actor.id || by.anyones
            ? await transaction
                .updateTable('reservation')
                .set({ state: 'released', ended_at: now, ended_by: by.userName, reason })
                .where('id', '=', id)
                .where('state', '=', 'reserved')
                .where('expires_at', '>', now)
                .executeTakeFirst()
            : { numUpdatedRows: 0n }
        const result =
          numUpdatedRows > 0n
            ? ('done' as const)
            : row.user_id === actor.id || by.anyones
              ? ('reservation-ended' as const)
              : ('reservation-of-another' as const)
        await write([
          { actor, action: 'reservation.release', object: row.ext, phase: 'outcome', reason, result },
        ])
        return result
      }),

    /**
     * Extends a reservation, moves it to another person, or both, and writes the results to the audit. A change that is made
     * already writes nothing. `null` when the reservation does not exist.
     */
    change: (
      actor: Actor,
      anyones: boolean,
      { id, until, person }: { id: string; until: number | null; person: Person | null },
    ): Promise<ChangeRefusal | 'done' | null> =>
      audit.transaction(async (transaction, write) => {
        // Lock the directory before the reservation, as `claim` does.
        const joiners = await directory.joiners(
          transaction,
          person?.joinerId == null ? [] : [person.joinerId],
        )
        const row = await transaction
          .selectFrom('reservation')
          .selectAll()
          .where('account', '=', account)
          .where('id', '=', id)
          .executeTakeFirst()
        if (row === undefined) return null
        if (row.user_id !== actor.id && !anyones) return 'reservation-of-another'
        const joiner = person?.joinerId == null ? undefined : joiners.get(person.joinerId)
        if (person?.joinerId != null && joiner === undefined) return 'agent-not-found'
        const to =
          person === null
            ? null
            : {
                agent_uuid: joiner === undefined ? person.agentUuid : joiner.agentUuid,
                joiner_id: person.joinerId,
                agent_name: joiner === undefined ? person.agentName : joiner.name,
                work_number: joiner?.workNumber ?? null,
              }
        const isMoved =
          to !== null &&
          (to.agent_uuid === null
            ? row.agent_uuid !== null || to.joiner_id !== row.joiner_id
            : !isSameId(row.agent_uuid, to.agent_uuid))
        const isExtended = until !== null && until !== row.expires_at
        const { numUpdatedRows } = await transaction
          .updateTable('reservation')
          .set({
            ...(until === null ? {} : { expires_at: until }),
            // The service may show the number bound to the new person already, so look it up first.
            ...(isMoved ? { ...to, holder: null, checked_at: 0 } : {}),
            state: 'reserved',
          })
          .where('id', '=', id)
          .where('state', '=', 'reserved')
          .where('expires_at', '>', now)
          .executeTakeFirst()
        if (numUpdatedRows === 0n) return 'reservation-ended'
        const entry = { actor, object: row.ext, phase: 'outcome' as const, result: 'done' }
        await write([
          ...(isExtended
            ? [{ ...entry, action: 'reservation.extend', reason: new Date(until).toISOString() }]
            : []),
          ...(isMoved
            ? [{ ...entry, action: 'reservation.move', reason: agentLabel(to.agent_uuid, to.joiner_id) }]
            : []),
        ])
        if (isMoved && joiner === undefined && person?.agentUuid != null)
          await directory.recordSeen(transaction, [
            { agentUuid: person.agentUuid, agentName: person.agentName },
          ])
        return 'done'
      }),

    /** Marks every expired reservation as `expired`. */
    expireAll: (): Promise<void> =>
      audit.transaction((transaction, write) => expire(transaction, write, system)),

    /**
     * Ends a reservation whose number is bound: `bound` to its own agent, or `taken` by another agent. A joiner without a UUID
     * cannot be compared with the holder, so that reservation stays open and stores the holder. A number kept back stays so while
     * the service shows it with the agent who leaves.
     */
    markBound: (
      { id, ext, agent_uuid, joiner_id, keep_days }: OpenReservation,
      holder: Holder,
    ): Promise<void> =>
      audit.transaction(async (transaction, write) => {
        if (keep_days !== null && (holder.agentUuid === null || isSameId(holder.agentUuid, agent_uuid))) {
          await transaction
            .updateTable('reservation')
            .set({
              holder: JSON.stringify(holder),
              checked_at: now,
              missing: 0,
              expires_at: keptUntil(keep_days),
            })
            .where('id', '=', id)
            .where('state', '=', 'reserved')
            .execute()
          return
        }
        if (agent_uuid === null) {
          await transaction
            .updateTable('reservation')
            .set({ holder: JSON.stringify(holder), checked_at: now, missing: 0 })
            .where('id', '=', id)
            .where('state', '=', 'reserved')
            .execute()
          return
        }
        const state = isSameId(holder.agentUuid, agent_uuid) ? 'bound' : 'taken'
        const { numUpdatedRows } = await transaction
          .updateTable('reservation')
          .set({ state, holder: JSON.stringify(holder), ended_at: now, checked_at: now, missing: 0 })
          .where('id', '=', id)
          .where('state', '=', 'reserved')
          .executeTakeFirst()
        if (numUpdatedRows === 0n) return
        const reason = agentLabel(agent_uuid, joiner_id)
        await write([
          {
            actor: system,
            action: state === 'bound' ? 'reservation.fulfill' : 'reservation.lose',
            object: ext,
            phase: 'outcome',
            reason,
            result: 'done',
          },
        ])
      }),

    /** Records a look-up that found the number free or missing, or that got an unreadable response. */
    async noteLookUp(
      { id, keep_days, holder }: OpenReservation,
      found: 'free' | 'missing' | 'unreadable',
    ): Promise<void> {
      const isLeft = found === 'free' && keep_days !== null && holder !== null
      await db
        .updateTable('reservation')
        .set({
          checked_at: now,
          ...(found === 'unreadable' ? {} : { missing: found === 'missing' ? 1 : 0, holder: null }),
          ...(isLeft ? { expires_at: keptUntil(keep_days) } : {}),
        })
        .where('id', '=', id)
        .where('state', '=', 'reserved')
        .execute()
    },
  }
}
export type ReservationWrites = ReturnType<typeof createReservationWrites>
