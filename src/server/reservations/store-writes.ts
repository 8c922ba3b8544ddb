import { randomUUID } from 'node:crypto'
import type { UpdateObject } from 'kysely'
import { maxReserved, usualReservationMs } from '#contract/reservations.ts'
import type { ProblemCode } from '#contract/problem.ts'
import { isSameId } from '#upstream/records.ts'
import type { PeopleChanges, Joiner } from '../people/changes.ts'
import { system, type Audit, type WriteAudit } from '../audit/audit-store.ts'
import type { Holder } from '../numbers/number-tracker.ts'
import { countOf, inMs, type Database, type StoreTransaction } from '../platform/database/database.ts'
import type { Seal } from '../platform/database/encryption.ts'
import type { Tables } from '../platform/database/schema.ts'
import type { Actor } from '../platform/http/caller.ts'
import type { ReservationRow } from './answers.ts'
import { outcomeOf, reserveEntry } from './audit-entries.ts'
import { agentLabel, type Pair, type ReservedPerson } from './joiners.ts'
import { expireReservations, keptUntil } from './keep-back.ts'

/** A number that the service has just shown as free. */
export interface Claim extends Pair {
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

type ReleaseRefusal = Extract<ProblemCode, 'reservation-ended' | 'reservation-of-another'>
type ChangeRefusal = ReleaseRefusal | Extract<ProblemCode, 'agent-not-found' | 'extension-bound'>

/** The columns of a `reserved` reservation that look-ups need. */
type OpenReservation = Pick<
  ReservationRow,
  'id' | 'ext' | 'agent_uuid' | 'joiner_id' | 'keep_days' | 'holder'
>

/** The directory of agents, which a reservation locks before any reservation. */
export type Directory = Pick<PeopleChanges, 'addColleague' | 'joiners' | 'knowsWorkNumber' | 'recordReserved'>

interface Deps {
  database: Pick<Database, 'db' | 'now'>
  audit: Audit
  seal: Seal
  account: string
  directory: Directory
}

/** The columns of the person whom a reservation is for: a joiner of the directory, or the agent as given. */
const personColumns = ({ agentUuid, joinerId, agentName }: ReservedPerson, joiner: Joiner | undefined) => ({
  agent_uuid: joiner === undefined ? agentUuid : joiner.agentUuid,
  joiner_id: joinerId,
  agent_name: joiner === undefined ? agentName : joiner.name,
  work_number: joiner?.workNumber ?? null,
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
      // Lock the directory before any reservation: a joiner that gets a UUID locks in the same order.
      const joiners = await this.#deps.directory.joiners(
        transaction,
        claims.flatMap(({ joinerId }) => joinerId ?? []),
      )
      const held = this.#open(transaction)
        .where('user_id', '=', request.actor.id)
        .where('expires_at', '>', this.#now)
        .where('keep_days', 'is', null)
      let room = maxReserved - (await countOf(held))
      const claimed = new Map<string, Claimed>()
      for (const claim of claims) {
        const result: Claimed =
          room > 0
            ? await this.#claimOne(transaction, write, request, claim, joiners)
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
      await this.#deps.directory.recordReserved(
        transaction,
        claims.flatMap(({ ext, agentUuid, agentName }) =>
          agentUuid === null || claimed.get(ext)?.code !== null ? [] : [{ agentUuid, agentName }],
        ),
      )
      return claimed
    })
  }

  /** Releases a reservation and writes the result to the audit. `null` when the reservation does not exist. */
  release(
    actor: Actor,
    by: { userName: string; anyones: boolean },
    { id, reason }: { id: string; reason: string | null },
  ): Promise<ReleaseRefusal | 'done' | null> {
    return this.#deps.audit.transaction(async (transaction, write) => {
      const row = await this.#byId(transaction, id)
      if (row === undefined) return null
      const ended = { state: 'released' as const, ended_at: this.#now, ended_by: by.userName, reason }
      const result =
        row.user_id !== actor.id && !by.anyones
          ? 'reservation-of-another'
          : (await this.#setUnexpired(transaction, id, ended))
            ? 'done'
            : 'reservation-ended'
      await write([outcomeOf(actor, 'reservation.release', row.ext, reason, result)])
      return result
    })
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
      const joinerId = person?.joinerId ?? null
      // Lock the directory before the reservation, as `claim` does.
      const joiners = await this.#deps.directory.joiners(transaction, joinerId === null ? [] : [joinerId])
      const row = await this.#byId(transaction, id)
      if (row === undefined) return null
      if (row.user_id !== actor.id && !anyones) return 'reservation-of-another'
      if (row.keep_days !== null && row.holder !== null) return 'extension-bound'
      const joiner = joinerId === null ? undefined : joiners.get(joinerId)
      if (joinerId !== null && joiner === undefined) return 'agent-not-found'
      const to = person === null ? null : personColumns(person, joiner)
      const isMoved =
        to !== null &&
        (to.agent_uuid === null
          ? row.agent_uuid !== null || to.joiner_id !== row.joiner_id
          : !isSameId(row.agent_uuid, to.agent_uuid))
      const isChanged = await this.#setUnexpired(transaction, id, {
        ...(until === null ? {} : { expires_at: until }),
        // The service may show the number bound to the new person already, so look it up first.
        ...(isMoved ? { ...to, keep_days: null, holder: null, checked_at: 0 } : {}),
        state: 'reserved',
      })
      if (!isChanged) return 'reservation-ended'
      if (until !== null && until !== row.expires_at)
        await write([outcomeOf(actor, 'reservation.extend', row.ext, new Date(until).toISOString())])
      if (!isMoved) return 'done'
      await write([outcomeOf(actor, 'reservation.move', row.ext, agentLabel(to.agent_uuid, to.joiner_id))])
      if (joiner === undefined && person?.agentUuid != null)
        await this.#deps.directory.recordReserved(transaction, [
          { agentUuid: person.agentUuid, agentName: person.agentName },
        ])
      return 'done'
    })
  }

  /** Marks every expired reservation as `expired`. */
  expireAll(): Promise<void> {
    return this.#deps.audit.transaction((transaction, write) => this.#expire(transaction, write, system))
  }

  /**
   * Ends a reservation whose number is bound: `bound` to its own agent, or `taken` by another agent. A joiner without a UUID
   * cannot be compared with the holder, so that reservation stays open and stores the holder. A number kept back stays so while
   * the service shows it with the agent who leaves.
   */
  markBound(open: OpenReservation, holder: Holder): Promise<void> {
    const { id, ext, agent_uuid: agentUuid, joiner_id: joinerId, keep_days: keepDays } = open
    const seen = { holder: JSON.stringify(holder), checked_at: this.#now, missing: 0 }
    return this.#deps.audit.transaction(async (transaction, write) => {
      const isLeaving =
        keepDays !== null && (holder.agentUuid === null || isSameId(holder.agentUuid, agentUuid))
      if (isLeaving || agentUuid === null) {
        const end = isLeaving ? { expires_at: keptUntil(this.#now, keepDays) } : {}
        await this.#set(transaction, id, { ...seen, ...end }).execute()
        return
      }
      const isOwn = isSameId(holder.agentUuid, agentUuid)
      const { numUpdatedRows } = await this.#set(transaction, id, {
        ...seen,
        state: isOwn ? 'bound' : 'taken',
        ended_at: this.#now,
      }).executeTakeFirst()
      if (numUpdatedRows === 0n) return
      const action = isOwn ? 'reservation.fulfill' : 'reservation.lose'
      await write([outcomeOf(system, action, ext, agentLabel(agentUuid, joinerId))])
    })
  }

  /** Records a look-up that found the number free or missing, or that got an unreadable response. */
  async noteLookUp(
    { id, keep_days, holder }: OpenReservation,
    found: 'free' | 'missing' | 'unreadable',
  ): Promise<void> {
    const isLeft = found === 'free' && keep_days !== null && holder !== null
    await this.#set(this.#deps.database.db, id, {
      checked_at: this.#now,
      ...(found === 'unreadable' ? {} : { missing: found === 'missing' ? 1 : 0, holder: null }),
      ...(isLeft ? { expires_at: keptUntil(this.#now, keep_days) } : {}),
    }).execute()
  }

  async #claimOne(
    transaction: StoreTransaction,
    write: WriteAudit,
    request: ReserveRequest,
    claim: Claim,
    joiners: ReadonlyMap<string, Joiner>,
  ): Promise<Claimed> {
    const { ext, joinerId, colleague } = claim
    const joiner =
      colleague !== null
        ? { agentUuid: null, name: colleague.name, workNumber: colleague.workNumber ?? null }
        : joiners.get(joinerId ?? '')
    if (joinerId !== null && joiner === undefined) return { code: 'agent-not-found', row: null }
    await this.#expire(transaction, write, request.actor, ext)
    const before = await this.#ofRequest(transaction, request.actor, request.idempotencyKey)
      .where('ext', '=', ext)
      .executeTakeFirst()
    if (before !== undefined) return { code: null, row: before }
    const workNumber = colleague?.workNumber
    if (workNumber !== undefined && (await this.#deps.directory.knowsWorkNumber(transaction, workNumber)))
      return { code: 'agent-exists', row: null }
    const made = await this.#insert(transaction, request, claim, joiner)
    if (made !== undefined) {
      if (colleague !== null && joinerId !== null)
        await this.#deps.directory.addColleague(transaction, joinerId, colleague)
      return { code: null, row: made }
    }
    const held = await this.#open(transaction).where('ext', '=', ext).selectAll().executeTakeFirst()
    return { code: 'reservation-held', row: held ?? null }
  }

  #insert(
    transaction: StoreTransaction,
    { actor, userName, idempotencyKey, body, until }: ReserveRequest,
    claim: Claim,
    joiner: Joiner | undefined,
  ): Promise<ReservationRow | undefined> {
    return transaction
      .insertInto('reservation')
      .values({
        id: randomUUID(),
        account: this.#deps.account,
        ext: claim.ext,
        ...personColumns(claim, joiner),
        domain: claim.domain,
        lang_code_txt: claim.langCodeTxt,
        user_id: actor.id,
        user_name: userName,
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

  #expire(transaction: StoreTransaction, write: WriteAudit, actor: Actor, ext?: string): Promise<void> {
    return expireReservations(transaction, write, { account: this.#deps.account, now: this.#now, actor, ext })
  }

  #open(transaction: StoreTransaction) {
    return transaction
      .selectFrom('reservation')
      .where('account', '=', this.#deps.account)
      .where('state', '=', 'reserved')
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

  /** Changes a reservation that has not ended. */
  #set(db: Database['db'], id: string, columns: UpdateObject<Tables, 'reservation'>) {
    return db.updateTable('reservation').set(columns).where('id', '=', id).where('state', '=', 'reserved')
  }

  /** Changes a reservation that has neither ended nor expired. Returns whether it did. */
  async #setUnexpired(
    transaction: StoreTransaction,
    id: string,
    columns: UpdateObject<Tables, 'reservation'>,
  ): Promise<boolean> {
    const { numUpdatedRows } = await this.#set(transaction, id, columns)
      .where('expires_at', '>', this.#now)
      .executeTakeFirst()
    return numUpdatedRows > 0n
  }
}
