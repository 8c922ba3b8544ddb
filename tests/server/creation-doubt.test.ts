import { beforeEach, expect, test, vi } from 'vitest'
import { UpstreamError } from '#upstream/errors.ts'
import { extensionRecord } from '#upstream/wire.ts'
import { createCreations } from '#server/extensions/creation.ts'
import { createLog } from '#server/log.ts'
import { defaultTimings, type Timings } from '#server/timings.ts'
import { createAudit, type Actor } from '#server/store/audit-store.ts'
import { createCreationStore } from '#server/store/creation-store.ts'
import type { Database } from '#server/store/database.ts'
import { createSeal } from '#server/store/seal.ts'
import { eachStore } from '../stores/each-store.ts'

const refused = (code: string, certainlyNotDone = true) =>
  new UpstreamError({ kind: 'refused', operation: 'create_extension', code, certainlyNotDone })
const unreachable = (operation: 'create_extension' | 'extension_detail') =>
  new UpstreamError({ kind: 'unreachable', operation, certainlyNotDone: true })

/** A service that does what each test says and, unlike the sandbox, would take the same number twice. */
function misbehaving() {
  const visible = new Set<string>()
  const sent: string[] = []
  const service = {
    visible,
    sent,
    onCreate: (ext: string): Promise<void> => Promise.resolve(void visible.add(ext)),
    detailBroken: false,
    upstream: {
      getExtension: ({ ext }: { ext: string }) => {
        if (service.detailBroken) return Promise.reject(unreachable('extension_detail'))
        if (!visible.has(ext)) return Promise.reject(refused('310121'))
        return Promise.resolve({ data: { ...extensionRecord.parse({ bindStatus: 0 }), ext }, warnings: [] })
      },
      createExtension: async ({ ext }: { ext: string }) => {
        sent.push(ext)
        await service.onCreate(ext)
        return { data: null, warnings: [] }
      },
      createExtensionLegacy: () => Promise.reject(new Error('not asked for here')),
    },
  }
  return service
}

const seal = createSeal('s'.repeat(40))
const ada: Actor = {
  id: 'ada',
  name: 'ada@example.com',
  role: 'admin',
  session: null,
  address: null,
  requestId: null,
}

/** Nothing is looked up late, and no answer is due before the service has given its own. */
const patient = {
  ...defaultTimings,
  creationLookUpsMs: [0, 0, 0],
  creationPollMs: 1,
  creationAnswerMs: 600_000,
}
/** The service never answers in time. */
const hurried = { ...patient, creationAnswerMs: 20 }

/** One process of the console on a store. */
function replica(database: Database, { upstream }: ReturnType<typeof misbehaving>, timings: Timings) {
  const creations = createCreationStore(database, seal, 'account')
  const begun = vi.spyOn(creations, 'begin')
  const audit = createAudit(database, seal)
  const create = createCreations({ upstream, creations, audit, log: createLog('silent'), timings })
  return {
    create,
    /** Waits until it has looked at another's creation more than once. */
    waits: async () => {
      await expect.poll(() => begun.mock.calls.length).toBeGreaterThan(1)
    },
  }
}

/** What ends the work; handled at once, looked at later. */
const failureOf = (work: Promise<unknown>): Promise<unknown> => work.catch((error: unknown) => error)

type Replica = ReturnType<typeof replica>
const keyA = 'a'.repeat(20)
const keyB = 'b'.repeat(20)

eachStore(({ engine, open, place }) => {
  let service: ReturnType<typeof misbehaving>
  let openReplicas: (timings: Timings) => { here: Replica; there: Replica }
  let here: Replica
  let there: Replica
  beforeEach(async () => {
    const where = await place()
    service = misbehaving()
    const store = await open(where)
    // The embedded store is one process's: two of its connections in one would wait for each other.
    const other = engine === 'sqlite' ? store : await open(where)
    openReplicas = (timings) => ({
      here: replica(store, service, timings),
      there: replica(other, service, timings),
    })
    ;({ here, there } = openReplicas(patient))
  })
  const create = (by: Replica, ext: string, key: string) => by.create('create_extension', { ext }, ada, key)

  test('a refusal that comes while another replica waits is told by both', async () => {
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
    expect(await first).toMatchObject({ code: '310120' })
    expect(await second).toMatchObject({
      code: 'quota-reached',
      detail: { upstream: { code: '310120' } },
    })
    expect(service.sent).toHaveLength(1)
  })

  test('what certainly never left frees its key: the replica that waited sends it', async () => {
    const gate = Promise.withResolvers<undefined>()
    let lost = 0
    service.onCreate = async (ext) => {
      if (lost++ > 0) return void service.visible.add(ext)
      await gate.promise
      throw unreachable('create_extension')
    }
    const first = failureOf(create(here, '7001', keyA))
    await expect.poll(() => service.sent.length).toBe(1)
    const second = create(there, '7001', keyA)
    await there.waits()
    gate.resolve(undefined)
    expect(await first).toMatchObject({ kind: 'unreachable' })
    expect(await second).toMatchObject({ state: 'created' })
  })

  test('accepted but not visible: no other key sends the number again', async () => {
    service.onCreate = () => Promise.resolve()
    expect(await create(here, '7002', keyA)).toMatchObject({ state: 'accepted', extension: null })
    for (const by of [here, there])
      await expect(create(by, '7002', keyB)).rejects.toMatchObject({ code: 'creation-in-progress' })
    service.visible.add('7002')
    expect(await create(there, '7002', keyA)).toMatchObject({ state: 'created' })
    await expect(create(here, '7002', keyB)).rejects.toMatchObject({ code: 'extension-exists' })
    expect(service.sent).toEqual(['7002'])
  })

  test('an unknown code leaves it open; a look-up that fails later does not hide what is known', async () => {
    service.onCreate = () => Promise.reject(refused('888888', false))
    expect(await create(here, '7003', keyA)).toMatchObject({ state: 'in-doubt' })
    service.detailBroken = true
    expect(await create(there, '7003', keyA)).toMatchObject({ state: 'in-doubt' })
    expect(service.sent).toEqual(['7003'])
  })

  test('a service slower than the browser waits: in doubt in time, the send goes on, the ledger learns its end', async () => {
    const gate = Promise.withResolvers<undefined>()
    service.onCreate = async (ext) => {
      await gate.promise
      service.visible.add(ext)
    }
    ;({ here, there } = openReplicas(hurried))
    const answers = await Promise.all([create(here, '7004', keyA), create(there, '7004', keyA)])
    expect(answers).toMatchObject([{ state: 'in-doubt' }, { state: 'in-doubt' }])
    gate.resolve(undefined)
    await expect.poll(() => create(there, '7004', keyA)).toMatchObject({ state: 'created' })
    expect(service.sent).toEqual(['7004'])
  })
})
