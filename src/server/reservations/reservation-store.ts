import { randomUUID } from 'node:crypto'
import { sql, type Transaction } from 'kysely'
import { mostReserved } from '#contract/reservations.ts'
import type { ProblemCode } from '#contract/problem.ts'
import type { ReservationRow } from './reservation-rows.ts'
import type { Audit, AuditEntry, WriteAudit } from '../audit/audit-store.ts'
import type { Actor } from '../platform/http/caller.ts'
import type { Database } from '../platform/database/database.ts'
import type { Tables } from '../platform/database/schema.ts'
import type { Seal } from '../platform/database/encryption.ts'

/** A free number, as the service has just shown it, and for whom. */
export interface Claim {
  ext: string
  agentUuid: string
  agentName: string | null
  domain: string | null
  langCodeTxt: string | null
}

export interface ReserveRequest {
  actor: Actor
  userName: string
  idempotencyKey: string
  /** The request, compared by its HMAC. */
  body: string
  hours: number
}

/** `row`: the reservation made, or with `reservation-held` the one in the way. */
export interface Claimed {
  code: Extract<ProblemCode, 'reservation-held' | 'reservation-too-many'> | null
  row: ReservationRow | null
}

const hourMs = 3_600_000

/** How the audit names what is done for an agent. */
export const reserveEntry = (
  actor: Actor,
  { ext, agentUuid }: Pick<Claim, 'ext' | 'agentUuid'>,
  phase: AuditEntry['phase'],
  result: string | null = null,
): AuditEntry => ({
  actor,
  action: 'reservation.reserve',
  object: ext,
  phase,
  reason: `agent ${agentUuid}`,
  result,
})

/** Reservations: unique per number by the store itself, for all replicas. */
export function createReservationStore(database: Database, audit: Audit, seal: Seal, account: string) {
  const { db, now } = database

  /** Reservations whose time is over, of one number or of all, are over. */
  async function expire(transaction: Transaction<Tables>, write: WriteAudit, actor: Actor, ext?: string) {
    const over = transaction
      .updateTable('reservation')
      .set({ state: 'expired', ended_at: sql<number>`expires_at` })
      .where('account', '=', account)
      .where('state', '=', 'reserved')
      .where('expires_at', '<=', now)
    const rows = await (ext === undefined ? over : over.where('ext', '=', ext))
      .returning(['ext', 'agent_uuid'])
      .execute()
    await write(
      rows.map(({ ext: number, agent_uuid }) => ({
        actor,
        action: 'reservation.settle',
        object: number,
        phase: 'outcome' as const,
        reason: `agent ${agent_uuid}`,
        result: 'expired',
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

  async function insert(transaction: Transaction<Tables>, request: ReserveRequest, claim: Claim) {
    return transaction
      .insertInto('reservation')
      .values({
        id: randomUUID(),
        account,
        ext: claim.ext,
        agent_uuid: claim.agentUuid,
        agent_name: claim.agentName,
        domain: claim.domain,
        lang_code_txt: claim.langCodeTxt,
        user_id: request.actor.id,
        user_name: request.userName,
        idempotency_key: request.idempotencyKey,
        body_mac: seal.mac(request.body),
        state: 'reserved',
        reserved_at: now,
        expires_at: sql<number>`${now} + ${sql.lit(request.hours * hourMs)}`,
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
  ): Promise<Claimed> {
    await expire(transaction, write, request.actor, claim.ext)
    const made = await insert(transaction, request, claim)
    if (made !== undefined) return { code: null, row: made }
    const own = await sameRequest(transaction, request).where('ext', '=', claim.ext).executeTakeFirst()
    if (own !== undefined) return { code: null, row: own }
    const held = await openOf(transaction).where('ext', '=', claim.ext).selectAll().executeTakeFirst()
    return { code: 'reservation-held', row: held ?? null }
  }

  return {
    /** What this request has reserved before. `key-reused` when the key came with another body. */
    async repeated(request: ReserveRequest): Promise<ReservationRow[] | 'key-reused'> {
      const rows = await db
        .selectFrom('reservation')
        .selectAll()
        .where('user_id', '=', request.actor.id)
        .where('idempotency_key', '=', request.idempotencyKey)
        .execute()
      return rows.some(({ body_mac }) => !seal.isMac(request.body, body_mac)) ? 'key-reused' : rows
    },

    /** Reserves what is not reserved yet, in one transaction with its entries. By number. */
    claim: (
      request: ReserveRequest,
      claims: readonly Claim[],
      refused: readonly (Pick<Claim, 'ext' | 'agentUuid'> & { code: ProblemCode })[],
    ): Promise<Map<string, Claimed>> =>
      audit.transaction(
        async (transaction, write) => {
          const held = await openOf(transaction)
            .where('user_id', '=', request.actor.id)
            .where('expires_at', '>', now)
            .select((count) => count.fn.countAll<number>().as('count'))
            .executeTakeFirstOrThrow()
          let room = mostReserved - held.count
          const claimed = new Map<string, Claimed>()
          // In one order, so that two requests for the same numbers never wait for each other.
          for (const claim of claims.toSorted((a, b) => (a.ext < b.ext ? -1 : 1))) {
            const result: Claimed =
              room > 0
                ? await claimOne(transaction, write, request, claim)
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
          return claimed
        },
        // Two replicas that count at the same time would both find room.
        (claiming) => database.withLock(`reservations ${account} ${request.actor.id}`, claiming),
      ),

    /** Lets a reservation go; whatever came of it is in the audit. Null: there is none. */
    release: (
      actor: Actor,
      by: { userName: string; anyones: boolean },
      { id, reason }: { id: string; reason: string },
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

    /** Every reservation whose time is over becomes `expired`. */
    expireAll: (actor: Actor): Promise<void> =>
      audit.transaction((transaction, write) => expire(transaction, write, actor)),
  }
}
export type ReservationStore = ReturnType<typeof createReservationStore>
