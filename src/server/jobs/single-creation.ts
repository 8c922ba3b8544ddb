import { setTimeout as sleep } from 'node:timers/promises'
import type { Creation, NewExtension } from '#contract/extensions.ts'
import { notNowCodes, problemCodes } from '#contract/problem.ts'
import type { Upstream } from '#upstream/client.ts'
import { bindStatus, isSameId } from '#upstream/records.ts'
import type { Actor } from '../platform/http/caller.ts'
import { ProblemError } from '../platform/problems.ts'
import { toExtension } from '../platform/upstream/records.ts'
import type { JobControl } from './control.ts'
import { toColumns, type CreateOperation, type JobCreation } from './creation.ts'
import type { JobLedger, SingleCreation } from './ledger.ts'
import { passwordOf } from './passwords.ts'
import type { JobContext } from './tables.ts'
import { compareWithRequest, isOfThisRow } from './transition.ts'
import { isAwaited, type JobWorker, type Outcome } from './worker.ts'

/** States of a row whose create has not ended. */
const unfinished: readonly string[] = ['pending', 'sending']

interface SingleCreationDeps {
  upstream: Pick<Upstream, 'getExtension'>
  ledger: JobLedger
  creation: JobCreation
  control: JobControl
  worker: Pick<JobWorker, 'start' | 'wake'>
  context: Pick<JobContext, 'seal' | 'timings'>
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
    const { creation, ledger, worker, context } = this.#deps
    const { timings } = context
    const { ext, password } = input
    const until = performance.now() + timings.creationAnswerMs
    const begun = await creation.create({
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
      passwordLength: 0,
      leaseMs: timings.jobLeaseMs,
    })
    if (begun.kind === 'key-reused') throw new ProblemError('key-reused')
    if (begun.kind === 'numbers-under-way')
      throw new ProblemError('creation-in-progress', { created: await ledger.takenBy(ext, null) })
    const id = begun.kind === 'new' ? begun.job.id : begun.id
    if (begun.kind === 'new') return this.#answer(await this.#outcomeOf(id, until, worker.start(begun.job)))
    await this.#resume(id, actor)
    worker.wake()
    return this.#answer(await this.#outcomeOf(id, until))
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
  async #lookedUp(row: SingleCreation): Promise<Outcome> {
    if (unfinished.includes(row.state) || row.state === 'failed') return { row, found: null }
    const found = await this.#deps.upstream.getExtension({ ext: row.ext }).then(
      ({ data }) => data,
      () => null,
    )
    return { row, found }
  }

  /** The outcome from this process's worker (`here`) or from the store; at `until`, what is known then. */
  async #outcomeOf(id: string, until: number, here?: Promise<Outcome>): Promise<Outcome> {
    const { jobWatchMs } = this.#deps.context.timings
    const next = () => {
      const wait = sleep(Math.max(0, Math.min(until - performance.now(), jobWatchMs)), null, { ref: false })
      return here === undefined ? wait : Promise.race([here, wait])
    }
    let outcome = here === undefined ? null : await next()
    while (outcome === null) {
      const row = await this.#rowOf(id)
      if (!isAwaited(row) || performance.now() >= until) return this.#lookedUp(row)
      outcome = await next()
    }
    return outcome
  }

  /**
   * Continues after a repeated request: retries a create that was refused for now or never sent, and looks up a row that needs review
   * again. Throws `job-secrets-gone` when the password is gone.
   */
  async #resume(id: string, actor: Actor): Promise<void> {
    const { state, attempts, code } = await this.#rowOf(id)
    const canSend = state === 'failed' && (attempts === 0 || notNowCodes.some((each) => each === code))
    if (!canSend && state !== 'needsReview') return
    const { control } = this.#deps
    const by = { jobId: id, actor }
    const result = await (canSend ? control.retry(by, 'failed') : control.recheck(by))
    if (result === 'secrets-gone') throw new ProblemError('job-secrets-gone')
  }

  /** Throws the refusal when the row failed or was cancelled. */
  async #answer({ row, found }: Outcome): Promise<Creation> {
    if (row.state === 'failed' || row.state === 'cancelled') throw await this.#refusalOf(row)
    // Another record for the number leaves the row in doubt.
    const password = passwordOf(this.#deps.context.seal, row)
    const isCreated = found !== null && (row.state === 'done' || isOfThisRow(row, password, found))
    const isBound = found?.bindStatus === bindStatus.bound
    const isClear = isBound || found?.bindStatus === bindStatus.free
    // A work number cannot be compared with a UUID. The number was absent before, so any bound agent is the requested agent.
    const isAsAsked = isBound && (row.agent_type !== '1' || isSameId(found.agentUuid, row.agent_id))
    // A given password is deleted once verified, so `checked` holds the result of the comparison.
    const isOther =
      isCreated && (row.checked === 'differs' || compareWithRequest(row, password, found) === 'differs')
    return {
      id: row.job_id,
      state: isCreated ? 'created' : row.state === 'done' ? 'accepted' : 'in-doubt',
      ext: row.ext,
      extension: isCreated ? toExtension(found) : null,
      boundAsAsked: row.agent_id === null || !isCreated || !isClear ? null : isAsAsked,
      check: !isCreated ? null : isOther ? 'differs' : 'seen',
      isFinal: isCreated || row.state === 'needsReview',
      warnings: [],
    }
  }

  async #refusalOf(row: SingleCreation): Promise<ProblemError> {
    const code = problemCodes.find((each) => each === row.code) ?? 'job-ending'
    const isLegacy = row.operation === 'create_extension_legacy'
    const createOperation = isLegacy ? 'create_extension_legacy' : 'create_extension'
    return new ProblemError(code, {
      ...(row.upstream_code === null && row.message === null
        ? {}
        : {
            upstream: {
              operation: row.attempts === 0 ? 'extension_detail' : createOperation,
              code: row.upstream_code,
              message: row.message,
            },
          }),
      ...(code === 'extension-exists'
        ? { created: await this.#deps.ledger.takenBy(row.ext, row.job_id) }
        : {}),
    })
  }
}
