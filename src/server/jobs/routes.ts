import { randomBytes } from 'node:crypto'
import {
  cancelJob,
  createJob,
  dismissJob,
  jobCredentials,
  jobEvents,
  jobReport,
  listJobItems,
  listJobs,
  lookUpNumbers,
  pauseJob,
  readJob,
  recheckJob,
  resumeJob,
  retryJob,
  type Job,
  type NewJob,
} from '#contract/jobs.ts'
import type { Upstream } from '#upstream/upstream.ts'
import { audited, auditedFile } from '../audit/audited.ts'
import { csvType } from '../platform/http/csv.ts'
import { idempotencyKeyOf } from '../platform/http/idempotency.ts'
import type { Call, Mount } from '../platform/http/mount.ts'
import { actorOf, type SignedIn } from '../platform/http/caller.ts'
import { ProblemError } from '../platform/http/problems.ts'
import type { ActionLimits } from '../auth/action-limits.ts'
import type { Audit } from '../audit/audit-store.ts'
import type { JobCreation } from './job-creation.ts'
import type { JobControl, ControlRequest } from './job-control.ts'
import type { JobStore } from './job-store.ts'
import { sealedFor, type Seal } from '../platform/database/encryption.ts'
import type { Timings } from '../platform/timings.ts'
import { credentialsFile } from './credentials.ts'
import { derivedPassword, derivingKey, randomPassword } from './passwords.ts'
import { lookUpAll } from './preview.ts'
import { reportOf } from './report.ts'
import { toItem, toJob } from './views.ts'
import { createJobWatch } from './watch.ts'

export interface JobDeps {
  jobs: JobStore
  audit: Audit
  creation: JobCreation
  control: JobControl
  seal: Seal
  timings: Pick<Timings, 'creationAnswerMs' | 'creationPollMs'>
  visibilityTimeoutMs: number
  /** How often a watched job is read, ms. */
  watchMs: number
  /** Tells the worker that there is something to do. */
  wake: () => void
}

/** Rows of the body that repeat an earlier row's number. */
function repeated(items: NewJob['items']) {
  const first = new Map<string, number>()
  return items.flatMap(({ ext }, index) => {
    const earlier = first.get(ext)
    if (earlier === undefined) first.set(ext, index)
    return earlier === undefined
      ? []
      : [{ path: `items.${index}.ext`, message: `repeats row ${earlier + 1}; remove one` }]
  })
}

const shownErrors = 50

export function mountJobs(
  { mount, mountFile, mountEvents }: Mount,
  {
    upstream,
    jobs: deps,
    actionLimits,
  }: { upstream: Pick<Upstream, 'getExtension'>; jobs: JobDeps; actionLimits: ActionLimits },
): void {
  const { jobs, creation, control, seal, visibilityTimeoutMs } = deps
  const watch = createJobWatch((id) => jobs.read(id), deps.watchMs)
  const shown = (row: Parameters<typeof toJob>[0]) => toJob(row, visibilityTimeoutMs / 1_000)

  async function rowOf(id: string) {
    const row = await jobs.read(id)
    if (row === null) throw new ProblemError('not-found')
    return row
  }
  const jobOf = async (id: string): Promise<Job> => shown(await rowOf(id))

  /** Items as the store takes them in, each with its password or none. */
  const newItems = ({ items, passwords: { fill, length } }: NewJob) =>
    items.map(({ ext, password, agentID, agentType, langCodeTxt, companyId }) => {
      const source = password === undefined ? fill : 'given'
      return {
        ext,
        agent_id: agentID ?? null,
        agent_type: agentType ?? null,
        lang_code_txt: langCodeTxt ?? null,
        company_id: companyId ?? null,
        password_source: source,
        password: source === 'random' ? randomPassword(length) : (password ?? null),
      }
    })

  mount(lookUpNumbers, async ({ body, signal }) => ({ items: await lookUpAll(upstream, body.exts, signal) }))

  mount(createJob, async (call) => {
    const { body, header } = call
    const idempotencyKey = idempotencyKeyOf(header)
    const errors = repeated(body.items)
    if (errors.length > 0) throw new ProblemError('bad-request', { errors: errors.slice(0, shownErrors) })
    const begun = await creation.create({
      kind: 'bulk',
      operation: 'create_extension',
      actor: actorOf(call),
      idempotencyKey,
      body: JSON.stringify(body),
      name: body.name,
      items: newItems(body),
      passwordFill: body.passwords.fill,
      passwordLength: body.passwords.length,
      secretKey: body.passwords.fill === 'derived' ? randomBytes(32).toString('base64') : null,
    })
    switch (begun.kind) {
      case 'key-reused':
        throw new ProblemError('key-reused')
      case 'numbers-under-way':
        throw new ProblemError('creation-in-progress', {
          errors: begun.positions.slice(0, shownErrors).map((index) => ({
            path: `items.${index}.ext`,
            message: 'is being created already; leave it out',
          })),
        })
      case 'new':
      case 'known':
        deps.wake()
        return jobOf(begun.id)
    }
  })

  mount(listJobs, async ({ query: { page, pageSize, state, kind } }) => {
    const { jobs: rows, total } = await jobs.list({ state, kind }, (page - 1) * pageSize, pageSize)
    return { items: rows.map(shown), page, pageSize, total, warnings: [] }
  })
  mount(readJob, ({ params }) => jobOf(params.id))
  mount(listJobItems, async ({ params, query: { page, pageSize, state, ext } }) => {
    await rowOf(params.id)
    const { rows, total } = await jobs.items(params.id, { state, ext }, (page - 1) * pageSize, pageSize)
    return { items: rows.map(toItem), page, pageSize, total, warnings: [] }
  })
  mountEvents(jobEvents, async ({ id }, tell) => {
    tell(await jobOf(id))
    return watch(id, (row) => tell(shown(row)))
  })

  type Steered = Call<{ id: string }, unknown, unknown> & { caller: SignedIn }
  const by = (call: Steered): ControlRequest => ({ jobId: call.params.id, actor: actorOf(call) })
  /** Steers an existing job and answers how it stands then. */
  async function steered(call: Steered, act: (by: ControlRequest) => Promise<unknown>): Promise<Job> {
    await rowOf(call.params.id)
    const result = await act(by(call))
    if (result === 'secrets-gone') throw new ProblemError('job-secrets-gone')
    if (result === 'ending') throw new ProblemError('job-ending')
    if (result === 'numbers-under-way') throw new ProblemError('creation-in-progress')
    deps.wake()
    return jobOf(call.params.id)
  }
  /** A single creation is sent at once: there is nothing to hold back. */
  async function steeredBulk(call: Steered, act: (by: ControlRequest) => Promise<unknown>): Promise<Job> {
    if ((await rowOf(call.params.id)).kind === 'single') throw new ProblemError('job-ending')
    return steered(call, act)
  }
  mount(pauseJob, (call) => steeredBulk(call, control.pause))
  mount(resumeJob, (call) => steeredBulk(call, control.resume))
  mount(cancelJob, (call) => steeredBulk(call, control.cancel))
  mount(retryJob, (call) =>
    steered(call, (who) => control.reopen(who, call.body.what, 'pending', call.body.ext)),
  )
  mount(recheckJob, (call) =>
    steered(call, (who) => control.reopen(who, 'needsReview', 'inDoubt', call.body.ext)),
  )

  mount(dismissJob, (call) => steered(call, (who) => control.dismiss(who, call.body.ext)))

  mountFile(jobReport, async (call) => {
    const { params, query } = call
    const { total } = await rowOf(params.id)
    const chosen = query.state ?? 'all'
    return {
      name: `job-${params.id.slice(0, 8)}.csv`,
      type: csvType,
      content: await auditedFile(
        deps.audit,
        { actor: actorOf(call), action: 'job.report', object: params.id, reason: chosen },
        async () => {
          const { rows } = await jobs.items(params.id, { state: query.state }, 0, total)
          return { pieces: reportOf(rows), summary: () => `${rows.length} rows, ${chosen}` }
        },
      ),
    }
  })

  mountFile(jobCredentials, async (call) => {
    const { params, body, signal } = call
    const actor = actorOf(call)
    await actionLimits.countSecretRead(call.caller)
    const row = await rowOf(params.id)
    return audited(
      deps.audit,
      { actor, action: 'job.credentials', object: params.id },
      async () => {
        const offered = row.secrets_until === 0 ? [] : await jobs.offered(params.id)
        const key = row.secret_key === null ? null : derivingKey(seal, params.id, row.secret_key)
        const rows = offered.flatMap(({ position, ext, password, password_source, agent_id }) => {
          const derived = key !== null && password_source === 'derived'
          const text = derived
            ? derivedPassword(key, `${params.id} ${ext}`, row.password_length)
            : password === null
              ? null
              : seal.open(password, sealedFor.itemPassword(params.id, position))
          return text === null ? [] : [{ ext, password: text, agentID: agent_id }]
        })
        if (rows.length === 0) throw new ProblemError('nothing-to-fetch')
        const content = await credentialsFile(rows, body.passphrase)
        // Delivering would destroy passwords that the browser can't receive.
        signal.throwIfAborted()
        const positions = offered.map(({ position }) => position)
        if (!(await jobs.deliver(params.id, positions, actor))) throw new ProblemError('nothing-to-fetch')
        return { name: `credentials-${params.id.slice(0, 8)}.zip`, type: 'application/zip', content }
      },
      // On record together with the passwords' end.
      null,
    )
  })
}
