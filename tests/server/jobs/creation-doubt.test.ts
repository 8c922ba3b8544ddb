import { beforeEach, expect, onTestFinished, test, vi } from 'vitest'
import { meaningOfRefusal } from '#upstream/envelope.ts'
import { UpstreamError } from '#upstream/errors.ts'
import { defaultProfile } from '#upstream/profile.ts'
import { extensionRecord } from '#upstream/records.ts'
import { JobPace } from '#server/jobs/pace.ts'
import { JobWorker } from '#server/jobs/worker.ts'
import { createLog } from '#server/platform/log.ts'
import { defaultTimings, type Timings } from '#server/platform/timings.ts'
import type { Actor } from '#server/platform/http/caller.ts'
import type { Database } from '#server/platform/database/database.ts'
import { JobCreation, SingleCreations } from '#server/jobs/creation.ts'
import { JobLedger } from '#server/jobs/ledger.ts'
import { JobControl } from '#server/jobs/control.ts'
import { jobContext } from '../../jobs-service/context.ts'
import { eachStore } from '../../stores/each-store.ts'

const refused = (code: string, definitelyNotApplied = true) =>
  new UpstreamError({
    operation: 'create_extension',
    code,
    definitelyNotApplied,
    ...meaningOfRefusal(defaultProfile, code),
  })
const unreachable = (operation: 'create_extension' | 'extension_detail') =>
  new UpstreamError({ kind: 'unreachable', operation, definitelyNotApplied: true })

/** A configurable service that, unlike the sandbox, would create the same number twice. */
function misbehaving() {
  /** Creation time by number; `null` where the service shows none. */
  const visible = new Map<string, number | null>()
  const passwords = new Map<string, string>()
  const sent: string[] = []
  const service = {
    visible,
    passwords,
    sent,
    onCreate: (ext: string): Promise<void> => Promise.resolve(void visible.set(ext, null)),
    detailBroken: false,
    upstream: {
      getExtension: ({ ext }: { ext: string }) => {
        if (service.detailBroken) return Promise.reject(unreachable('extension_detail'))
        if (!visible.has(ext)) return Promise.reject(refused('310121'))
        const record = { bindStatus: 0, creationTime: visible.get(ext) ?? null, password: passwords.get(ext) }
        return Promise.resolve({ data: { ...extensionRecord.parse(record), ext }, warnings: [] })
      },
      createExtension: async ({ ext }: { ext: string }) => {
        sent.push(ext)
        await service.onCreate(ext)
        return { data: null, warnings: [] }
      },
      createExtensionLegacy: () => Promise.reject(new Error('not asked for here')),
      getUnboundPage: () => Promise.reject(new Error('not asked for here')),
    },
  }
  return service
}

const ada: Actor = {
  id: 'ada',
  name: 'ada@example.com',
  role: 'admin',
  session: null,
  address: null,
  requestId: null,
}

/** Waits for the service's response before answering. */
const patient = {
  ...defaultTimings,
  jobPollMs: 100,
  jobRowsMs: 20,
  jobWatchMs: 20,
  creationAnswerMs: 600_000,
}
/** Answers before the service responds. */
const hurried = { ...patient, creationAnswerMs: 20 }

/** The first look-up of a number in doubt is after a thirtieth of this, in ms. */
const usualTimeoutMs = 6_000

/** One console process on a store. */
function replica(
  database: Database,
  { upstream }: ReturnType<typeof misbehaving>,
  timings: Timings,
  visibilityTimeoutMs = usualTimeoutMs,
) {
  const context = jobContext(database, { timings, visibilityTimeoutMs })
  const ledger = new JobLedger(context)
  const read = vi.spyOn(ledger, 'single')
  const worker = new JobWorker({
    upstream,
    ledger,
    pace: new JobPace({ waitedFor: () => 0 }),
    timings,
    log: createLog('silent'),
    settings: { read: () => Promise.resolve({ jobConcurrency: 8, jobRate: 0 }) },
  })
  onTestFinished(() => worker.stop())
  const creation = new JobCreation(context, ledger)
  const control = new JobControl(context, ledger)
  const creations = new SingleCreations({ upstream, ledger, creation, control, worker, timings })
  return {
    create: (...args: Parameters<SingleCreations['create']>) => creations.create(...args),
    /** Waits until this process has polled another process's creation more than once. */
    waits: async () => {
      await expect.poll(() => read.mock.calls.length).toBeGreaterThan(1)
    },
  }
}

/** The error of `work`. Handles the rejection at once so that a test can check it later. */
const failureOf = (work: Promise<unknown>): Promise<unknown> => work.catch((error: unknown) => error)

type Replica = ReturnType<typeof replica>
const keyA = 'a'.repeat(20)
const keyB = 'b'.repeat(20)

eachStore(({ engine, open, copyStore }) => {
  let service: ReturnType<typeof misbehaving>
  let openReplicas: (timings: Timings, visibilityTimeoutMs?: number) => { here: Replica; there: Replica }
  let here: Replica
  let there: Replica
  beforeEach(async () => {
    const where = await copyStore()
    service = misbehaving()
    const store = await open(where)
    // SQLite allows one process only: two connections in one process would block each other.
    const other = engine === 'sqlite' ? store : await open(where)
    // Each test opens its replicas; they stop when the test ends.
    openReplicas = (timings, visibilityTimeoutMs) => ({
      here: replica(store, service, timings, visibilityTimeoutMs),
      there: replica(other, service, timings, visibilityTimeoutMs),
    })
  })
  const openPatient = () => {
    ;({ here, there } = openReplicas(patient))
  }
  const create = (by: Replica, ext: string, key: string) => by.create('create_extension', { ext }, ada, key)

  test('returns the refusal from both replicas when one waits for the other’s create', async () => {
    openPatient()
    const gate = Promise.withResolvers<undefined>()
    service.onCreate = async () => {
      await gate.promise
      throw refused('310120')
    }
    const first = failureOf(create(here, '7000', keyA))
    await expect.poll(() => service.sent.length).toBe(1)
    const second = failureOf(create(there, '7000', keyA))
    await there.waits()
    gate.resolve(undefined)
    const refusal = {
      code: 'quota-reached',
      detail: { upstream: { operation: 'create_extension', code: '310120' } },
    }
    expect([await first, await second]).toMatchObject([refusal, refusal])
    expect(service.sent).toHaveLength(1)
  })

  test('sends again under the same key when the first request was definitely never sent', async () => {
    openPatient()
    const gate = Promise.withResolvers<undefined>()
    let lost = 0
    service.onCreate = async (ext) => {
      if (lost++ > 0) return void service.visible.set(ext, null)
      await gate.promise
      throw unreachable('create_extension')
    }
    const first = failureOf(create(here, '7001', keyA))
    await expect.poll(() => service.sent.length).toBe(1)
    const second = failureOf(create(there, '7001', keyA))
    await there.waits()
    gate.resolve(undefined)
    const refusal = { code: 'upstream-unreachable' }
    expect([await first, await second]).toMatchObject([refusal, refusal])
    expect(await create(there, '7001', keyA)).toMatchObject({ state: 'created' })
    expect(service.sent).toEqual(['7001', '7001'])
  })

  test('refuses an accepted but invisible number under any other key', async () => {
    openPatient()
    service.onCreate = () => Promise.resolve()
    expect(await create(here, '7002', keyA)).toMatchObject({ state: 'accepted', extension: null })
    for (const by of [here, there])
      await expect(create(by, '7002', keyB)).rejects.toMatchObject({ code: 'creation-in-progress' })
    service.visible.set('7002', null)
    expect(await create(there, '7002', keyA)).toMatchObject({ state: 'created' })
    await expect.poll(() => failureOf(create(here, '7002', keyB))).toMatchObject({ code: 'extension-exists' })
    expect(service.sent).toEqual(['7002'])
  })

  test('keeps an accepted and never visible number in doubt, and refuses it under any other key', async () => {
    ;({ here, there } = openReplicas(patient, 300))
    service.onCreate = () => Promise.resolve()
    await expect.poll(() => create(here, '7007', keyA)).toMatchObject({ state: 'in-doubt', extension: null })
    for (const by of [here, there])
      await expect(create(by, '7007', keyB)).rejects.toMatchObject({ code: 'creation-in-progress' })
    expect(service.sent).toEqual(['7007'])
  })

  test('keeps a number in doubt after an unknown code, also when a later look-up fails', async () => {
    openPatient()
    service.onCreate = () => Promise.reject(refused('888888', false))
    expect(await create(here, '7003', keyA)).toMatchObject({ state: 'in-doubt' })
    service.detailBroken = true
    expect(await create(there, '7003', keyA)).toMatchObject({ state: 'in-doubt' })
    expect(service.sent).toEqual(['7003'])
  })

  test('keeps a number in doubt when its record is older than the create', async () => {
    openPatient()
    service.onCreate = () => Promise.reject(refused('888888', false))
    expect(await create(here, '7005', keyA)).toMatchObject({ state: 'in-doubt' })
    service.visible.set('7005', Date.now() - 3_600_000)
    for (const by of [here, there])
      expect(await create(by, '7005', keyA)).toMatchObject({ state: 'in-doubt', extension: null })
  })

  test.each([
    ['7008', 'the same', 'A-s1ngle-password', 'created'],
    ['7009', 'another', 'An0ther-password', 'in-doubt'],
  ])('after a lost answer, finds %s with %s password: %s, %s', async (ext, _which, password, state) => {
    openPatient()
    service.onCreate = () => {
      service.visible.set(ext, null)
      service.passwords.set(ext, password)
      return Promise.reject(refused('888888', false))
    }
    const input = { ext, password: 'A-s1ngle-password' }
    expect(await here.create('create_extension', input, ada, keyA)).toMatchObject({ state, isFinal: true })
    expect(service.sent).toEqual([ext])
  })

  test('reports created when the service says exists because the request was repeated on the way', async () => {
    openPatient()
    service.onCreate = (ext) => {
      service.visible.set(ext, Date.now())
      return Promise.reject(refused('310004'))
    }
    expect(await create(here, '7010', keyA)).toMatchObject({ state: 'created', isFinal: true })
    expect(await create(there, '7010', keyA)).toMatchObject({ state: 'created' })
    expect(service.sent).toEqual(['7010'])
  })

  test.each([
    ['7011', 'older than the create', -3_600_000, 'A-s1ngle-password'],
    ['7012', 'of another password', 0, 'An0ther-password'],
  ])('refuses %s as taken when its record is %s', async (ext, _which, age, password) => {
    openPatient()
    service.onCreate = () => {
      service.visible.set(ext, Date.now() + age)
      service.passwords.set(ext, password)
      return Promise.reject(refused('310004'))
    }
    const input = { ext, password: 'A-s1ngle-password' }
    const refusal = {
      code: 'extension-exists',
      detail: { upstream: { operation: 'create_extension', code: '310004' }, created: null },
    }
    for (const by of [here, there])
      expect(await failureOf(by.create('create_extension', input, ada, keyA))).toMatchObject(refusal)
    expect(service.sent).toEqual([ext])
  })

  test('keeps a number in doubt while refused as existing but absent, then reports it as created', async () => {
    openPatient()
    service.onCreate = () => Promise.reject(refused('310004'))
    expect(await create(here, '7013', keyA)).toMatchObject({ state: 'in-doubt', isFinal: false })
    service.visible.set('7013', Date.now())
    expect(await create(there, '7013', keyA)).toMatchObject({ state: 'created' })
  })

  test('never refuses a number as taken on resend when the service created it but said busy', async () => {
    openPatient()
    service.onCreate = (ext) => {
      service.visible.set(ext, null)
      return Promise.reject(
        new UpstreamError({
          kind: 'busy',
          operation: 'create_extension',
          code: '330007',
          definitelyNotApplied: true,
        }),
      )
    }
    expect(await failureOf(create(here, '7006', keyA))).toMatchObject({ code: 'upstream-busy' })
    expect(await create(there, '7006', keyA)).toMatchObject({ state: 'in-doubt', isFinal: true })
    expect(service.sent).toEqual(['7006'])
  })

  test('reports in doubt at the deadline of a slow service, and the outcome once it is known', async () => {
    const gate = Promise.withResolvers<undefined>()
    service.onCreate = async (ext) => {
      await gate.promise
      service.visible.set(ext, null)
    }
    ;({ here, there } = openReplicas(hurried))
    const answers = await Promise.all([create(here, '7004', keyA), create(there, '7004', keyA)])
    expect(answers).toMatchObject([{ state: 'in-doubt' }, { state: 'in-doubt' }])
    gate.resolve(undefined)
    await expect.poll(() => create(there, '7004', keyA)).toMatchObject({ state: 'created' })
    expect(service.sent).toEqual(['7004'])
  })
})
