import { randomBytes, randomUUID } from 'node:crypto'
import { setImmediate as nextTurn, setTimeout as sleep } from 'node:timers/promises'
import type { Creation, NewExtension } from '#contract/extensions.ts'
import type { JobItem, NewJob } from '#contract/jobs.ts'
import { notNowCodes } from '#contract/problem.ts'
import { phoneAlphabet } from '#contract/text.ts'
import type { Upstream } from '#upstream/client.ts'
import { chunks } from '../platform/database/database.ts'
import { sealedFor } from '../platform/database/encryption.ts'
import type { Actor } from '../platform/http/caller.ts'
import { ProblemError } from '../platform/problems.ts'
import type { Timings } from '../platform/timings.ts'
import { toExtension } from '../platform/upstream/records.ts'
import type { JobControl } from './control.ts'
import { isAwaited, type SingleResult } from './job-run.ts'
import type { JobLedger, SingleCreation } from './ledger.ts'
import type { CreateOperation, JobContext, JobRow, NewItemRow } from './schema.ts'
import { codeIn, compareWithRequest, hasRequestedAgent, isOfThisRow } from './transition.ts'
import type { JobWorker } from './worker.ts'

/** The columns of a create's parameters, without the password. */
const toColumns = ({ ext, agentID, agentType, langCodeTxt, companyId }: NewExtension) => ({
  ext,
  agent_id: agentID ?? null,
  agent_type: agentType ?? null,
  lang_code_txt: langCodeTxt ?? null,
  company_id: companyId ?? null,
})

/** Most errors in one refusal. */
const mostErrors = 50

/** The row's line in the sheet, or its place in the body. */
const lineOf = ({ line }: NewJob['items'][number], index: number) => line ?? index + 1

/** Throws `bad-request` for the rows of the body that repeat an earlier row's number or line. */
function requireNoRepeats(items: NewJob['items']): void {
  const first = new Map<string, number>()
  const errors = items.flatMap((item, index) =>
    (
      [
        ['ext', item.ext],
        ['line', `line ${lineOf(item, index)}`],
      ] as const
    ).flatMap(([field, value]) => {
      const earlier = first.get(value)
      if (earlier === undefined) first.set(value, index)
      return earlier === undefined
        ? []
        : [{ path: `items.${index}.${field}`, message: `repeats row ${earlier + 1}; remove one` }]
    }),
  )
  if (errors.length > 0) throw new ProblemError('bad-request', { errors: errors.slice(0, mostErrors) })
}

/** Using bytes from here on would favor the first letters of the alphabet. */
const usableBytes = 256 - (256 % phoneAlphabet.length)

/** Returns a random password in the alphabet that phones accept. */
function randomPassword(length: number): string {
  let password = ''
  while (password.length < length)
    for (const byte of randomBytes(length))
      if (byte < usableBytes && password.length < length)
        password += phoneAlphabet.charAt(byte % phoneAlphabet.length)
  return password
}

/** Converts the items of a body to rows, each with its password or `null`. Throws `bad-request` for repeated numbers or lines. */
export function newItems({ items, passwords: { fill, length } }: NewJob) {
  requireNoRepeats(items)
  return items.map((item, index) => {
    const { password } = item
    const source: JobItem['password'] = password === undefined ? fill : 'given'
    return {
      position: lineOf(item, index) - 1,
      ...toColumns(item),
      password_source: source,
      password: source === 'random' ? randomPassword(length) : (password ?? null),
    }
  })
}

export interface JobIntent {
  kind: JobRow['kind']
  operation: CreateOperation
  actor: Actor
  idempotencyKey: string
  /** The request body, compared by its HMAC and never stored. */
  body: string
  /** The number of a single creation. */
  name: string
  /** Passwords in plain text; they are encrypted before they are stored. */
  items: readonly (Omit<NewItemRow, 'job_id' | 'position' | 'account' | 'state'> & {
    /** The row's line, from 0; its index by default. Each position once. */
    position?: number
  })[]
  passwordFill: JobRow['password_fill']
}

/** Creates jobs. Each request creates one job, without any number that another open job has. */
export class JobCreation {
  readonly #context: JobContext
  readonly #ledger: JobLedger

  constructor(context: JobContext, ledger: JobLedger) {
    this.#context = context
    this.#ledger = ledger
  }

  /**
   * Writes the job, its rows and its audit entry durably, or finds the job created with the same key. A single creation is stored
   * with the lease of this process's worker, which must begin at once; the next free worker takes a bulk job. Throws `key-reused`,
   * or `creation-in-progress` when other open jobs have any of the numbers.
   */
  async create(intent: JobIntent): Promise<{ id: string; created: JobRow | null }> {
    const { seal, account, now, audit } = this.#context
    const { kind, actor, items, idempotencyKey, body } = intent
    const id = randomUUID()
    const rows = await this.#rowsOf(id, items)
    // One such transaction runs at a time, so no other request takes the key or a number in between.
    return audit.transaction(async (transaction, write) => {
      const earlier = await transaction
        .selectFrom('job')
        .select(['id', 'body_mac'])
        .where('user_id', '=', actor.id)
        .where('idempotency_key', '=', idempotencyKey)
        .executeTakeFirst()
      if (earlier !== undefined) {
        if (!seal.isMac(body, earlier.body_mac)) throw new ProblemError('key-reused')
        return { id: earlier.id, created: null }
      }
      const exts = items.map(({ ext }) => ext)
      const openNumbers = await this.#ledger.openNumbersAmong(exts, transaction)
      const errors = exts.flatMap((ext, index) =>
        openNumbers.has(ext)
          ? [{ path: `items.${index}.ext`, message: 'is being created already; leave it out' }]
          : [],
      )
      if (errors.length > 0)
        throw new ProblemError(
          'creation-in-progress',
          kind === 'single'
            ? { created: await this.#ledger.creatorOf(intent.name, null, transaction) }
            : { errors: errors.slice(0, mostErrors) },
        )
      const created = await transaction
        .insertInto('job')
        .values({
          id,
          kind,
          operation: intent.operation,
          actor: kind === 'single' ? JSON.stringify(actor) : null,
          user_id: actor.id,
          user_name: actor.name,
          idempotency_key: idempotencyKey,
          body_mac: seal.mac(body),
          name: intent.name,
          account,
          created_at: now,
          desired_state: 'run',
          total: items.length,
          pending: items.length,
          password_fill: intent.passwordFill,
          has_secrets: items.some(({ password_source }) => password_source !== 'none') ? 1 : 0,
          ...(kind === 'single' ? this.#ledger.firstLease() : {}),
        })
        .returningAll()
        .executeTakeFirstOrThrow()
      await this.#ledger.insert(transaction, rows)
      await write([
        kind === 'single'
          ? { actor, action: 'extension.create', object: intent.name, phase: 'intent' }
          : { actor, action: 'job.create', object: id, values: { rows: items.length }, result: 'done' },
      ])
      return { id, created }
    })
  }

  /** The items as stored rows. Yields to other requests between chunks, because encrypting many passwords takes a while. */
  async #rowsOf(jobId: string, items: JobIntent['items']): Promise<NewItemRow[]> {
    const { seal, account } = this.#context
    const rows: NewItemRow[] = []
    for (const chunk of chunks([...items.entries()])) {
      for (const [index, item] of chunk) {
        const { position = index } = item
        const password =
          item.password == null ? null : seal.seal(item.password, sealedFor.itemPassword(jobId, position))
        rows.push({ ...item, password, job_id: jobId, position, account, state: 'pending' })
      }
      await nextTurn()
    }
    return rows
  }
}

interface SingleCreationDeps {
  upstream: Pick<Upstream, 'getExtension'>
  ledger: JobLedger
  creation: JobCreation
  control: JobControl
  worker: Pick<JobWorker, 'start' | 'wake'>
  timings: Pick<Timings, 'creationAnswerMs' | 'jobWatchMs'>
}

/** Creates one extension as a job with one row. Responds as soon as the outcome is known, or after `creationAnswerMs`. */
export class SingleCreations {
  readonly #deps: SingleCreationDeps

  constructor(deps: SingleCreationDeps) {
    this.#deps = deps
  }

  /** Throws the refusal when the row failed, `key-reused`, `creation-in-progress` or `job-secrets-gone`. */
  async create(
    operation: CreateOperation,
    input: NewExtension,
    actor: Actor,
    idempotencyKey: string,
  ): Promise<Creation> {
    const { creation, worker, timings } = this.#deps
    const { ext, password } = input
    const until = performance.now() + timings.creationAnswerMs
    const { id, created } = await creation.create({
      kind: 'single',
      operation,
      actor,
      idempotencyKey,
      body: JSON.stringify([operation, input]),
      name: ext,
      items: [
        {
          ...toColumns(input),
          password_source: password === undefined ? 'none' : 'given',
          password: password ?? null,
        },
      ],
      passwordFill: 'none',
    })
    const deadline = sleep(Math.max(0, until - performance.now()), null, { ref: false })
    const work = created === null ? this.#follow(id, actor, until) : worker.start(created)
    const result = await Promise.race([work, deadline])
    return this.#answer(result ?? (await this.#lookedUp(await this.#rowOf(id))))
  }

  /**
   * Continues after a repeated request, and waits for the worker: retries a create that was refused for now or never sent, and
   * looks up a row that needs review again. Throws `job-secrets-gone` when the password is gone.
   */
  async #follow(id: string, actor: Actor, until: number): Promise<null> {
    const { control, worker, timings } = this.#deps
    const { state, attempts, code } = await this.#rowOf(id)
    const by = { jobId: id, actor }
    if (state === 'needsReview') await control.recheck(by)
    else if (state === 'failed' && (attempts === 0 || notNowCodes.some((each) => each === code)))
      await control.retry(by, 'failed')
    worker.wake()
    while (performance.now() < until && isAwaited(await this.#rowOf(id)))
      await sleep(timings.jobWatchMs, null, { ref: false })
    return null
  }

  async read(id: string): Promise<Creation> {
    return this.#answer(await this.#lookedUp(await this.#rowOf(id)))
  }

  async #rowOf(id: string): Promise<SingleCreation> {
    const row = await this.#deps.ledger.single(id)
    if (row === null) throw new ProblemError('not-found')
    return row
  }

  /** Without a record when the number is not visible or the look-up fails. The answer then relies on the row. */
  async #lookedUp(row: SingleCreation): Promise<SingleResult> {
    if (['pending', 'sending', 'failed'].includes(row.state)) return { row, record: null }
    const record = await this.#deps.upstream.getExtension({ ext: row.ext }).then(
      ({ data }) => data,
      () => null,
    )
    return { row, record }
  }

  /** Throws the refusal when the row failed. */
  async #answer({ row, record }: SingleResult): Promise<Creation> {
    if (row.state === 'failed') throw await this.#refusalOf(row)
    // Another record for the number leaves the row in doubt.
    const password = this.#deps.ledger.passwordOf(row)
    const isCreated = record !== null && (row.state === 'done' || isOfThisRow(row, password, record))
    return {
      id: row.job_id,
      state: isCreated ? 'created' : row.state === 'done' ? 'accepted' : 'in-doubt',
      ext: row.ext,
      extension: isCreated ? toExtension(record) : null,
      boundAsAsked: row.agent_id === null || !isCreated ? null : hasRequestedAgent(row, record),
      // A given password is deleted once verified, so `checked` holds the result of the comparison.
      check: !isCreated
        ? null
        : row.checked === 'differs'
          ? 'differs'
          : compareWithRequest(row, password, record),
      isFinal: isCreated || row.state === 'needsReview',
      warnings: [],
    }
  }

  async #refusalOf(row: SingleCreation): Promise<ProblemError> {
    const code = codeIn(row.code) ?? 'job-ending'
    return new ProblemError(code, {
      ...(row.upstream_code === null && row.message === null
        ? {}
        : {
            upstream: {
              operation: row.attempts === 0 ? 'extension_detail' : row.operation,
              code: row.upstream_code,
              message: row.message,
            },
          }),
      ...(code === 'extension-exists'
        ? { created: await this.#deps.ledger.creatorOf(row.ext, row.job_id) }
        : {}),
    })
  }
}
