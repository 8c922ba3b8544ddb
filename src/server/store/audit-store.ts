import { createHash, randomUUID } from 'node:crypto'
import type { Selectable, Transaction } from 'kysely'
import type { Database } from './database.ts'
import type { Tables } from './schema.ts'
import type { Seal } from './seal.ts'

/** Who acts, as the audit names them. */
export interface Actor {
  id: string
  name: string
  role: string | null
  /** A fingerprint of the session, never its id. */
  session: string | null
  address: string | null
  requestId: string | null
}

export interface AuditEntry {
  actor: Actor
  /** Such as `job.create`; a closed vocabulary per feature. */
  action: string
  object: string
  /** `intent` is written before an act that leaves this process, `outcome` after it; an act on the store alone has only the latter. */
  phase: 'intent' | 'outcome'
  reason?: string | null
  result?: string | null
}

export type AuditRow = Selectable<Tables['audit']>

/** Rows of one insert; SQLite binds at most 32,766 values. */
const rowsAtOnce = 1_000
/** So many chains of processes that have gone are named by the first entry of a new one. */
const namedHeads = 50

const system: Actor = {
  id: 'console',
  name: 'console',
  role: null,
  session: null,
  address: null,
  requestId: null,
}

/** What an entry's hash is made of: every column of it, the hash before it included. */
const canonical = ({ hash: _hash, ...row }: AuditRow): string =>
  JSON.stringify(Object.entries(row).toSorted(([a], [b]) => (a < b ? -1 : 1)))

export type WriteAudit = (entries: readonly AuditEntry[]) => Promise<void>
type Begin = <Result>(work: (transaction: Transaction<Tables>) => Promise<Result>) => Promise<Result>

/**
 * The audit: append-only, each entry bound to the one before it by an HMAC. Every process writes a chain of its own, so
 * that no lock is held between replicas; a new chain names where the others stood (trust 3.6).
 */
export function createAudit({ db }: Database, seal: Seal) {
  interface Head {
    chain: string
    seq: number
    hash: string
  }
  let head: Head | null = null
  let last: Promise<unknown> = Promise.resolve()

  /** One after the other: an entry needs the hash of the one before. */
  function alone<Result>(work: () => Promise<Result>): Promise<Result> {
    const run = last.then(work, work)
    last = run.catch(() => undefined)
    return run
  }

  async function append(
    transaction: Transaction<Tables>,
    from: Head,
    entries: readonly AuditEntry[],
  ): Promise<Head> {
    let { seq, hash } = from
    const rows = entries.map(({ actor, action, object, phase, reason = null, result = null }): AuditRow => {
      const row: AuditRow = {
        id: randomUUID(),
        at: Date.now(),
        actor_id: actor.id,
        actor_name: actor.name,
        actor_role: actor.role,
        session: actor.session,
        address: actor.address,
        action,
        object,
        phase,
        reason,
        result,
        request_id: actor.requestId,
        chain: from.chain,
        seq: ++seq,
        prev_hash: hash,
        hash: '',
      }
      hash = seal.mac(canonical(row))
      return { ...row, hash }
    })
    for (let start = 0; start < rows.length; start += rowsAtOnce)
      await transaction
        .insertInto('audit')
        .values(rows.slice(start, start + rowsAtOnce))
        .execute()
    return { chain: from.chain, seq, hash }
  }

  /** A chain of this process, begun with the places where the others stood. */
  async function begin(transaction: Transaction<Tables>): Promise<Head> {
    const heads = await transaction
      .selectFrom('audit_head')
      .select(['chain', 'seq', 'hash'])
      .orderBy('at', 'desc')
      .limit(namedHeads)
      .execute()
    const result = JSON.stringify(heads.map(({ chain, seq, hash }) => [chain, seq, hash]))
    const chain = randomUUID()
    return append(transaction, { chain, seq: 0, hash: '' }, [
      { actor: system, action: 'audit.begin', object: chain, phase: 'outcome', result },
    ])
  }

  /** Runs `work` in a transaction; the entries it writes are there together with what it does, or neither is. */
  const transaction = <Result>(
    work: (transaction: Transaction<Tables>, write: WriteAudit) => Promise<Result>,
    open: Begin = (inside) => db.transaction().execute(inside),
  ): Promise<Result> =>
    alone(async () => {
      const before = head
      let next = before
      try {
        const result = await open(async (opened) => {
          const done = await work(opened, async (entries) => {
            if (entries.length > 0) next = await append(opened, next ?? (await begin(opened)), entries)
          })
          if (next !== null && next !== before) {
            const { chain, seq, hash } = next
            const at = Date.now()
            await opened
              .insertInto('audit_head')
              .values({ chain, seq, hash, at })
              .onConflict((conflict) => conflict.column('chain').doUpdateSet({ seq, hash, at }))
              .execute()
          }
          return done
        })
        head = next
        return result
      } catch (error) {
        // A commit whose answer was lost may or may not have happened: a new chain cannot collide with either.
        if (next !== before) head = null
        throw error
      }
    })

  const write: WriteAudit = (entries) => transaction((_transaction, add) => add(entries))

  return { transaction, write }
}
export type Audit = ReturnType<typeof createAudit>

/** A fingerprint that tells sessions apart and opens none. */
export const sessionFingerprint = (sessionId: string): string =>
  createHash('sha256').update(sessionId).digest('hex').slice(0, 16)

/** Checks every entry against its hash and its neighbours. Gives what is wrong, by chain and number; nothing when all is well. */
export async function verifyAudit(
  { db }: Pick<Database, 'db'>,
  seal: Seal,
): Promise<{ entries: number; chains: number; faults: string[] }> {
  const faults: string[] = []
  const heads = await db.selectFrom('audit_head').selectAll().execute()
  const chains = await db.selectFrom('audit').select('chain').distinct().execute()
  const known = new Set(heads.map(({ chain }) => chain))
  for (const { chain } of chains)
    if (chain !== null && !known.has(chain)) faults.push(`${chain}: its end is not on record`)
  let entries = 0
  for (const { chain, seq, hash } of heads) {
    let previous = { seq: 0, hash: '' }
    for (;;) {
      const rows = await db
        .selectFrom('audit')
        .selectAll()
        .where('chain', '=', chain)
        .where('seq', '>', previous.seq)
        .orderBy('seq')
        .limit(rowsAtOnce)
        .execute()
      for (const row of rows) {
        entries++
        const place = `${chain} ${row.seq ?? 0}`
        if (row.seq !== previous.seq + 1) faults.push(`${place}: entries before it are missing`)
        if (row.prev_hash !== previous.hash) faults.push(`${place}: does not follow the entry before it`)
        if (row.hash !== seal.mac(canonical(row))) faults.push(`${place}: was changed`)
        previous = { seq: row.seq ?? 0, hash: row.hash ?? '' }
      }
      if (rows.length < rowsAtOnce) break
    }
    if (previous.seq !== seq || previous.hash !== hash)
      faults.push(`${chain}: entries at its end are missing`)
  }
  return { entries, chains: heads.length, faults }
}
