import { randomUUID } from 'node:crypto'
import type { Selectable, Transaction } from 'kysely'
import pLimit from 'p-limit'
import { ProblemError } from '../platform/problems.ts'
import { chunks, type Database } from '../platform/database/database.ts'
import type { Tables } from '../platform/database/schema.ts'
import type { Seal } from '../platform/database/encryption.ts'
import type { Actor } from '../platform/http/caller.ts'
import { defaultTimings } from '../platform/timings.ts'

export interface AuditEntry {
  actor: Actor
  /** For example `job.create`. Each feature has a closed vocabulary. */
  action: string
  object: string
  /**
   * An action that leaves this process has an `intent` before and an `outcome` after. An action on the store alone has
   * only an `outcome`.
   */
  phase: 'intent' | 'outcome'
  reason?: string | null
  result?: string | null
}

export type AuditRow = Selectable<Tables['audit']>

/** The first entry of a new chain names the ends of at most this many other chains. */
const namedHeads = 50

/** While this many outcomes wait for the store, no intent is accepted, so that no outcome has to be dropped. */
const maxPendingOutcomes = 1_000

/** The reason of a chain that the same process begins after an error of the store, and not at its start. */
const chainAfterError = 'store error'

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
const kept = (text: string): string => text.toWellFormed().replaceAll('\0', '\ufffd')
const keptOrNone = (text: string | null): string | null => (text === null ? null : kept(text))

/** Returns the text that an entry's hash covers: every column, including the hash of the entry before it. */
const entryText = ({ hash: _hash, ...row }: AuditRow): string =>
  JSON.stringify(Object.entries(row).toSorted(([a], [b]) => (a < b ? -1 : 1)))

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

/**
 * The audit: append-only, each entry bound to the one before it by an HMAC. Every process writes its own chain, so
 * replicas share no lock; a new chain names the ends of the other chains. `committed` gets the entries, in order, once
 * they are in the store. `opener` begins the chain: the console, or the user of a command line.
 */
export function createAudit(
  { db }: Database,
  seal: Seal,
  committed: (rows: readonly AuditRow[]) => void = () => undefined,
  retryMs = defaultTimings.auditRetryMs,
  opener: Actor = system,
) {
  let head: Head | null = null
  /** True once this process has begun a chain. */
  let hasBegun = false
  const runningActions = new Set<Promise<unknown>>()
  /** Outcomes that the store has not accepted yet. */
  const pendingOutcomes = new Set<AuditEntry>()
  let retry: NodeJS.Timeout | undefined
  /** One write at a time: an entry needs the hash of the one before. */
  const serialized = pLimit(1)

  const isFull = (): boolean => pendingOutcomes.size >= maxPendingOutcomes

  /** Appends the entries to the chain in the store and adds their rows to `written`. Returns the chain's new end. */
  async function append(
    transaction: Transaction<Tables>,
    from: Head,
    entries: readonly AuditEntry[],
    written: AuditRow[],
  ): Promise<Head> {
    let { seq, hash } = from
    const rows = entries.map(({ actor, action, object, phase, reason = null, result = null }): AuditRow => {
      seq++
      const row: AuditRow = {
        id: entryId(seq),
        at: Date.now(),
        actor_id: actor.id,
        actor_name: kept(actor.name),
        actor_role: actor.role,
        session: actor.session,
        address: actor.address,
        action,
        object: kept(object),
        phase,
        reason: keptOrNone(reason),
        result: keptOrNone(result),
        request_id: actor.requestId,
        chain: from.chain,
        seq,
        prev_hash: hash,
        hash: '',
      }
      hash = seal.mac(entryText(row))
      return { ...row, hash }
    })
    for (const slice of chunks(rows)) await transaction.insertInto('audit').values(slice).execute()
    written.push(...rows)
    return { chain: from.chain, seq, hash }
  }

  /** Begins this process's chain with an entry that names the ends of the other chains. */
  async function begin(transaction: Transaction<Tables>, written: AuditRow[]): Promise<Head> {
    const heads = await transaction
      .selectFrom('audit_head')
      .select(['chain', 'seq', 'hash'])
      .orderBy('at', 'desc')
      .limit(namedHeads)
      .execute()
    const result = JSON.stringify(heads.map(({ chain, seq, hash }) => [chain, seq, hash]))
    const chain = randomUUID()
    const entry: AuditEntry = {
      actor: opener,
      action: 'audit.begin',
      object: chain,
      phase: 'outcome',
      reason: hasBegun ? chainAfterError : null,
      result,
    }
    return append(transaction, { chain, seq: 0, hash: '' }, [entry], written)
  }

  /** Like `transaction` below, but its `write` begins this process's chain even without entries. */
  const withChain = <Result>(
    work: (transaction: Transaction<Tables>, write: WriteAudit) => Promise<Result>,
  ): Promise<Result> =>
    serialized(async () => {
      const before = head
      let next = before
      const written: AuditRow[] = []
      // True while an error comes from the store and not from `work`.
      let writing = true
      try {
        const result = await db.transaction().execute(async (opened) => {
          writing = false
          const done = await work(opened, async (entries) => {
            if (isFull() && entries.some(({ phase }) => phase === 'intent'))
              throw new ProblemError('unavailable')
            writing = true
            next = await append(opened, next ?? (await begin(opened, written)), entries, written)
            writing = false
          })
          writing = next !== before
          if (next !== null && next !== before) {
            const { chain, seq, hash } = next
            const end = { seq, hash, at: Date.now(), mac: seal.mac(headText(next)) }
            await opened
              .insertInto('audit_head')
              .values({ chain, ...end })
              .onConflict((conflict) => conflict.column('chain').doUpdateSet(end))
              .execute()
          }
          return done
        })
        head = next
        hasBegun ||= next !== null
        if (written.length > 0) committed(written)
        return result
      } catch (error) {
        // A commit whose response was lost may or may not have happened. A new chain collides with neither result.
        if (next !== before) head = null
        throw writing ? new ProblemError('unavailable') : error
      }
    })

  /**
   * Runs `work` in a transaction: its audit entries and its changes are saved together, or not at all. Rethrows the error
   * of `work`; throws `unavailable` when the entries can't be written.
   */
  const transaction = <Result>(
    work: (transaction: Transaction<Tables>, write: WriteAudit) => Promise<Result>,
  ): Promise<Result> =>
    withChain((opened, add) =>
      work(opened, async (entries) => (entries.length === 0 ? undefined : add(entries))),
    )

  const write: WriteAudit = (entries) => transaction((_transaction, add) => add(entries))

  /** True when the audit already has the outcome: the response to its commit may have been lost. */
  async function isOnRecord({ actor, action, object }: AuditEntry): Promise<boolean> {
    const found = await db
      .selectFrom('audit')
      .select('id')
      .where('request_id', '=', actor.requestId)
      .where('action', '=', action)
      .where('object', '=', kept(object))
      .where('phase', '=', 'outcome')
      .limit(1)
      .execute()
    return found.length > 0
  }

  async function writePendingOutcomes(): Promise<void> {
    clearTimeout(retry)
    retry = undefined
    for (const entry of pendingOutcomes) {
      pendingOutcomes.delete(entry)
      try {
        if (!(await isOnRecord(entry))) await write([entry])
      } catch {
        // Put the entry last: the store may be refusing this very entry.
        keepForRetry(entry)
        return
      }
    }
  }

  function keepForRetry(entry: AuditEntry): void {
    pendingOutcomes.add(entry)
    retry ??= setTimeout(() => void writePendingOutcomes(), retryMs).unref()
  }

  return {
    transaction,
    write,
    /**
     * Writes the outcomes of actions whose intents are in the audit. Like `write`, but outcomes that the store can't take
     * are written again later.
     */
    writeOutcome: (...entries: AuditEntry[]): Promise<void> =>
      write(entries).catch((error: unknown) => {
        for (const entry of entries) keepForRetry(entry)
        throw error
      }),
    /** Begins this process's chain, which proves that its secret has been in use. Throws `unavailable`. */
    begin: (): Promise<void> => withChain((_transaction, add) => add([])),
    /** Returns an action whose intent is in the audit, and makes `settled` wait for its outcome. */
    track: <Result>(action: Promise<Result>): Promise<Result> => {
      const ended = () => runningActions.delete(action)
      runningActions.add(action)
      action.then(ended, ended)
      return action
    },
    /**
     * Resolves when every action has its outcome, and every entry is written or has failed, with the number of outcomes
     * that the store did not take.
     */
    settled: async (): Promise<number> => {
      while (runningActions.size > 0) await Promise.allSettled(runningActions)
      await writePendingOutcomes()
      clearTimeout(retry)
      await serialized(() => undefined)
      return pendingOutcomes.size
    },
  }
}
export type Audit = ReturnType<typeof createAudit>
