import { randomUUID } from 'node:crypto'
import { afterAll, beforeAll, describe, expect, test, vi } from 'vitest'
import { agentExtensions } from '#contract/people.ts'
import { readCapacity } from '#contract/capacity.ts'
import { extensionDetail, firstIdle, idleExtensions } from '#contract/extensions.ts'
import { numbersStatus, listNumbers, maxFresh } from '#contract/numbers.ts'
import { countedStates, totalOf } from '#contract/number-states.ts'
import { listNextNumbers, readPoolCounts } from '#contract/pools.ts'
import { reserve, type PairOutcome } from '#contract/reservations.ts'
import { homeCompany } from '#sandbox/seed.ts'
import { chunks } from '#server/platform/database/database.ts'
import { eachStore } from '../../stores/each-store.ts'
import { extensionSuccess, startService } from '../../upstream/service.ts'
import { openBff, type Bff } from '../bff.ts'

/** The sandbox's agent without a number, and numbers that are not bound and not in its idle list. */
const agentUuid = '9348ee74c2cefd4740db23a3b5bf4a0d'
const [inUse, disabled, alsoDisabled] = ['1268', '1005', '1208']
const never = 3_600_000
const all = Array.from({ length: 300 }, (_, n) => String(1000 + n))

/** The idle list as the service sends it, whole. */
const idleList = async (bff: Bff) =>
  idleExtensions.answer.parse((await bff.requestAs('admin', '/api/extensions/idle?pageSize=1000')).body)
const get = async (bff: Bff, path: string) => (await bff.requestAs('admin', path)).body
const listed = async (bff: Bff, query: string) =>
  listNumbers.answer.parse(await get(bff, `/api/numbers?pageSize=1000&${query}`))
const stateOf = async (bff: Bff, ext: string) =>
  extensionDetail.answer.parse(await get(bff, `/api/extensions/${ext}`)).state
const reserveOne = async (bff: Bff, ext: string): Promise<PairOutcome | undefined> => {
  const answer = await bff.requestAs(
    'admin',
    '/api/reservations',
    { items: [{ ext, agentUuid }] },
    { 'idempotency-key': randomUUID() },
  )
  return reserve.answer.parse(answer.body).items[0]
}
const addPool = async (bff: Bff) => {
  const pool = { name: 'All of 1', prefixes: ['1'] }
  return String((await bff.requestAs('admin', '/api/pools', pool)).body['id'])
}

eachStore(({ copyStore }) => {
  describe('after the first scan', () => {
    let bff: Bff
    let pool: string
    let reserved: string[]
    beforeAll(async () => {
      bff = await openBff({
        store: await copyStore(),
        timings: { idlePagesEveryMs: 100, numbersWriteMs: 20 },
      })
      pool = await addPool(bff)
      await vi.waitFor(async () => {
        const { firstScan } = numbersStatus.answer.parse(await get(bff, '/api/numbers/status'))
        if (firstScan !== null) throw new Error('still reading')
      }, 60_000)
      // Bound and unavailable numbers are in no list of the service.
      for (const some of chunks(all, maxFresh)) await get(bff, `/api/numbers/fresh?numbers=${some.join(',')}`)
      reserved = (await idleList(bff)).items.slice(0, 3).map(({ ext }) => ext)
      for (const ext of reserved) await reserveOne(bff, ext)
    })
    afterAll(() => bff.close())

    test('counts every number in one state, the same in every answer, and free as the idle list', async () => {
      const idle = await idleList(bff)
      const { whole, firstScan } = readCapacity.answer.parse(await get(bff, '/api/capacity'))
      expect(firstScan).toBeNull()
      expect(whole.free).toBe(idle.total - reserved.length)
      expect(whole).toMatchObject({ reserved: 3, unknown: 0 })
      expect(totalOf(whole)).toBe(all.length)

      const { states } = numbersStatus.answer.parse(await get(bff, '/api/numbers/status'))
      const pools = readPoolCounts.answer.parse(await get(bff, '/api/pools/counts'))
      const byPool = readCapacity.answer.parse(await get(bff, '/api/capacity?by=pool'))
      const byPrefix = readCapacity.answer.parse(await get(bff, '/api/capacity?by=prefix'))
      const file = (await bff.requestAs('admin', '/api/numbers/export.csv?bom=0')).text.trim().split('\r\n')
      for (const state of countedStates) {
        const { items, total } = await listed(bff, `state=${state}`)
        expect([
          state,
          total,
          items.length,
          states.find((each) => each.state === state)?.count,
          pools.items[0]?.[state],
          byPool.ranges[0]?.[state],
          byPrefix.ranges.reduce((sum, range) => sum + range[state], 0),
          file.filter((line) => line.split(',')[2] === state).length,
          (await listed(bff, `state=${state}&pool=${pool}`)).items.length,
        ]).toEqual([state, ...Array(8).fill(whole[state])])
      }
      const free = (await listed(bff, 'state=free')).items.map(({ ext }) => ext)
      expect(free).toEqual(idle.items.flatMap(({ ext }) => (reserved.includes(ext) ? [] : [ext])))
      const next = listNextNumbers.answer.parse(
        await get(bff, `/api/pools/${pool}/numbers?of=free&count=1000`),
      )
      expect(next.items.map(({ ext }) => ext)).toEqual(free)
    })

    test.each([
      [inUse, 'in-use'],
      [disabled, 'disabled'],
      [alsoDisabled, 'disabled'],
    ])(
      'never offers %s, which is %s: unavailable everywhere, and refused with the reason',
      async (ext, reason) => {
        const unavailable = (await listed(bff, 'state=unavailable')).items.find((item) => item.ext === ext)
        expect(unavailable).toMatchObject({ ext, bindStatus: 0 })
        expect(await stateOf(bff, ext)).toBe('unavailable')
        const ofAgent = agentExtensions.answer.parse(
          await get(bff, `/api/people/${agentUuid}/extensions?ext=${ext}`),
        )
        expect(ofAgent.items).toMatchObject([{ ext, state: 'unavailable' }])
        expect(await reserveOne(bff, ext)).toMatchObject({ code: 'extension-unavailable', reason })
      },
    )

    test('names the agent who uses an unavailable number', async () => {
      const [item] = (await listed(bff, `search=${inUse}`)).items
      const uuid = item?.currentUsingAgentUuid ?? ''
      expect(uuid).toMatch(/^[0-9a-f]{32}$/)
      expect(await reserveOne(bff, inUse)).toMatchObject({ holder: { agentUuid: uuid } })
    })

    test('offers as the first free number one that is not reserved', async () => {
      const answer = firstIdle.answer.parse(await get(bff, '/api/extensions/idle/first'))
      expect(answer.agent?.ext).toBe(reserved[0])
      expect(answer.free).toBe((await listed(bff, 'state=free')).items[0]?.ext)
    })

    test('takes a number that is used or unbound at the service at once', async () => {
      const [first, bound] = [
        (await listed(bff, 'state=free')).items[0]?.ext ?? '',
        // Bound, and not in use by its agent.
        (await listed(bff, 'state=bound')).items.find((item) => item.currentUsingAgentUuid === null)?.ext ??
          '',
      ]
      bff.sandbox.store.desk.use(homeCompany.id, first, agentUuid)
      expect(await stateOf(bff, first)).toBe('unavailable')
      expect(await reserveOne(bff, first)).toMatchObject({ code: 'extension-unavailable', reason: 'in-use' })
      bff.sandbox.store.desk.unbind(homeCompany.id, bound)
      // Unbound now, but not yet known to be in the idle list.
      expect(['unknown', 'free']).toContain(await stateOf(bff, bound))
      expect(await reserveOne(bff, bound)).toMatchObject({ code: null })
      expect(await stateOf(bff, bound)).toBe('reserved')
    })
  })

  test.each([{}, { bindStatus: 7 }, { agentUuid }])(
    'refuses to reserve without a clear bindStatus (%j), and blames no agent',
    async (record) => {
      const service = await startService()
      service.on('extension_detail', extensionSuccess({ ext: '8001', ...record }))
      const bff = await openBff({ store: await copyStore(), serviceUrl: service.url })
      try {
        expect(await reserveOne(bff, '8001')).toMatchObject({
          code: 'binding-unknown',
          holder: null,
          reservation: null,
        })
        expect(await stateOf(bff, '8001')).toBe('unknown')
      } finally {
        await bff.close()
        await service.close()
      }
    },
  )

  describe('in the first minutes', () => {
    let bff: Bff
    beforeAll(async () => {
      bff = await openBff({ store: await copyStore(), timings: { idlePagesEveryMs: never } })
    })
    afterAll(() => bff.close())

    test('calls only listed numbers free, and says that it is still reading', async () => {
      await addPool(bff)
      const rows = agentExtensions.answer.parse(
        await get(bff, `/api/people/${agentUuid}/extensions?pageSize=1000`),
      ).items
      expect(new Set(rows.map(({ state }) => state))).toEqual(new Set(['unknown']))
      await get(bff, '/api/extensions/idle?pageSize=20')
      const again = agentExtensions.answer.parse(
        await get(bff, `/api/people/${agentUuid}/extensions?pageSize=1000`),
      ).items
      expect(again.filter(({ state }) => state === 'free')).toHaveLength(20)
      const { whole, firstScan } = readCapacity.answer.parse(await get(bff, '/api/capacity'))
      expect(firstScan).toEqual({ running: false, done: 0, total: null })
      expect(readPoolCounts.answer.parse(await get(bff, '/api/pools/counts')).firstScan).toEqual(firstScan)
      expect(numbersStatus.answer.parse(await get(bff, '/api/numbers/status')).firstScan).toEqual(firstScan)
      expect(whole).toMatchObject({ free: 20, unavailable: 0 })
      // The service is asked where the console does not know.
      expect(await reserveOne(bff, disabled)).toMatchObject({
        code: 'extension-unavailable',
        reason: 'disabled',
      })
      expect(await reserveOne(bff, '1299')).toMatchObject({ code: null })
    })
  })
})
