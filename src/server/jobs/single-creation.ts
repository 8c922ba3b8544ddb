import { setTimeout as sleep } from 'node:timers/promises'
import type { Creation, NewExtension } from '#contract/extensions.ts'
import { notNowCodes, problemCodes } from '#contract/problem.ts'
import { bindStatus } from '#upstream/records.ts'
import { isSameId } from '#upstream/fields.ts'
import type { Upstream } from '#upstream/client.ts'
import type { NumberedExtension } from '#upstream/upstream.ts'
import { toExtension } from '../platform/upstream/records.ts'
import type { Seal } from '../platform/database/encryption.ts'
import type { Actor } from '../platform/http/caller.ts'
import { ProblemError } from '../platform/http/problems.ts'
import type { Timings } from '../platform/timings.ts'
import type { JobControl } from './control.ts'
import type { CreateOperation, JobCreation } from './creation.ts'
import { passwordReader } from './passwords.ts'
import { toColumns } from './row-input.ts'
import { compareWithRequest, isOfThisRow } from './row-rules.ts'
import type { JobStore, SingleCreation } from './store.ts'

/** States of a row whose create has not ended. */
const unfinished: readonly string[] = ['pending', 'sending']

interface SingleCreationDeps {
  upstream: Pick<Upstream, 'getExtension'>
  store: JobStore
  creation: JobCreation
  control: JobControl
  seal: Seal
  timings: Pick<Timings, 'creationAnswerMs' | 'creationPollMs'>
  /** Wakes the worker. */
  wake: () => void
}

/** Creates one extension as a job with one row. Responds as soon as the outcome is known, or after `creationAnswerMs`. */
export function createSingleCreations({
  upstream,
  store,
  creation,
  control,
  seal,
  timings,
  wake,
}: SingleCreationDeps) {
  async function rowOf(id: string): Promise<SingleCreation> {
    const row = await store.single(id)
    if (row === null) throw new ProblemError('not-found')
    return row
  }

  /** The row after its create and first look-up, or its state at `until`. */
  async function outcomeOf(id: string, until: number): Promise<SingleCreation> {
    for (;;) {
      const row = await rowOf(id)
      const isAwaited =
        unfinished.includes(row.state) ||
        (row.looks === 0 && (row.state === 'inDoubt' || (row.state === 'done' && row.checked === null)))
      if (!isAwaited || performance.now() > until) return row
      await sleep(timings.creationPollMs)
    }
  }

  async function refusalOf(row: SingleCreation): Promise<ProblemError> {
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
      ...(code === 'extension-exists' ? { taken: await store.takenBy(row.ext, row.job_id) } : {}),
    })
  }

  /** `null` when the number is not visible or the look-up fails. The response then relies on the row. */
  const lookUp = (ext: string): Promise<NumberedExtension | null> =>
    upstream.getExtension({ ext }).then(
      ({ data }) => data,
      () => null,
    )

  /** Builds the response. Throws the refusal when the row failed or was cancelled. */
  async function answer(row: SingleCreation): Promise<Creation> {
    if (row.state === 'failed' || row.state === 'cancelled') throw await refusalOf(row)
    const found = unfinished.includes(row.state) ? null : await lookUp(row.ext)
    // Another record for the number leaves the row in doubt.
    const password = passwordReader(seal, { ...row, id: row.job_id })(row)
    const isOurs = (record: NumberedExtension) => isOfThisRow(row, password, record)
    const isCreated = found !== null && (row.state === 'done' || isOurs(found))
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

  /**
   * Continues after a repeated request: retries a create that was refused for now or never sent, and looks up a row that needs review
   * again. Throws `job-secrets-gone` when the password is gone.
   */
  async function resume(id: string, actor: Actor): Promise<void> {
    const { state, attempts, code } = await rowOf(id)
    const canSend = state === 'failed' && (attempts === 0 || notNowCodes.some((each) => each === code))
    if (!canSend && state !== 'needsReview') return
    const by = { jobId: id, actor }
    const result = await (canSend
      ? control.reopen(by, 'failed', 'pending')
      : control.reopen(by, 'needsReview', 'inDoubt'))
    if (result === 'secrets-gone') throw new ProblemError('job-secrets-gone')
  }

  return {
    create: async (
      operation: CreateOperation,
      input: NewExtension,
      actor: Actor,
      idempotencyKey: string,
    ): Promise<Creation> => {
      const until = performance.now() + timings.creationAnswerMs
      const { ext, password } = input
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
        secretKey: null,
      })
      if (begun.kind === 'key-reused') throw new ProblemError('key-reused')
      if (begun.kind === 'numbers-under-way')
        throw new ProblemError('creation-in-progress', { taken: await store.takenBy(ext, null) })
      if (begun.kind === 'known') await resume(begun.id, actor)
      wake()
      return answer(await outcomeOf(begun.id, until))
    },

    read: async (id: string): Promise<Creation> => answer(await rowOf(id)),
  }
}
