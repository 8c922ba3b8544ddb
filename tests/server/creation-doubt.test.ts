import { setTimeout as sleep } from 'node:timers/promises'
import { beforeEach, expect, test } from 'vitest'
import { UpstreamError } from '#upstream/errors.ts'
import { extensionRecord } from '#upstream/wire.ts'
import { createCreations } from '#server/extensions/creation.ts'
import { createLog } from '#server/log.ts'
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

/** One process of the console on a store. */
const replica = (database: Database, { upstream }: ReturnType<typeof misbehaving>) =>
  createCreations({
    upstream,
    creations: createCreationStore(database, seal, 'account'),
    audit: createAudit(database, seal),
    log: createLog('silent'),
  })

const keyA = 'a'.repeat(20)
const keyB = 'b'.repeat(20)

eachStore(({ engine, open, place }) => {
  let service: ReturnType<typeof misbehaving>
  let here: ReturnType<typeof createCreations>
  let there: ReturnType<typeof createCreations>
  beforeEach(async () => {
    const where = await place()
    service = misbehaving()
    const store = await open(where)
    here = replica(store, service)
    // The embedded store is one process's: two of its connections in one would wait for each other.
    there = replica(engine === 'sqlite' ? store : await open(where), service)
  })
  const create = (by: typeof here, ext: string, key: string) => by('create_extension', { ext }, ada, key)

  test('a refusal that comes while another replica waits is told by both', async () => {
    service.onCreate = async () => {
      await sleep(600)
      throw refused('310120')
    }
    const first = create(here, '7000', keyA)
    await sleep(100)
    const second = create(there, '7000', keyA)
    await expect(first).rejects.toMatchObject({ code: '310120' })
    await expect(second).rejects.toMatchObject({
      code: 'quota-reached',
      detail: { upstream: { code: '310120' } },
    })
    expect(service.sent).toHaveLength(1)
  })

  test('what certainly never left frees its key: the replica that waited sends it', async () => {
    let lost = 0
    service.onCreate = async (ext) => {
      if (lost++ > 0) return void service.visible.add(ext)
      await sleep(600)
      throw unreachable('create_extension')
    }
    const first = create(here, '7001', keyA)
    await sleep(100)
    const second = create(there, '7001', keyA)
    await expect(first).rejects.toMatchObject({ kind: 'unreachable' })
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
  }, 15_000)

  test('an unknown code leaves it open; a look-up that fails later does not hide what is known', async () => {
    service.onCreate = () => Promise.reject(refused('888888', false))
    expect(await create(here, '7003', keyA)).toMatchObject({ state: 'in-doubt' })
    service.detailBroken = true
    expect(await create(there, '7003', keyA)).toMatchObject({ state: 'in-doubt' })
    expect(service.sent).toEqual(['7003'])
  }, 15_000)

  test('a service slower than the browser waits: in doubt in time, the send goes on, the ledger learns its end', async () => {
    service.onCreate = async (ext) => {
      await sleep(12_000)
      service.visible.add(ext)
    }
    const started = performance.now()
    const answers = await Promise.all([create(here, '7004', keyA), create(there, '7004', keyA)])
    expect(performance.now() - started).toBeLessThan(12_000)
    expect(answers).toMatchObject([{ state: 'in-doubt' }, { state: 'in-doubt' }])
    await sleep(1_500)
    expect(await create(there, '7004', keyA)).toMatchObject({ state: 'created' })
    expect(service.sent).toEqual(['7004'])
  }, 25_000)
})
