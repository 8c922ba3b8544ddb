import { randomUUID } from 'node:crypto'
import type { UpdateObject } from 'kysely'
import { maxReserved, usualReservationMs, type newColleague } from '#contract/reservations.ts'
import type { ProblemCode } from '#contract/problem.ts'
import { isSameId } from '#upstream/records.ts'
import { addColleague, knowsWorkNumber, newColleagues, recordNamed } from '../people/record.ts'
import { withdrawBinding } from '../requests/withdraw-binding.ts'
import type { Audit, WriteAudit, AuditEntry } from '../audit/audit-store.ts'
import { openReservations, outcomeOf, reservationEvent, settle } from '../follow/follow.ts'
import { countOf, inMs, type Database, type StoreTransaction } from '../platform/database/database.ts'
import type { Seal } from '../platform/database/encryption.ts'
import type { Tables } from '../platform/database/schema.ts'
import type { Actor } from '../platform/http/caller.ts'
import { fieldRefused, ProblemError } from '../platform/problems.ts'
import type { ReservationRow } from './answers.ts'
import type * as z from 'zod/mini'

type Colleague = z.output<typeof newColleague>

/** Whom a number is reserved for: an agent by UUID, or a new colleague, who has only the directory's ID until the service shows the UUID. */
export interface ReservedPerson {
  agentUuid: string | null
  colleagueId: string | null
  /** As the user gave it, for the directory. */
  agentName: string | null
}
/** A number and its person. `colleague`: the new colleague to add to the directory under `colleagueId`. */
export interface Pair extends ReservedPerson {
  ext: string
  colleague: Colleague | null
}

/** The audit entry for a number reserved for an agent. `made`: the new reservation. */
export const reserveEntry = (
  actor: Actor,
  { ext, agentUuid, colleagueId }: Pair,
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

/** A number that the service has just shown as free. `at`: when the read began, epoch milliseconds by the store's clock. */
export interface Claim extends Pair {
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
export interface Claimed {
  code: Extract<
    ProblemCode,
    'agent-exists' | 'agent-not-found' | 'reservation-held' | 'reservation-too-many'
  > | null
  row: ReservationRow | null
  /** False when the reservation was made before by the same key. */
  isNew?: boolean
}

type ReleaseRefusal = Extract<ProblemCode, 'reservation-ended' | 'reservation-of-another'>
type ChangeRefusal = ReleaseRefusal | Extract<ProblemCode, 'agent-not-found' | 'extension-bound'>

interface Deps {
  database: Pick<Database, 'db' | 'engine' | 'now'>
  audit: Audit
  seal: Seal
  account: string
  now: () => number
}

/** The columns of the person whom a reservation is for: the agent as given, or a new colleague with the UUID that the directory has. */
const personColumns = (
  { agentUuid, colleagueId }: ReservedPerson,
  colleagueUuid: string | null | undefined,
) => ({
  agent_uuid: colleagueUuid === undefined ? agentUuid : colleagueUuid,
  joiner_id: colleagueId,
})

/** Writes of reservations. The store's unique index allows one open reservation per number across all replicas. */
export class ReservationWrites {
  readonly #deps: Deps
  readonly #now: Database['now']

  constructor(deps: Deps) {
    this.#deps = deps
    this.#now = deps.database.now
  }

  /** The reservations of an earlier request with the same key; `key-reused` when its body was different. */
  async repeated({ actor, idempotencyKey, body }: ReserveRequest): Promise<ReservationRow[] | 'key-reused'> {
    const rows = await this.#ofRequest(this.#deps.database.db, actor, idempotencyKey).execute()
    return rows.some(({ body_mac }) => !this.#deps.seal.isMac(body, body_mac)) ? 'key-reused' : rows
  }

  /** Reserves free numbers and writes the audit entries in one transaction. Returns results by number. */
  claim(
    request: ReserveRequest,
    claims: readonly Claim[],
    refused: readonly (Pair & { code: ProblemCode })[],
  ): Promise<Map<string, Claimed>> {
    return this.#deps.audit.transaction(async (transaction, write) => {
      // Locks people before any reservation: a new colleague that gets a UUID locks in the same order.
      const colleagues = await newColleagues(
        transaction,
        this.#deps,
        claims.flatMap(({ colleagueId }) => colleagueId ?? []),
      )
      // The reads may have ended earlier reservations.
      await settle(
        transaction,
        write,
        this.#deps,
        claims.map(({ ext, at }) => ({ ext, shown: 'free', at })),
      )
      const ofUser = openReservations(transaction, this.#deps)
        .where('user_id', '=', request.actor.id)
        .where('expires_at', '>', this.#now)
        .where('keep_days', 'is', null)
      let room = maxReserved - (await countOf(ofUser))
      const claimed = new Map<string, Claimed>()
      for (const claim of claims) {
        const result: Claimed =
          room > 0
            ? await this.#claimOne(transaction, request, claim, colleagues)
            : { code: 'reservation-too-many', row: null }
        if (result.code === null) room--
        claimed.set(claim.ext, result)
      }
      await write([
        ...claims.map((claim) => {
          const { code = null, row = null, isNew = false } = claimed.get(claim.ext) ?? {}
          return reserveEntry(request.actor, claim, 'outcome', code ?? 'done', isNew ? row : null)
        }),
        ...refused.map(({ code, ...pair }) => reserveEntry(request.actor, pair, 'outcome', code)),
      ])
      await recordNamed(
        transaction,
        this.#deps,
        claims.flatMap(({ ext, agentUuid, agentName }) =>
          agentUuid === null || claimed.get(ext)?.code !== null ? [] : [{ agentUuid, agentName }],
        ),
        this.#deps.now(),
      )
      return claimed
    })
  }

  /**
   * Releases a reservation, withdraws the request to bind its number, and writes the result to the audit. `null` when the reservation does
   * not exist. Throws when the user gives no reason for one of another user.
   */
  release(
    actor: Actor,
    anyones: boolean,
    { id, reason }: { id: string; reason: string | null },
  ): Promise<ReleaseRefusal | 'done' | null> {
    return this.#deps.audit.transaction(async (transaction, write) => {
      const row = await this.#byId(transaction, id)
      return row === undefined ? null : this.#releaseIn(transaction, write, { actor, anyones }, row, reason)
    })
  }

  /** Releases the open reservations of a user in the caller's transaction, except of numbers kept back, which no one will get. */
  async releaseAllOf(
    transaction: StoreTransaction,
    write: WriteAudit,
    actor: Actor,
    { userId, reason }: { userId: string; reason: string },
  ): Promise<void> {
    const open = await openReservations(transaction, this.#deps)
      .where('user_id', '=', userId)
      .where('keep_days', 'is', null)
      .selectAll()
      .execute()
    for (const row of open) await this.#releaseIn(transaction, write, { actor, anyones: true }, row, reason)
  }

  /**
   * Releases the open reservations for a new colleague in the caller's transaction, under the lock of people. Throws when the user may
   * not release one of another user, or gives no reason for it.
   */
  async releaseAllFor(
    transaction: StoreTransaction,
    write: WriteAudit,
    by: { actor: Actor; anyones: boolean },
    { colleagueId, reason }: { colleagueId: string; reason: string | null },
  ): Promise<void> {
    const open = await openReservations(transaction, this.#deps)
      .where('joiner_id', '=', colleagueId)
      .selectAll()
      .execute()
    for (const row of open) {
      const result = await this.#releaseIn(transaction, write, by, row, reason)
      if (result === 'reservation-of-another') throw new ProblemError(result)
    }
  }

  async #releaseIn(
    transaction: StoreTransaction,
    write: WriteAudit,
    { actor, anyones }: { actor: Actor; anyones: boolean },
    row: ReservationRow,
    reason: string | null,
  ): Promise<ReleaseRefusal | 'done'> {
    const isOfAnother = row.user_id !== actor.id
    if (isOfAnother && anyones && reason === null) throw fieldRefused('reason', 'say why')
    const ended = { state: 'released' as const, ended_at: this.#now, ended_by_id: actor.id, reason }
    const result =
      isOfAnother && !anyones
        ? 'reservation-of-another'
        : (await this.#setOpen(transaction, row.id, ended)) === undefined
          ? 'reservation-ended'
          : 'done'
    const values = result === 'done' ? reservationEvent(row) : {}
    await write([outcomeOf(actor, 'reservation.release', row.ext, { values, reason, result })])
    if (result === 'done') await withdrawBinding(transaction, write, this.#deps, actor, row)
    return result
  }

  /**
   * Extends a reservation, moves it to another person, or both, and writes the results to the audit. A change that is made
   * already writes nothing. A number kept back cannot be changed before its agent has left it: its days start then. `null`
   * when the reservation does not exist.
   */
  change(
    actor: Actor,
    anyones: boolean,
    { id, until, person }: { id: string; until: number | null; person: ReservedPerson | null },
  ): Promise<ChangeRefusal | 'done' | null> {
    return this.#deps.audit.transaction(async (transaction, write) => {
      const colleagueId = person?.colleagueId ?? null
      // Locks people before the reservation, as `claim` does.
      const colleagues = await newColleagues(
        transaction,
        this.#deps,
        colleagueId === null ? [] : [colleagueId],
      )
      const row = await this.#byId(transaction, id)
      if (row === undefined) return null
      if (row.user_id !== actor.id && !anyones) return 'reservation-of-another'
      if (row.keep_days !== null && row.holder !== null) return 'extension-bound'
      const colleagueUuid = colleagueId === null ? undefined : colleagues.get(colleagueId)
      if (colleagueId !== null && colleagueUuid === undefined) return 'agent-not-found'
      const to = person === null ? null : personColumns(person, colleagueUuid)
      const isMoved =
        to !== null &&
        (to.agent_uuid === null
          ? row.agent_uuid !== null || to.joiner_id !== row.joiner_id
          : !isSameId(row.agent_uuid, to.agent_uuid))
      const changed = await this.#setOpen(transaction, id, {
        ...(until === null ? {} : { expires_at: until, warned_at: null }),
        // The service may show the number bound to the new person already, so look it up first.
        ...(isMoved ? { ...to, keep_days: null, holder: null, checked_at: 0 } : {}),
        state: 'reserved',
      })
      if (changed === undefined) return 'reservation-ended'
      const after = reservationEvent(changed)
      const { agent } = reservationEvent(row)
      if (until !== null && until !== row.expires_at)
        await write([outcomeOf(actor, 'reservation.extend', row.ext, { values: { ...after, agent } })])
      if (!isMoved) return 'done'
      const values = { ...after, agent: { before: agent, after: after.agent } }
      await write([outcomeOf(actor, 'reservation.move', row.ext, { values })])
      await withdrawBinding(transaction, write, this.#deps, actor, row)
      if (colleagueUuid === undefined && person?.agentUuid != null)
        await recordNamed(
          transaction,
          this.#deps,
          [{ agentUuid: person.agentUuid, agentName: person.agentName }],
          this.#deps.now(),
        )
      return 'done'
    })
  }

  async #claimOne(
    transaction: StoreTransaction,
    request: ReserveRequest,
    claim: Claim,
    colleagues: ReadonlyMap<string, string | null>,
  ): Promise<Claimed> {
    const { ext, colleagueId, colleague } = claim
    const colleagueUuid = colleague !== null ? null : colleagues.get(colleagueId ?? '')
    if (colleagueId !== null && colleagueUuid === undefined) return { code: 'agent-not-found', row: null }
    const before = await this.#ofRequest(transaction, request.actor, request.idempotencyKey)
      .where('ext', '=', ext)
      .executeTakeFirst()
    if (before !== undefined) return { code: null, row: before }
    const workNumber = colleague?.workNumber
    if (workNumber !== undefined && (await knowsWorkNumber(transaction, this.#deps, workNumber)))
      return { code: 'agent-exists', row: null }
    const made = await this.#insert(transaction, request, claim, colleagueUuid)
    if (made !== undefined) {
      if (colleague !== null && colleagueId !== null)
        await addColleague(transaction, this.#deps, colleagueId, colleague, this.#deps.now())
      return { code: null, row: made, isNew: true }
    }
    const conflicting = await openReservations(transaction, this.#deps)
      .where('ext', '=', ext)
      .selectAll()
      .executeTakeFirst()
    return { code: 'reservation-held', row: conflicting ?? null }
  }

  #insert(
    transaction: StoreTransaction,
    { actor, idempotencyKey, body, until }: ReserveRequest,
    claim: Claim,
    colleagueUuid: string | null | undefined,
  ): Promise<ReservationRow | undefined> {
    return transaction
      .insertInto('reservation')
      .values({
        id: randomUUID(),
        account: this.#deps.account,
        ext: claim.ext,
        ...personColumns(claim, colleagueUuid),
        domain: claim.domain,
        lang_code_txt: claim.langCodeTxt,
        user_id: actor.id,
        idempotency_key: idempotencyKey,
        body_mac: this.#deps.seal.mac(body),
        state: 'reserved',
        reserved_at: this.#now,
        expires_at: until ?? inMs(this.#now)(usualReservationMs),
        checked_at: this.#now,
      })
      .onConflict((conflict) => conflict.doNothing())
      .returningAll()
      .executeTakeFirst()
  }

  #byId(transaction: StoreTransaction, id: string): Promise<ReservationRow | undefined> {
    return transaction
      .selectFrom('reservation')
      .selectAll()
      .where('account', '=', this.#deps.account)
      .where('id', '=', id)
      .executeTakeFirst()
  }

  #ofRequest(db: Database['db'], actor: Actor, idempotencyKey: string) {
    return db
      .selectFrom('reservation')
      .selectAll()
      .where('user_id', '=', actor.id)
      .where('idempotency_key', '=', idempotencyKey)
  }

  /** Changes a reservation that has not ended. Returns it as it is now; `undefined` when it has ended. */
  #setOpen(
    transaction: StoreTransaction,
    id: string,
    columns: UpdateObject<Tables, 'reservation'>,
  ): Promise<ReservationRow | undefined> {
    return transaction
      .updateTable('reservation')
      .set(columns)
      .where('id', '=', id)
      .where('state', '=', 'reserved')
      .returningAll()
      .executeTakeFirst()
  }
}
