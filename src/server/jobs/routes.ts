import pLimit from 'p-limit'
import type * as z from 'zod/mini'
import {
  createExtension,
  createExtensionLegacy,
  readCreation,
  type NewExtension,
} from '#contract/extensions.ts'
import {
  confirmCredentials,
  jobCredentials,
  printCredentials,
  type Phone,
} from '#contract/job-credentials.ts'
import {
  cancelJob,
  createJob,
  dismissJob,
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
} from '#contract/jobs.ts'
import { UpstreamError } from '#upstream/errors.ts'
import { bindStatus } from '#upstream/records.ts'
import { audited, auditedFile } from '../audit/audited.ts'
import { csvType } from '../platform/http/csv.ts'
import type { Call, Mount } from '../platform/http/mount.ts'
import { actorOf, type SignedIn } from '../platform/http/caller.ts'
import { isNotFound, ProblemError, problemCodeOf } from '../platform/problems.ts'
import { toExtension } from '../platform/upstream/records.ts'
import { readPeople } from '../people/named.ts'
import { reportOf, toItem, toJob } from './answers.ts'
import type { ControlRequest } from './control.ts'
import { newItems } from './creation.ts'
import { credentialsFile } from './credentials.ts'
import type { Console } from '../features.ts'
import type { CreateOperation } from './schema.ts'
import type { JobView } from './store.ts'

/** Parallel look-ups per call. */
const lookUpsAtOnce = 16

/** Small, so that few bytes are ahead of what the browser has received when the audit says that all are sent. */
const pieceBytes = 1_024
function* piecesOf(content: Uint8Array<ArrayBuffer>): Generator<Uint8Array<ArrayBuffer>> {
  for (let at = 0; at < content.length; at += pieceBytes) yield content.subarray(at, at + pieceBytes)
}

export function mountJobs({ mount, mountFile }: Mount, console: Console): void {
  const { jobs } = console
  const { store, ledger, creation, control, worker } = jobs
  const { audit } = console
  const convert = (row: Parameters<typeof toJob>[0]) => toJob(row, jobs.visibilityTimeoutMs / 1_000)

  async function rowOf(id: string) {
    const row = await store.read(id)
    if (row === null) throw new ProblemError('not-found')
    return row
  }
  const jobOf = async (id: string): Promise<Job> => convert(await rowOf(id))

  const createOne = (
    operation: CreateOperation,
    call: Call<unknown, unknown, NewExtension, string> & { caller: SignedIn },
  ) => jobs.singles.create(operation, call.body, actorOf(call), call.idempotencyKey)
  mount(createExtension, (call) => createOne('create_extension', call))
  mount(createExtensionLegacy, async (call) => {
    const { legacyCreate } = await console.settings.read()
    if (!legacyCreate) throw new ProblemError('feature-off')
    return createOne('create_extension_legacy', call)
  })
  mount(readCreation, ({ params }) => jobs.singles.read(params.id))

  type LookUp = z.infer<(typeof lookUpNumbers)['answer']>['items'][number]
  mount(lookUpNumbers, async ({ body: { exts }, signal }) => {
    const inJobs = await ledger.openNumbersAmong(exts)
    const lookUps = await pLimit(lookUpsAtOnce).map(exts, async (ext): Promise<Omit<LookUp, 'holder'>> => {
      try {
        const { data } = await console.upstream.getExtension({ ext }, { signal, bulk: true })
        const state = data.bindStatus === bindStatus.bound ? 'bound' : 'existsFree'
        return { ext, state, extension: toExtension(data), code: null }
      } catch (error) {
        if (!(error instanceof UpstreamError)) throw error
        return isNotFound(error)
          ? { ext, state: inJobs.has(ext) ? 'inJob' : 'absent', extension: null, code: null }
          : { ext, state: 'unknown', extension: null, code: problemCodeOf(error) }
      }
    })
    const people = await readPeople(
      console.database.db,
      console.account,
      lookUps.flatMap(({ extension }) => extension?.agentUuid ?? []),
    )
    const items = lookUps.map((lookUp): LookUp => {
      const isBound = lookUp.extension?.bindStatus === bindStatus.bound
      return { ...lookUp, holder: (isBound && people.get(lookUp.extension?.agentUuid ?? '')) || null }
    })
    return { items }
  })

  mount(createJob, async (call) => {
    const { body, idempotencyKey } = call
    const { id } = await creation.create({
      kind: 'bulk',
      operation: 'create_extension',
      actor: actorOf(call),
      idempotencyKey,
      body: JSON.stringify(body),
      name: body.name,
      items: newItems(body),
      passwordFill: body.passwords.fill,
    })
    worker.wake()
    return jobOf(id)
  })

  mount(listJobs, async ({ query }) => {
    const { jobs: rows, total } = await store.list(query)
    const { page, pageSize } = query
    return { items: rows.map(convert), page, pageSize, total, warnings: [] }
  })
  mount(readJob, ({ params }) => jobOf(params.id))
  mount(listJobItems, async ({ params, query: { page, pageSize, state, ext } }) => {
    await rowOf(params.id)
    const { rows, total } = await ledger.items(params.id, { state, ext }, (page - 1) * pageSize, pageSize)
    const people = await readPeople(
      console.database.db,
      console.account,
      rows.flatMap(({ agent_id: id }) => id ?? []),
    )
    const items = rows.map((row) => toItem(row, people.get(row.agent_id ?? '')?.name ?? null))
    return { items, page, pageSize, total, warnings: [] }
  })

  type ControlCall = Call<{ id: string }, unknown, unknown> & { caller: SignedIn }
  /**
   * Runs the action on an existing job and returns the updated job. A single creation is sent at once, so it cannot be paused or
   * cancelled: throws `job-ending` for it with `bulk`.
   */
  async function controlJob(
    call: ControlCall,
    action: (by: ControlRequest) => Promise<unknown>,
    kinds: 'bulk' | 'all' = 'all',
  ): Promise<Job> {
    const { kind } = await rowOf(call.params.id)
    if (kinds === 'bulk' && kind === 'single') throw new ProblemError('job-ending')
    await action({ jobId: call.params.id, actor: actorOf(call) })
    worker.wake()
    return jobOf(call.params.id)
  }
  mount(pauseJob, (call) => controlJob(call, (by) => control.set(by, 'pause'), 'bulk'))
  mount(resumeJob, (call) => controlJob(call, (by) => control.set(by, 'run'), 'bulk'))
  mount(cancelJob, (call) => controlJob(call, (by) => control.cancel(by), 'bulk'))
  mount(retryJob, (call) => controlJob(call, (by) => control.retry(by, call.body.what, call.body.ext)))
  mount(recheckJob, (call) => controlJob(call, (by) => control.recheck(by, call.body.ext)))
  mount(dismissJob, (call) => controlJob(call, (by) => control.dismiss(by, call.body.ext)))

  mountFile(jobReport, async (call) => {
    const { params, query } = call
    const { total } = await rowOf(params.id)
    const { state = 'all' } = query
    return {
      name: `job-${params.id.slice(0, 8)}.csv`,
      type: csvType,
      content: await auditedFile(
        audit,
        { actor: actorOf(call), action: 'job.report', object: params.id, values: { state } },
        async () => {
          const { rows } = await ledger.items(params.id, { state: query.state }, 0, total)
          return { pieces: reportOf(rows, console.times), summary: () => ({ rows: rows.length }) }
        },
      ),
    }
  })

  /** The job's generated passwords, with what else a phone needs. Throws `nothing-to-fetch`. */
  async function phonesIn(job: JobView): Promise<(Phone & { agentID: string | null })[]> {
    const rows = job.offered === 0 ? [] : await ledger.rowsToFetch(job.id)
    const phones = rows.flatMap((row) => {
      const password = ledger.passwordOf(row)
      return password === null ? [] : [{ ext: row.ext, password, agentID: row.agent_id }]
    })
    if (phones.length === 0) throw new ProblemError('nothing-to-fetch')
    const numbers = phones.map(({ ext }) => ext)
    const [seen, names] = await Promise.all([
      console.numbers.recorder.seenNumbers(numbers),
      console.reservations.namesFor(numbers),
    ])
    const byNumber = new Map(seen.map((each) => [each.ext, each]))
    return phones.map((phone) => {
      const { domain = null, agent_name: name = null } = byNumber.get(phone.ext) ?? {}
      return { ...phone, domain, name: name ?? names.get(phone.ext) ?? null }
    })
  }

  mountFile(jobCredentials, (call) =>
    console.auth.attempts.countedSecretRead(call.caller, async () => {
      const { params, body } = call
      const row = await rowOf(params.id)
      const event = { actor: actorOf(call), action: 'job.credentials', object: params.id }
      const content = await auditedFile(audit, event, async () => {
        const phones = await phonesIn(row)
        return {
          pieces: piecesOf(await credentialsFile(phones, body.passphrase)),
          summary: () => ({ rows: phones.length }),
        }
      })
      return { name: `credentials-${params.id.slice(0, 8)}.zip`, type: 'application/zip', content }
    }),
  )
  mount(printCredentials, (call) =>
    console.auth.attempts.countedSecretRead(call.caller, async () => {
      const row = await rowOf(call.params.id)
      const values = { rows: row.offered }
      const event = { actor: actorOf(call), action: 'job.credentials.print', object: row.id, values }
      return audited(audit, event, async () => ({ items: await phonesIn(row) }))
    }),
  )
  mount(confirmCredentials, (call) => controlJob(call, (by) => control.confirmCredentials(by)))
}
