import { randomUUID } from 'node:crypto'
import { sql, type Kysely } from 'kysely'
import type { Database } from './database.ts'
import { openItemStates } from './job-rows.ts'
import type { Tables } from './schema.ts'
import type { Seal } from './seal.ts'

/**
 * `sending` from before the request leaves until its outcome is known; `in-doubt` when the answer was lost;
 * `abandoned` one of these that a person chose to try anew.
 */
export type CreationState = 'sending' | 'created' | 'accepted' | 'refused' | 'in-doubt' | 'abandoned'

export interface CreationIntent {
  userId: string
  idempotencyKey: string
  /** The request, compared by its HMAC; never stored. */
  body: string
  operation: 'create_extension' | 'create_extension_legacy'
  ext: string
}

export interface StoredCreation {
  id: string
  ext: string
  state: CreationState
  /** JSON of the refusal. */
  problem: string | null
  startedAt: number
}

export type Begun =
  | { kind: 'new'; id: string }
  | { kind: 'known'; creation: StoredCreation }
  | { kind: 'key-reused' }
  | { kind: 'number-under-way' }

/** A `sending` row this old belongs to a process that is gone: a create ends within seconds. */
const lostAfterMs = 60_000
/** After this long a person may try a number in doubt or not yet visible again (trust 0.2, the settle window). */
const settleMs = 60_000

const states: readonly string[] = [
  'sending',
  'created',
  'accepted',
  'refused',
  'in-doubt',
  'abandoned',
] satisfies CreationState[]
const isState = (value: string): value is CreationState => states.includes(value)

/** The ledger of single creations: what makes a create once-only across double clicks, replays and replicas (trust 3.5). */
export function createCreationStore({ db, now, engine, withNumbers }: Database, seal: Seal, account: string) {
  async function settleOld(ext: string): Promise<void> {
    await db
      .updateTable('creation')
      .set({ state: 'in-doubt', ended_at: now })
      .where('account', '=', account)
      .where('ext', '=', ext)
      .where('state', '=', 'sending')
      .where('started_at', '<', sql<number>`${now} - ${sql.lit(lostAfterMs)}`)
      .execute()
  }

  async function find(userId: string, idempotencyKey: string) {
    return db
      .selectFrom('creation')
      .selectAll()
      .where('user_id', '=', userId)
      .where('idempotency_key', '=', idempotencyKey)
      .executeTakeFirst()
  }

  /** One statement, so that in the embedded store nothing comes between; null when the number or the key is taken. */
  async function insertInto(store: Kysely<Tables>, intent: CreationIntent): Promise<string | null> {
    const id = randomUUID()
    const inserted = await store
      .insertInto('creation')
      .columns([
        'id',
        'user_id',
        'idempotency_key',
        'body_mac',
        'operation',
        'account',
        'ext',
        'state',
        'started_at',
      ])
      .expression(
        sql`SELECT ${id}, ${intent.userId}, ${intent.idempotencyKey}, ${seal.mac(intent.body)}, ${intent.operation},
          ${account}, ${intent.ext}, 'sending', ${now}
        WHERE NOT EXISTS (
          SELECT 1 FROM job_item WHERE account = ${account} AND ext = ${intent.ext}
            AND state IN (${sql.join(openItemStates.map((state) => sql.lit(state)))})
        )`,
      )
      .onConflict((conflict) => conflict.doNothing())
      .executeTakeFirst()
    return (inserted.numInsertedOrUpdatedRows ?? 0n) > 0n ? id : null
  }
  const insert = (intent: CreationIntent) =>
    engine === 'sqlite'
      ? insertInto(db, intent)
      : withNumbers((transaction) => insertInto(transaction, intent))

  return {
    /** Writes the intent durably, before anything is sent. */
    async begin(intent: CreationIntent): Promise<Begun> {
      await settleOld(intent.ext)
      const id = await insert(intent)
      if (id !== null) return { kind: 'new', id }
      const known = await find(intent.userId, intent.idempotencyKey)
      if (known === undefined) return { kind: 'number-under-way' }
      if (!seal.isMac(intent.body, known.body_mac)) return { kind: 'key-reused' }
      if (!isState(known.state)) throw new Error(`creation ${known.id} has no known state`)
      return {
        kind: 'known',
        creation: {
          id: known.id,
          ext: known.ext,
          state: known.state,
          problem: known.problem,
          startedAt: known.started_at,
        },
      }
    },

    /** Writes the outcome. */
    async finish(id: string, state: CreationState, problem: string | null = null): Promise<void> {
      await db.updateTable('creation').set({ state, problem, ended_at: now }).where('id', '=', id).execute()
    },

    /** Takes back an intent of which nothing was sent, so that its key may be used again. */
    async forget(id: string): Promise<void> {
      await db.deleteFrom('creation').where('id', '=', id).execute()
    },

    /** The state of an intent that another request or replica is working on. */
    async stateOf(id: string): Promise<CreationState | null> {
      const row = await db.selectFrom('creation').select('state').where('id', '=', id).executeTakeFirst()
      return row !== undefined && isState(row.state) ? row.state : null
    },

    /** Who has created the number in this console or is about to, but for the creation `but`; the latest one. Names are the audit's. */
    async takenBy(ext: string, but: string | null): Promise<{ by: string | null; at: number } | null> {
      const { rows } = await sql<{ who: string | null; since: number }>`
        SELECT (SELECT actor_name FROM audit
            WHERE object = creation.ext AND action = 'extension.create' AND actor_id = creation.user_id
            ORDER BY at DESC, id DESC LIMIT 1) AS who, started_at AS since
          FROM creation
          WHERE account = ${account} AND ext = ${ext} AND id <> ${but ?? ''}
            AND state IN ('sending', 'created', 'accepted', 'in-doubt')
        UNION ALL
        SELECT job.user_name AS who, coalesce(job_item.started_at, job.created_at) AS since
          FROM job_item JOIN job ON job.id = job_item.job_id
          WHERE job_item.account = ${account} AND job_item.ext = ${ext}
            AND job_item.state IN ('pending', 'sending', 'unknown', 'review', 'done')
        ORDER BY since DESC LIMIT 1`.execute(db)
      const [row] = rows
      return row === undefined ? null : { by: row.who, at: row.since }
    },

    /** Lets go of a number in doubt or not yet visible once the settle window is over; true when one was let go. */
    async abandon(ext: string): Promise<boolean> {
      const { numUpdatedRows } = await db
        .updateTable('creation')
        .set({ state: 'abandoned' })
        .where('account', '=', account)
        .where('ext', '=', ext)
        .where('state', 'in', ['in-doubt', 'accepted'])
        .where('ended_at', '<', sql<number>`${now} - ${sql.lit(settleMs)}`)
        .executeTakeFirst()
      return numUpdatedRows > 0n
    },
  }
}
export type CreationStore = ReturnType<typeof createCreationStore>
