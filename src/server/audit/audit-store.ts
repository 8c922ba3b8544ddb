import { randomUUID } from 'node:crypto'
import { sql, type Selectable } from 'kysely'
import pLimit from 'p-limit'
import { auditValues, type Values } from '#contract/audit.ts'
import type { NotificationEvent } from '#contract/notifications.ts'
import { ProblemError } from '../platform/problems.ts'
import { chunks, type Database, type StoreTransaction } from '../platform/database/database.ts'
import type { Tables } from '../platform/database/schema.ts'
import { unchecked } from '../platform/stored.ts'
import type { Seal } from '../platform/database/encryption.ts'
import type { Actor } from '../platform/http/caller.ts'
import { historiesOf, historyActions } from './histories.ts'

export interface AuditEntry {
  actor: Actor
  /** For example `job.create`. Each feature has a closed vocabulary. */
  action: string
  object: string
  /**
   * An action that a caller requests has an `intent` before and an `outcome` after. What happens otherwise, such as a sign-in or the
   * end of a reservation, has only an `outcome`, which is the default.
   */
  phase?: 'intent' | 'outcome'
  /** What happened, as data: the web says it by the action and the names of the values. */
  values?: Values
  /** What the user gave as the reason. */
  reason?: string | null
  /** `done`, or a code. */
  result?: string | null
  /** Whom a change of a request or a reservation concerns, for those who are notified of it. Not stored. */
  concerns?: Concerned
}

export interface Concerned {
  /** The user who made the request or the reservation, or to whom the request is assigned. */
  person?: string | null
  /** The ID of the request or the reservation. */
  id: string
  /** The name of the person whom the number is for. */
  agent?: string | null
  /** The name of the person who has the number. */
  holder?: string | null
}

/** Something that users are notified of. */
export interface Notice {
  /** A user is notified once of each key. Events with `items` join under one key. */
  key: string
  event: NotificationEvent
  /** True when it is about the console itself and not about the current service. */
  isOwn?: boolean
  /** The user whom it concerns: who made the request, the reservation or the job. Null when it concerns a role only. */
  person: string | null
  /** The user who caused it, who is not notified. */
  causedBy: string | null
}

/** What a transaction records: entries of the audit, and what else users are notified of. */
export interface Recorded {
  entries: readonly AuditEntry[]
  notices: readonly Notice[]
}

export type AuditRow = Selectable<Tables['audit']>

/** The chain of this version. Earlier versions wrote a chain per process; `verify-audit` checks those as well. */
const currentChain = 'console'

/** The actor for the console itself. */
export const system: Actor = {
  id: 'console',
  name: 'console',
  role: null,
  session: null,
  address: null,
  requestId: null,
}

/** Returns the text as both stores return it. An entry that the store changed on writing could not be verified. */
const storable = (text: string): string => text.toWellFormed().replaceAll('\0', '\ufffd')
const storableOrNull = (text: string | null): string | null => (text === null ? null : storable(text))

/**
 * Returns the columns that an entry's hash covers, with the hash. The entries of earlier versions have no `data`, and their `intent_id` was added
 * later.
 */
export function coveredColumns({ data, intent_id, ...row }: AuditRow) {
  return { ...row, ...(data === null ? {} : intent_id === null ? { data } : { data, intent_id }) }
}

/** Returns the text that an entry's hash covers: its columns, including the hash of the entry before it. */
function entryText(row: AuditRow): string {
  const { hash: _hash, ...columns } = coveredColumns(row)
  return JSON.stringify(Object.entries(columns).toSorted(([a], [b]) => (a < b ? -1 : 1)))
}

/** Returns what happened, as data. */
export const valuesIn = ({ data }: Pick<AuditRow, 'data'>): Values =>
  data === null ? {} : unchecked(auditValues, data)

export const hasItsHash = (seal: Seal, row: AuditRow): boolean => seal.isMac(entryText(row), row.hash)

interface Head {
  chain: string
  seq: number
  hash: string
}

/** Returns the text under the MAC of a chain's end. Without the key, no one can move the end to an earlier entry. */
const headText = ({ chain, seq, hash }: Head): string => JSON.stringify(['head', chain, seq, hash])

export const isMacOfHead = (seal: Seal, head: Head, mac: string): boolean => seal.isMac(headText(head), mac)

/** Returns an ID that is random after its first part, which keeps entries of one millisecond in the order they were written. */
function entryId(seq: number): string {
  const digits = seq.toString(16).padStart(12, '0')
  return `${digits.slice(0, 8)}-${digits.slice(8)}-${randomUUID().slice(14)}`
}

export type WriteAudit = (entries: readonly AuditEntry[]) => Promise<void>
/** Notifies users of what is no entry of the audit. */
export type NotifyUsers = (notices: readonly Notice[]) => void

export interface AuditOptions {
  /** Gets the entries once they are in the store. */
  committed?: ((rows: readonly AuditRow[]) => void) | undefined
  /** Called for entries that the store did not take. */
  failed?: (() => void) | undefined
  /** Notifies users of what a transaction records, within it. */
  notify?: ((transaction: StoreTransaction, recorded: Recorded) => Promise<void>) | undefined
  /** The service that the numbers belong to. */
  account?: string
}

/** How long before an outcome without a request its intent is looked for. */
const lookBackMs = 86_400_000
type Action = Pick<AuditRow, 'action' | 'object' | 'request_id'>
const keyOf = ({ action, object, request_id: requestId }: Action) =>
  JSON.stringify([action, object, requestId])

/** Reads the intents that had no outcome so far. Returns what takes the latest of an action; null when there is none. */
async function readIntents(
  transaction: StoreTransaction,
  entries: readonly AuditEntry[],
  at: number,
): Promise<(action: Action) => string | null> {
  const open = new Map<string, string>()
  const outcomes = entries.filter(({ phase }) => phase !== 'intent')
  for (const [requestId, ofRequest] of Map.groupBy(outcomes, ({ actor }) => actor.requestId))
    for (const some of chunks([...new Set(ofRequest.map(({ object }) => storable(object)))])) {
      const rows = await transaction
        .selectFrom('audit')
        .select(['id', 'action', 'object', 'request_id'])
        .where('object', 'in', some)
        // Must be spelled like the index's condition.
        .where('phase', '=', sql.lit('intent'))
        .$if(requestId !== null, (query) => query.where('request_id', '=', requestId))
        .$if(requestId === null, (query) =>
          query.where('request_id', 'is', null).where('at', '>', at - lookBackMs),
        )
        .where(
          sql<boolean>`(SELECT later.id FROM audit AS later WHERE later.object = audit.object
            AND later.phase = 'outcome' AND later.action = audit.action
            AND later.request_id IS NOT DISTINCT FROM audit.request_id
            AND (later.at, later.id) > (audit.at, audit.id) LIMIT 1) IS NULL`,
        )
        .orderBy('at')
        .orderBy('id')
        .execute()
      for (const row of rows) open.set(keyOf(row), row.id)
    }
  return (action) => {
    const key = keyOf({ ...action, object: storable(action.object) })
    const id = open.get(key) ?? null
    open.delete(key)
    return id
  }
}

/** The audit: append-only, each entry bound to the one before it by an HMAC, in one chain for all replicas. */
export class Audit {
  readonly #db: Database['db']
  readonly #clock: Database['clock']
  readonly #seal: Seal
  readonly #options: AuditOptions
  /** Waits in memory, not on one of the store's few connections. */
  readonly #inTurn = pLimit(1)
  readonly #runningActions = new Set<Promise<unknown>>()

  constructor({ db, clock }: Pick<Database, 'db' | 'clock'>, seal: Seal, options: AuditOptions = {}) {
    this.#db = db
    this.#clock = clock
    this.#seal = seal
    this.#options = options
  }

  /**
   * Runs `work` in a transaction: its audit entries and its changes are saved together, or not at all. One such transaction runs at a
   * time over all replicas, so that `work` may read, decide and write. Rethrows the error of `work`; throws `unavailable` when the
   * entries can't be written.
   */
  transaction<Result>(
    work: (transaction: StoreTransaction, write: WriteAudit, notify: NotifyUsers) => Promise<Result>,
  ): Promise<Result> {
    return this.#inTurn(() => this.#transaction(work))
  }

  async #transaction<Result>(
    work: (transaction: StoreTransaction, write: WriteAudit, notify: NotifyUsers) => Promise<Result>,
  ): Promise<Result> {
    const notices: Notice[] = []
    const entries: AuditEntry[] = []
    let rows: AuditRow[] = []
    let isWorking = false
    try {
      const result = await this.#db.transaction().execute(async (transaction) => {
        const end = await this.#lockEnd(transaction)
        isWorking = true
        const write: WriteAudit = (more) => {
          entries.push(...more)
          return Promise.resolve()
        }
        const done = await work(transaction, write, (more) => void notices.push(...more))
        isWorking = false
        // Before the entries: a sign-in is compared with earlier ones.
        await this.#options.notify?.(transaction, { entries, notices })
        if (entries.length > 0) rows = await this.#append(transaction, end, entries)
        return done
      })
      if (rows.length > 0) this.#options.committed?.(rows)
      return result
    } catch (error) {
      if (isWorking) throw error
      this.#options.failed?.()
      throw new ProblemError('unavailable', {}, { cause: error })
    }
  }

  /** Throws `unavailable` when the entries can't be written. */
  write(entries: readonly AuditEntry[]): Promise<void> {
    return this.transaction((_transaction, add) => add(entries))
  }

  /** Returns an action whose intent is in the audit, and makes `settled` wait for its outcome. */
  track<Result>(action: Promise<Result>): Promise<Result> {
    const ended = () => this.#runningActions.delete(action)
    this.#runningActions.add(action)
    action.then(ended, ended)
    return action
  }

  /** Resolves when every action has ended. */
  async settled(): Promise<void> {
    while (this.#runningActions.size > 0) await Promise.allSettled(this.#runningActions)
  }

  /** Returns the end of the chain, locked until the transaction ends. Throws when it was changed. */
  async #lockEnd(transaction: StoreTransaction): Promise<Head> {
    const at = this.#clock()
    const end = await transaction
      .insertInto('audit_head')
      .values({ chain: currentChain, seq: 0, hash: '', at, mac: '' })
      .onConflict((conflict) => conflict.column('chain').doUpdateSet({ at }))
      .returning(['chain', 'seq', 'hash', 'mac'])
      .executeTakeFirstOrThrow()
    if (end.seq > 0 && !isMacOfHead(this.#seal, end, end.mac))
      throw new Error('the end of the audit was changed')
    return end
  }

  /** Appends the entries to the chain. */
  async #append(
    transaction: StoreTransaction,
    end: Head,
    entries: readonly AuditEntry[],
  ): Promise<AuditRow[]> {
    const at = this.#clock()
    const intentOf = await readIntents(transaction, entries, at)
    let { seq, hash } = end
    const rows = entries.map(
      ({ actor, action, object, phase, values = {}, reason = null, result = null }): AuditRow => {
        seq++
        const row: AuditRow = {
          id: entryId(seq),
          at,
          actor_id: actor.id,
          actor_name: storable(actor.name),
          actor_role: actor.role,
          session: actor.session,
          address: actor.address,
          action,
          object: storable(object),
          phase: phase ?? 'outcome',
          intent_id: phase === 'intent' ? null : intentOf({ action, object, request_id: actor.requestId }),
          data: JSON.stringify(values),
          reason: storableOrNull(reason),
          result: storableOrNull(result),
          request_id: actor.requestId,
          chain: currentChain,
          seq,
          prev_hash: hash,
          hash: '',
        }
        hash = this.#seal.mac(entryText(row))
        return { ...row, hash }
      },
    )
    for (const slice of chunks(rows)) await transaction.insertInto('audit').values(slice).execute()
    await this.#addToHistories(transaction, rows, entries)
    const mac = this.#seal.mac(headText({ chain: currentChain, seq, hash }))
    await transaction
      .updateTable('audit_head')
      .set({ seq, hash, mac })
      .where('chain', '=', currentChain)
      .execute()
    return rows
  }

  /** Adds the entries to the histories of their numbers and people; an outcome takes its intent's place. */
  async #addToHistories(
    transaction: StoreTransaction,
    rows: readonly AuditRow[],
    entries: readonly AuditEntry[],
  ): Promise<void> {
    const { account = '' } = this.#options
    const intents = rows.flatMap(({ action, intent_id: id }) =>
      id !== null && historyActions.includes(action) ? [id] : [],
    )
    for (const slice of chunks(intents))
      await transaction.deleteFrom('history').where('id', 'in', slice).execute()
    const added = rows
      .flatMap((row, index) => historiesOf(row, entries[index]?.values ?? {}))
      .map((row) => ({ account, ...row }))
    for (const slice of chunks(added)) await transaction.insertInto('history').values(slice).execute()
  }
}
