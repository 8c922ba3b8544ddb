import { randomUUID } from 'node:crypto'
import type { Transaction } from 'kysely'
import type { Actor, Audit } from './audit-store.ts'
import type { Database } from './database.ts'
import { chunks, openCreationStates, openItemStates, type NewItemRow } from './job-rows.ts'
import type { Tables } from './schema.ts'
import { sealedFor, type Seal } from './seal.ts'

export interface JobIntent {
  actor: Actor
  idempotencyKey: string
  /** The request, compared by its HMAC; never stored. */
  body: string
  name: string
  /** Passwords as they are; sealed before they are stored, like `secretKey`. */
  items: readonly Omit<NewItemRow, 'job_id' | 'position' | 'account' | 'state'>[]
  passwordFill: string
  passwordLength: number
  secretKey: string | null
}

export type JobBegun =
  | { kind: 'new'; id: string }
  | { kind: 'known'; id: string }
  | { kind: 'key-reused' }
  /** Positions whose numbers are being created by somebody else right now. */
  | { kind: 'numbers-under-way'; positions: number[] }

/** Takes jobs in: each once, and no number that is being created already. */
export function createJobIntake(database: Database, audit: Audit, seal: Seal, account: string) {
  const { db, now } = database

  async function find(userId: string, idempotencyKey: string) {
    return db
      .selectFrom('job')
      .select(['id', 'body_mac'])
      .where('user_id', '=', userId)
      .where('idempotency_key', '=', idempotencyKey)
      .executeTakeFirst()
  }

  /** Of these numbers those that a job or a single creation has under way. */
  async function underWay(transaction: Transaction<Tables>, exts: readonly string[]): Promise<Set<string>> {
    const taken = new Set<string>()
    for (const some of chunks(exts)) {
      const inJobs = transaction
        .selectFrom('job_item')
        .select('ext')
        .where('account', '=', account)
        .where('state', 'in', openItemStates)
        .where('ext', 'in', some)
      const single = transaction
        .selectFrom('creation')
        .select('ext')
        .where('account', '=', account)
        .where('state', 'in', openCreationStates)
        .where('ext', 'in', some)
      for (const { ext } of await inJobs.unionAll(single).execute()) taken.add(ext)
    }
    return taken
  }

  const insert = (intent: JobIntent): Promise<JobBegun> => {
    const id = randomUUID()
    const secretKey = intent.secretKey === null ? null : seal.seal(intent.secretKey, sealedFor.jobKey(id))
    const rows = intent.items.map((item, position) => ({
      ...item,
      password: item.password == null ? null : seal.seal(item.password, sealedFor.itemPassword(id, position)),
      job_id: id,
      position,
      account,
      state: 'pending',
    }))
    return audit.transaction(async (transaction, write) => {
      const taken = await underWay(
        transaction,
        intent.items.map(({ ext }) => ext),
      )
      if (taken.size > 0) {
        const positions = intent.items.flatMap(({ ext }, index) => (taken.has(ext) ? [index] : []))
        return { kind: 'numbers-under-way', positions }
      }
      const inserted = await transaction
        .insertInto('job')
        .values({
          id,
          user_id: intent.actor.id,
          user_name: intent.actor.name,
          idempotency_key: intent.idempotencyKey,
          body_mac: seal.mac(intent.body),
          name: intent.name,
          account,
          created_at: now,
          wanted: 'run',
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
      for (const some of chunks(rows)) await transaction.insertInto('job_item').values(some).execute()
      await write([
        {
          actor: intent.actor,
          action: 'job.create',
          object: id,
          phase: 'outcome',
          result: `${intent.items.length} rows`,
        },
      ])
      return { kind: 'new', id }
    }, database.withNumbers)
  }

  return {
    /** Writes the job durably, or finds the one on record under the same key. */
    async create(intent: JobIntent): Promise<JobBegun> {
      for (let attempt = 0; ; attempt++) {
        const known = await find(intent.actor.id, intent.idempotencyKey)
        if (known !== undefined)
          return seal.isMac(intent.body, known.body_mac)
            ? { kind: 'known', id: known.id }
            : { kind: 'key-reused' }
        const begun = await insert(intent)
        // Another request with the key may have come between: look again, once.
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
export type JobIntake = ReturnType<typeof createJobIntake>
