import { randomUUID } from 'node:crypto'
import { setImmediate as nextTurn } from 'node:timers/promises'
import type { Audit } from '../audit/audit-store.ts'
import type { Actor } from '../platform/http/caller.ts'
import { chunks, type Database } from '../platform/database/database.ts'
import { createNumbersInJobs } from './numbers-in-jobs.ts'
import type { NewItemRow } from './tables.ts'
import { sealedFor, type Seal } from '../platform/database/encryption.ts'

/** The operation that creates a row's extension. */
export type CreateOperation = 'create_extension' | 'create_extension_legacy'

export interface JobIntent {
  kind: 'bulk' | 'single'
  operation: CreateOperation
  actor: Actor
  idempotencyKey: string
  /** The request body, compared by its HMAC and never stored. */
  body: string
  name: string
  /** Passwords in plain text, like `secretKey`. Both are encrypted before they are stored. */
  items: readonly (Omit<NewItemRow, 'job_id' | 'position' | 'account' | 'state'> & {
    /** The row's line, from 0; its index by default. Each position once. */
    position?: number
  })[]
  passwordFill: string
  passwordLength: number
  secretKey: string | null
}

export type JobBegun =
  | { kind: 'new'; id: string }
  | { kind: 'known'; id: string }
  | { kind: 'key-reused' }
  /** Positions of the items whose numbers are in another open job. */
  | { kind: 'numbers-under-way'; positions: number[] }

class NumbersUnderWay extends Error {}

/** Creates jobs. Each request creates one job, without any number that another open job has. */
export function createJobCreation({ db, now }: Database, audit: Audit, seal: Seal, account: string) {
  const numbersInJobs = createNumbersInJobs({ db }, account)

  async function find(userId: string, idempotencyKey: string) {
    return db
      .selectFrom('job')
      .select(['id', 'body_mac'])
      .where('user_id', '=', userId)
      .where('idempotency_key', '=', idempotencyKey)
      .executeTakeFirst()
  }

  /** Positions of the items whose numbers are in another open job. */
  async function inJobs(items: JobIntent['items']): Promise<number[]> {
    const taken = await numbersInJobs.filterHeld(items.map(({ ext }) => ext))
    return items.flatMap(({ ext }, index) => (taken.has(ext) ? [index] : []))
  }

  /** The items as stored rows. Yields to other requests between chunks, because encrypting many passwords takes a while. */
  async function rowsOf(jobId: string, items: JobIntent['items']): Promise<NewItemRow[]> {
    const rows: NewItemRow[] = []
    for (const some of chunks([...items.entries()])) {
      for (const [index, item] of some) {
        const { position = index } = item
        const password =
          item.password == null ? null : seal.seal(item.password, sealedFor.itemPassword(jobId, position))
        rows.push({ ...item, password, job_id: jobId, position, account, state: 'pending' })
      }
      await nextTurn()
    }
    // Insert in the same order every time, or two jobs with shared numbers could deadlock.
    return rows.toSorted((a, b) => (a.ext < b.ext ? -1 : 1))
  }

  /**
   * Writes the job, its rows and its audit entry. Throws `NumbersUnderWay` and writes nothing when the unique index rejects a
   * number.
   */
  const insert = async (intent: JobIntent): Promise<JobBegun> => {
    const id = randomUUID()
    const secretKey = intent.secretKey === null ? null : seal.seal(intent.secretKey, sealedFor.jobKey(id))
    const rows = await rowsOf(id, intent.items)
    return audit.transaction(async (transaction, write) => {
      const inserted = await transaction
        .insertInto('job')
        .values({
          id,
          kind: intent.kind,
          operation: intent.operation,
          actor: intent.kind === 'single' ? JSON.stringify(intent.actor) : null,
          user_id: intent.actor.id,
          user_name: intent.actor.name,
          idempotency_key: intent.idempotencyKey,
          body_mac: seal.mac(intent.body),
          name: intent.name,
          account,
          created_at: now,
          desired_state: 'run',
          total: intent.items.length,
          pending: intent.items.length,
          password_fill: intent.passwordFill,
          password_length: intent.passwordLength,
          secret_key: secretKey,
          has_secrets: intent.items.some(({ password_source }) => password_source !== 'none') ? 1 : 0,
        })
        .onConflict((conflict) => conflict.columns(['user_id', 'idempotency_key']).doNothing())
        .executeTakeFirst()
      if ((inserted.numInsertedOrUpdatedRows ?? 0n) === 0n) return { kind: 'key-reused' }
      for (const some of chunks(rows)) {
        const { numInsertedOrUpdatedRows } = await transaction
          .insertInto('job_item')
          .values(some)
          .onConflict((conflict) => conflict.doNothing())
          .executeTakeFirst()
        if (Number(numInsertedOrUpdatedRows) < some.length) throw new NumbersUnderWay()
      }
      const { actor } = intent
      await write(
        intent.kind === 'single'
          ? intent.items.map(({ ext }) => ({
              actor,
              action: 'extension.create',
              object: ext,
              phase: 'intent',
              result: null,
            }))
          : [
              {
                actor,
                action: 'job.create',
                object: id,
                phase: 'outcome',
                result: `${intent.items.length} rows`,
              },
            ],
      )
      return { kind: 'new', id }
    })
  }

  const tryInsert = (intent: JobIntent): Promise<JobBegun> =>
    insert(intent).catch(async (error: unknown) => {
      if (!(error instanceof NumbersUnderWay)) throw error
      return { kind: 'numbers-under-way', positions: await inJobs(intent.items) }
    })

  return {
    /** Writes the job durably, or finds the job created with the same key. */
    async create(intent: JobIntent): Promise<JobBegun> {
      for (let attempt = 0; ; attempt++) {
        const known = await find(intent.actor.id, intent.idempotencyKey)
        if (known !== undefined)
          return seal.isMac(intent.body, known.body_mac)
            ? { kind: 'known', id: known.id }
            : { kind: 'key-reused' }
        const begun = await tryInsert(intent)
        // Another request with the same key may have come first, so look again, once.
        if (
          begun.kind === 'new' ||
          attempt > 0 ||
          (await find(intent.actor.id, intent.idempotencyKey)) === undefined
        )
          return begun
      }
    },
  }
}
export type JobCreation = ReturnType<typeof createJobCreation>
