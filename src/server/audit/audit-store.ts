import { randomUUID } from 'node:crypto'
import type { Selectable, Transaction } from 'kysely'
import pLimit from 'p-limit'
import { ProblemError } from '../platform/http/problems.ts'
import { chunks, type Database } from '../platform/database/database.ts'
import type { Tables } from '../platform/database/schema.ts'
import type { Seal } from '../platform/database/encryption.ts'
import type { Actor } from '../platform/http/caller.ts'
import { defaultTimings } from '../platform/timings.ts'

export interface AuditEntry {
  actor: Actor
  /** Such as `job.create`; a closed vocabulary per feature. */
  action: string
  object: string
  /** `intent` is written before an action that leaves this process, `outcome` after it; one on the store alone has only the latter. */
  phase: 'intent' | 'outcome'
  reason?: string | null
  result?: string | null
}

export type AuditRow = Selectable<Tables['audit']>

/** So many chains of processes that have gone are named by the first entry of a new one. */
const namedHeads = 50

/** Outcomes kept for a store that fails. */
const mostOwed = 1_000

/** The console itself. */
export const system: Actor = {
  id: 'console',
  name: 'console',
  role: null,
  session: null,
  address: null,
  requestId: null,
}

/** As both stores return it: what they would keep changed could not be verified. */
const kept = (text: string): string => text.toWellFormed().replaceAll('\0', '\ufffd')
const keptOrNone = (text: string | null): string | null => (text === null ? null : kept(text))

/** What an entry's hash is of: every column, the hash of the entry before it included. */
const entryText = ({ hash: _hash, ...row }: AuditRow): string =>
  JSON.stringify(Object.entries(row).toSorted(([a], [b]) => (a < b ? -1 : 1)))

export const hasItsHash = (seal: Seal, row: AuditRow): boolean => seal.isMac(entryText(row), row.hash)

interface Head {
  chain: string
  seq: number
  hash: string
}

/** The text under the MAC of a chain's end. Without the key it can't be moved to an earlier entry. */
const headText = ({ chain, seq, hash }: Head): string => JSON.stringify(['head', chain, seq, hash])

export const isMacOfHead = (seal: Seal, head: Head, mac: string): boolean => seal.isMac(headText(head), mac)

/** Random, but for its beginning: entries of one millisecond are listed in the order they were written. */
function entryId(seq: number): string {
  const digits = seq.toString(16).padStart(12, '0')
  return `${digits.slice(0, 8)}-${digits.slice(8)}-${randomUUID().slice(14)}`
}

export type WriteAudit = (entries: readonly AuditEntry[]) => Promise<void>
type Begin = <Result>(work: (transaction: Transaction<Tables>) => Promise<Result>) => Promise<Result>

/**
 * The audit: append-only, each entry bound to the one before it by an HMAC. Every process writes a chain of its own, so
 * that no lock is held between replicas; a new chain names the ends of the others. `committed` gets the entries once they are
 * in the store, in their order.
 */
export function createAudit(
  { db }: Database,
  seal: Seal,
  committed: (rows: readonly AuditRow[]) => void = () => undefined,
  retryMs = defaultTimings.auditRetryMs,
) {
  let head: Head | null = null
  const underWay = new Set<Promise<unknown>>()
  /** Outcomes that the store has not taken yet. */
  const owed = new Set<AuditEntry>()
  let retry: NodeJS.Timeout | undefined
  /** One after the other: an entry needs the hash of the one before. */
  const alone = pLimit(1)

  /** Adds what it has written to `written`. */
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
    for (const slice of chunks(rows)) {
      const { numInsertedOrUpdatedRows: inserted } = await transaction
        .insertInto('audit')
        .values(slice)
        .executeTakeFirstOrThrow()
      // A trigger can drop an entry without an error.
      if (inserted !== BigInt(slice.length))
        throw new Error(`${inserted} of ${slice.length} entries were kept`)
    }
    written.push(...rows)
    return { chain: from.chain, seq, hash }
  }

  /** A chain of this process, begun with the ends of the others. */
  async function begin(transaction: Transaction<Tables>, written: AuditRow[]): Promise<Head> {
    const heads = await transaction
      .selectFrom('audit_head')
      .select(['chain', 'seq', 'hash'])
      .orderBy('at', 'desc')
      .limit(namedHeads)
      .execute()
    const result = JSON.stringify(heads.map(({ chain, seq, hash }) => [chain, seq, hash]))
    const chain = randomUUID()
    const entry = { actor: system, action: 'audit.begin', object: chain, phase: 'outcome', result } as const
    return append(transaction, { chain, seq: 0, hash: '' }, [entry], written)
  }

  /** As `transaction` below; its `write` begins this process's chain even with no entries. */
  const withChain = <Result>(
    work: (transaction: Transaction<Tables>, write: WriteAudit) => Promise<Result>,
    open: Begin = (inside) => db.transaction().execute(inside),
  ): Promise<Result> =>
    alone(async () => {
      const before = head
      let next = before
      const written: AuditRow[] = []
      // While this is true the store is to blame.
      let writing = true
      try {
        const result = await open(async (opened) => {
          writing = false
          const done = await work(opened, async (entries) => {
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
        if (written.length > 0) committed(written)
        return result
      } catch (error) {
        // A commit whose answer was lost may or may not have happened: a new chain cannot collide with either.
        if (next !== before) head = null
        throw writing ? new ProblemError('unavailable') : error
      }
    })

  /**
   * Runs `work` in a transaction; the entries it writes are there together with what it does, or neither is. Throws what
   * `work` throws, and `unavailable` when the entries cannot be written.
   */
  const transaction = <Result>(
    work: (transaction: Transaction<Tables>, write: WriteAudit) => Promise<Result>,
    open: Begin = (inside) => db.transaction().execute(inside),
  ): Promise<Result> =>
    withChain(
      (opened, add) => work(opened, async (entries) => (entries.length === 0 ? undefined : add(entries))),
      open,
    )

  const write: WriteAudit = (entries) => transaction((_transaction, add) => add(entries))

  /** The answer to a commit may be lost: then an outcome that is owed is on record. */
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

  async function writeOwed(): Promise<void> {
    clearTimeout(retry)
    retry = undefined
    for (const entry of owed) {
      owed.delete(entry)
      try {
        if (!(await isOnRecord(entry))) await write([entry])
      } catch {
        // Behind the others: the entry itself may be what the store refuses.
        owe(entry)
        return
      }
    }
  }

  function owe(entry: AuditEntry): void {
    if (owed.size < mostOwed) owed.add(entry)
    retry ??= setTimeout(() => void writeOwed(), retryMs).unref()
  }

  return {
    transaction,
    write,
    /** The outcome of an action whose intent is on record: as `write`, and a store that fails gets it once it works again. */
    writeOutcome: (entry: AuditEntry): Promise<void> =>
      write([entry]).catch((error: unknown) => {
        owe(entry)
        throw error
      }),
    /** Begins this process's chain, which shows that its secret has been in use. Throws `unavailable`. */
    begin: (): Promise<void> => withChain((_transaction, add) => add([])),
    /** Passes on an action whose intent is on record: `settled` waits for its outcome. */
    during: <Result>(action: Promise<Result>): Promise<Result> => {
      const ended = () => underWay.delete(action)
      underWay.add(action)
      action.then(ended, ended)
      return action
    },
    /** Resolves when every action has its outcome and every entry is written, or could not be. */
    settled: async (): Promise<void> => {
      while (underWay.size > 0) await Promise.allSettled(underWay)
      await writeOwed()
      clearTimeout(retry)
      await alone(() => undefined)
    },
    /** The end of this process's chain; null before its first entry. */
    head: () => head,
  }
}
export type Audit = ReturnType<typeof createAudit>
