import { randomUUID } from 'node:crypto'
import { setImmediate as nextTurn } from 'node:timers/promises'
import type { NewExtension } from '#contract/extensions.ts'
import { chunks } from '../platform/database/database.ts'
import { sealedFor } from '../platform/database/encryption.ts'
import { isUniqueViolation } from '../platform/database/store-fault.ts'
import type { Actor } from '../platform/http/caller.ts'
import { firstLease } from './lease.ts'
import type { JobLedger } from './ledger.ts'
import type { JobContext, JobRow, NewItemRow } from './tables.ts'

/** The columns of a create's parameters, without the password. */
export const toColumns = ({ ext, agentID, agentType, langCodeTxt, companyId }: NewExtension) => ({
  ext,
  agent_id: agentID ?? null,
  agent_type: agentType ?? null,
  lang_code_txt: langCodeTxt ?? null,
  company_id: companyId ?? null,
})

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
  /** Passwords in plain text; they are encrypted before they are stored. */
  items: readonly (Omit<NewItemRow, 'job_id' | 'position' | 'account' | 'state'> & {
    /** The row's line, from 0; its index by default. Each position once. */
    position?: number
  })[]
  passwordFill: string
  passwordLength: number
  /** The lease of this process's worker, which begins at once; without it, the next free worker takes the job. */
  leaseMs?: number
}

export type JobBegun =
  | { kind: 'new'; job: JobRow }
  | { kind: 'known'; id: string }
  | { kind: 'key-reused' }
  /** Positions of the items whose numbers are in another open job. */
  | { kind: 'numbers-under-way'; positions: number[] }

/** Creates jobs. Each request creates one job, without any number that another open job has. */
export class JobCreation {
  readonly #context: JobContext
  readonly #ledger: JobLedger

  constructor(context: JobContext, ledger: JobLedger) {
    this.#context = context
    this.#ledger = ledger
  }

  /** Writes the job durably, or finds the job created with the same key. */
  async create(intent: JobIntent): Promise<JobBegun> {
    const { actor, idempotencyKey, body } = intent
    for (let attempt = 0; ; attempt++) {
      const known = await this.#find(actor.id, idempotencyKey)
      if (known !== undefined)
        return this.#context.seal.isMac(body, known.body_mac)
          ? { kind: 'known', id: known.id }
          : { kind: 'key-reused' }
      // When another request came first, with the key or with one of the numbers, look again.
      try {
        const begun = await this.#insert(intent)
        if (begun.kind === 'new' || attempt > 0) return begun
      } catch (error) {
        if (!isUniqueViolation(error) || attempt > 1) throw error
      }
    }
  }

  #find(userId: string, idempotencyKey: string) {
    return this.#context.db
      .selectFrom('job')
      .select(['id', 'body_mac'])
      .where('user_id', '=', userId)
      .where('idempotency_key', '=', idempotencyKey)
      .executeTakeFirst()
  }

  /** Writes the job, its rows and its audit entry. Writes nothing when another open job has a number or this one's key. */
  async #insert(intent: JobIntent): Promise<JobBegun> {
    const id = randomUUID()
    const { kind, actor, items, leaseMs } = intent
    const rows = await this.#rowsOf(id, items)
    return this.#context.audit.transaction(async (transaction, write) => {
      const held = await this.#ledger.heldAmong(
        items.map(({ ext }) => ext),
        id,
        transaction,
      )
      if (held.size > 0) {
        const positions = items.flatMap(({ ext }, index) => (held.has(ext) ? [index] : []))
        return { kind: 'numbers-under-way', positions }
      }
      const job = await transaction
        .insertInto('job')
        .values({
          id,
          kind,
          operation: intent.operation,
          actor: kind === 'single' ? JSON.stringify(actor) : null,
          user_id: actor.id,
          user_name: actor.name,
          idempotency_key: intent.idempotencyKey,
          body_mac: this.#context.seal.mac(intent.body),
          name: intent.name,
          account: this.#context.account,
          created_at: this.#context.now,
          desired_state: 'run',
          total: items.length,
          pending: items.length,
          password_fill: intent.passwordFill,
          password_length: intent.passwordLength,
          has_secrets: items.some(({ password_source }) => password_source !== 'none') ? 1 : 0,
          ...(leaseMs === undefined ? {} : firstLease(leaseMs, this.#context.now)),
        })
        .returningAll()
        .executeTakeFirstOrThrow()
      await this.#ledger.insert(transaction, rows)
      await write(
        kind === 'single'
          ? items.map(({ ext }) => ({
              actor,
              action: 'extension.create',
              object: ext,
              phase: 'intent',
              result: null,
            }))
          : [{ actor, action: 'job.create', object: id, phase: 'outcome', result: `${items.length} rows` }],
      )
      return { kind: 'new', job }
    })
  }

  /** The items as stored rows. Yields to other requests between chunks, because encrypting many passwords takes a while. */
  async #rowsOf(jobId: string, items: JobIntent['items']): Promise<NewItemRow[]> {
    const rows: NewItemRow[] = []
    for (const some of chunks([...items.entries()])) {
      for (const [index, item] of some) {
        const { position = index } = item
        const password =
          item.password == null
            ? null
            : this.#context.seal.seal(item.password, sealedFor.itemPassword(jobId, position))
        rows.push({
          ...item,
          password,
          job_id: jobId,
          position,
          account: this.#context.account,
          state: 'pending',
        })
      }
      await nextTurn()
    }
    // Insert in the same order every time, or two jobs with shared numbers could deadlock.
    return rows.toSorted((a, b) => (a.ext < b.ext ? -1 : 1))
  }
}
