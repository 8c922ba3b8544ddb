import { setTimeout as sleep } from 'node:timers/promises'
import {
  createExtension,
  createExtensionLegacy,
  readCreation,
  type Creation,
  type NewExtension,
} from '#contract/extensions.ts'
import { problemCodes } from '#contract/problem.ts'
import { bindStatus } from '#upstream/assumptions.ts'
import type { NumberedExtension, Upstream } from '#upstream/upstream.ts'
import { toExtension } from '../platform/upstream/records.ts'
import { idempotencyKeyOf } from '../platform/http/input.ts'
import type { Mount } from '../platform/http/mount.ts'
import { type Actor, actorOf } from '../platform/http/caller.ts'
import { ProblemError } from '../platform/http/problems.ts'
import type { Settings } from '#contract/settings.ts'
import type { CreateOperation } from './job-creation.ts'
import { notNowCodes } from './job-rows.ts'
import type { SingleCreation } from './job-store.ts'
import { isOfThisRow } from './row-rules.ts'
import type { JobDeps } from './routes.ts'

const onTheWay: readonly string[] = ['pending', 'sending']

export interface SingleCreationDeps {
  upstream: Pick<Upstream, 'getExtension'>
  jobs: Pick<JobDeps, 'jobs' | 'creation' | 'control' | 'timings' | 'wake'>
}

/** Creates one extension as a job of one row, and answers as soon as something is certain about it. */
export function createSingleCreations({ upstream, jobs: deps }: SingleCreationDeps) {
  const { jobs, creation, control, timings, wake } = deps

  async function rowOf(id: string): Promise<SingleCreation> {
    const row = await jobs.single(id)
    if (row === null) throw new ProblemError('not-found')
    return row
  }

  /** The row once its create ended and it was looked up for the first time, or as it is at `until`. */
  async function settled(id: string, until: number): Promise<SingleCreation> {
    for (;;) {
      const row = await rowOf(id)
      const isAwaited =
        onTheWay.includes(row.state) ||
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
      ...(code === 'extension-exists' ? { taken: await jobs.takenBy(row.ext, row.job_id) } : {}),
    })
  }

  /** Null when it is not visible or cannot be asked: the row says what is known then. */
  const lookUp = (ext: string): Promise<NumberedExtension | null> =>
    upstream.getExtension({ ext }).then(
      ({ data }) => data,
      () => null,
    )

  /** Throws the refusal when the row failed. */
  async function answer(row: SingleCreation): Promise<Creation> {
    if (row.state === 'failed' || row.state === 'cancelled') throw await refusalOf(row)
    const found = onTheWay.includes(row.state) ? null : await lookUp(row.ext)
    // A record that is not of this create leaves it in doubt.
    const isCreated = found !== null && (row.state === 'done' || isOfThisRow(row, found))
    const isBound = found?.bindStatus === bindStatus.bound
    // A work number cannot be compared with a uuid; the number was absent before, so the bound agent is the one asked for.
    const isAsAsked = isBound && (row.agent_type !== '1' || found.agentUuid === row.agent_id)
    return {
      id: row.job_id,
      state: isCreated ? 'created' : row.state === 'done' ? 'accepted' : 'in-doubt',
      ext: row.ext,
      extension: isCreated ? toExtension(found) : null,
      boundAsAsked: row.agent_id === null || !isCreated ? null : isAsAsked,
      isFinal: isCreated || row.state === 'needsReview' || row.checked === 'unseen',
      warnings: [],
    }
  }

  /** What a repeat under the same key starts again: a create that was refused for now or never sent, and look-ups that ended in doubt. */
  async function resume(id: string, actor: Actor): Promise<void> {
    const { state, attempts, code } = await rowOf(id)
    const mayTry = state === 'failed' && (attempts === 0 || notNowCodes.some((each) => each === code))
    if (!mayTry && state !== 'needsReview') return
    const by = { jobId: id, actor }
    const result = await (mayTry
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
      const { ext, password, agentID, agentType, langCodeTxt, companyId } = input
      const begun = await creation.create({
        kind: 'single',
        operation,
        actor,
        idempotencyKey,
        body: JSON.stringify([operation, input]),
        name: ext,
        items: [
          {
            ext,
            agent_id: agentID ?? null,
            agent_type: agentType ?? null,
            lang_code_txt: langCodeTxt ?? null,
            company_id: companyId ?? null,
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
        throw new ProblemError('creation-in-progress', { taken: await jobs.takenBy(ext, null) })
      if (begun.kind === 'known') await resume(begun.id, actor)
      wake()
      return answer(await settled(begun.id, until))
    },

    read: async (id: string): Promise<Creation> => answer(await rowOf(id)),
  }
}

export function mountSingleCreation(
  { mount }: Mount,
  { upstream, jobs, settings }: SingleCreationDeps & { settings: { read: () => Promise<Settings> } },
): void {
  const creations = createSingleCreations({ upstream, jobs })
  mount(createExtension, (call) =>
    creations.create('create_extension', call.body, actorOf(call), idempotencyKeyOf(call.header)),
  )
  mount(createExtensionLegacy, async (call) => {
    const { legacyCreate } = await settings.read()
    if (!legacyCreate) throw new ProblemError('feature-off')
    return creations.create(
      'create_extension_legacy',
      call.body,
      actorOf(call),
      idempotencyKeyOf(call.header),
    )
  })
  mount(readCreation, ({ params }) => creations.read(params.id))
}
