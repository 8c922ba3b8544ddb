import { randomUUID } from 'node:crypto'
import { setTimeout as sleep } from 'node:timers/promises'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { listAudit } from '#contract/audit.ts'
import { readCapacity, readTrend, scopeOfPool } from '#contract/capacity.ts'
import { findNumbers, listNumbers } from '#contract/numbers.ts'
import { job as jobSchema, lookUpNumbers } from '#contract/jobs.ts'
import { totalOf } from '#contract/number-states.ts'
import { addPool, inOtherPool, listNextNumbers, listPools, readPoolCounts } from '#contract/pools.ts'
import { listUsers } from '#contract/users.ts'
import { Audit } from '#server/audit/audit-store.ts'
import { SnapshotStore } from '#server/capacity/snapshots.ts'
import { zoneTimes } from '#contract/zone-time.ts'
import { nextFree } from '#server/pools/next-numbers.ts'
import { PoolStore } from '#server/pools/store.ts'
import { createSeal } from '#server/platform/database/encryption.ts'
import { copyPreparedStore } from '../../stores/each-store.ts'
import { openBffAndStore, type BffAndStore } from '../bff.ts'
import { numberStore, seenExtension } from '../numbers/number-store.ts'

const start = 1_800_000_000_000
type Who = 'admin' | 'supervisor'

describe.each(['sqlite', 'postgres'] as const)('named pools on %s', (engine) => {
  const cleanUps: (() => unknown)[] = []
  let bff: BffAndStore
  let account = ''
  beforeAll(async () => {
    bff = await openBffAndStore({
      store: await copyPreparedStore(engine, cleanUps),
      timings: { jobPollMs: 100 },
    })
    account = 'sandbox'
    const record = (ext: string, bindStatus: number | null) => seenExtension(ext, { bindStatus })
    await numberStore(bff.database, account).recordSeen([
      {
        records: [
          ...['7001', '7002', '7005', '7006'].map((ext) => record(ext, 0)),
          record('7003', 1),
          record('7004', null),
          record('70055', 0),
          record('7100', 0),
        ],
        absent: [],
        source: 'idle',
        at: start,
      },
    ])
    await numberStore(bff.database, account).recordSeen([
      { records: [], absent: ['7006'], source: 'detail', at: start + 100_000 },
    ])
    await bff.database.db
      .insertInto('crawl')
      .values({ account, kind: 'idle', done: 0, last_whole_at: Date.now(), last_missed: 0 })
      .onConflict((conflict) =>
        conflict.columns(['account', 'kind']).doUpdateSet({ last_whole_at: Date.now() }),
      )
      .execute()
  })
  afterAll(async () => {
    await bff.close()
    for (const cleanUp of cleanUps.toReversed()) await cleanUp()
  })

  const get = async (path: string) => (await bff.requestAs('supervisor', path)).body
  const add = (body: object, who: Who = 'admin') => bff.requestAs(who, '/api/pools', body)
  const added = async (body: object) => addPool.answer.parse((await add(body)).body)
  const change = (id: string, body: object, who: Who = 'admin') =>
    bff.requestAs(who, `/api/pools/${id}`, body, {}, 'PATCH')
  const remove = (id: string, who: Who = 'admin') => bff.requestAs(who, `/api/pools/${id}`, {}, {}, 'DELETE')
  const list = async () => listPools.answer.parse(await get('/api/pools')).items
  const userId = async (who: Who) =>
    listUsers.answer
      .parse((await bff.requestAs('admin', '/api/users')).body)
      .items.find(({ role }) => role === who)?.id ?? ''
  const range = (from: string, to: string) => ({ from, to })
  const outcomeOf = async (requestId: string | null) =>
    listAudit.answer.parse((await bff.requestAs('admin', `/api/audit?requestId=${requestId}`)).body).items[0]

  test('lets administrators change pools and all users read them, and audits each change', async () => {
    const ownerId = await userId('supervisor')
    const body = { name: 'Sales', ranges: [range('7001', '7010')], ownerId, purpose: 'second floor' }
    expect((await add(body, 'supervisor')).status).toBe(403)
    const answer = await add(body)
    const pool = addPool.answer.parse(answer.body)
    expect(pool).toMatchObject({ ...body, owner: 'supervisor', prefixes: [], leastFree: null })
    expect(await outcomeOf(answer.headers.get('x-request-id'))).toMatchObject({
      action: 'pool.add',
      object: 'Sales',
      result: 'done',
      values: {
        name: 'Sales',
        numbers: '7001–7010',
        owner: 'supervisor',
        purpose: 'second floor',
        alertBelow: null,
      },
    })
    expect((await add({ ...body, name: 'SALES' })).body['code']).toBe('pool-exists')
    const next = { ...body, name: 'Sales team', prefixes: ['71'] }
    expect((await change(pool.id, { pool: next, version: pool.version }, 'supervisor')).status).toBe(403)
    const changed = await change(pool.id, { pool: next, version: pool.version })
    expect(changed.body).toMatchObject({ name: 'Sales team', prefixes: ['71'] })
    expect((await outcomeOf(changed.headers.get('x-request-id')))?.values).toEqual({
      name: { before: 'Sales', after: 'Sales team' },
      numbers: { before: '7001–7010', after: '7001–7010, 71…' },
    })
    expect((await change(pool.id, { pool: body, version: pool.version })).body['code']).toBe('edit-conflict')
    expect((await list()).map(({ name }) => name)).toEqual(['Sales team'])
    expect((await remove(pool.id, 'supervisor')).status).toBe(403)
    expect((await remove(pool.id)).status).toBe(200)
    expect((await remove(pool.id)).status).toBe(404)
    expect(await list()).toEqual([])
  })

  test.each([
    [{ name: '' }, 'name'],
    [{ name: 'a\u200bb' }, 'name'],
    [{ name: 'password: k8Zq2LmP' }, 'name'],
    [{ ranges: [] }, 'ranges'],
    [{ ranges: [range('7001', '70100')] }, 'ranges.0.to'],
    [{ ranges: [range('7010', '7001')] }, 'ranges.0.to'],
    [{ ranges: [range('7001', '7010'), range('7010', '7011')] }, 'ranges'],
    [{ prefixes: ['70'] }, 'prefixes'],
    [{ purpose: 'token=9f8e7d6c5b' }, 'purpose'],
    [{ leastFree: 0 }, 'leastFree'],
    [{ leastFree: 11 }, 'leastFree'],
    [{ ownerId: 'no-user' }, 'ownerId'],
    [{ owner: 'Ada' }, 'owner'],
  ])('refuses %j', async (part, path) => {
    const answer = await add({ name: 'Wrong', ranges: [range('7001', '7010')], ...part })
    expect(answer).toMatchObject({
      status: 400,
      body: { errors: expect.arrayContaining([expect.objectContaining({ path })]) },
    })
  })

  test('keeps a number in one pool, also with two replicas', async () => {
    const sales = await added({ name: 'Sales', ranges: [range('7001', '7010')] })
    const refused = (path: string, shared: string) => ({
      status: 400,
      body: { errors: [{ path, message: expect.any(String), rule: inOtherPool, values: ['Sales', shared] }] },
    })
    expect(await add({ name: 'Desk', ranges: [range('7000', '7002')] })).toMatchObject(
      refused('ranges', '7001–7002'),
    )
    expect(await add({ name: 'Desk', ranges: [range('8000', '8009')], prefixes: ['70'] })).toMatchObject(
      refused('prefixes', '7001–7010'),
    )
    const desk = await added({ name: 'Desk', ranges: [range('8000', '8009')] })
    const wider = { name: 'Desk', ranges: [range('7010', '8009')] }
    expect(await change(desk.id, { pool: wider, version: desk.version })).toMatchObject(
      refused('pool.ranges', '7010'),
    )
    // Another replica is about to commit.
    const [late] = await new Audit(
      bff.database,
      createSeal('a session secret for tests, long enough'),
    ).transaction(async (transaction) => {
      const numbers = { ranges: [range('7500', '7599')], prefixes: [] }
      const pool = { id: randomUUID(), name: 'First', ...numbers, owner: '', ownerId: null, purpose: '' }
      const edit = { version: 0, by: 'ada', at: start }
      await new PoolStore(bff.database, account).save(transaction, pool, edit)
      // Begins only now, so that on a busy machine it does not come first.
      const second = add({ name: 'Second', ranges: [range('7599', '7600')] })
      await sleep(300)
      // Within an array: it ends only after this transaction.
      return [second]
    })
    expect(await late).toMatchObject({ status: 400, body: { errors: [{ values: ['First', '7599'] }] } })
    expect((await list()).map(({ id }) => id)).toContain(sales.id)
    for (const { id } of await list()) await remove(id)
  })

  test('filters numbers by one pool', async () => {
    const one = await added({ name: 'One', ranges: [range('7001', '7010')] })
    const two = await added({ name: 'Two', prefixes: ['71'] })
    const shown = listNumbers.answer.parse(await get(`/api/numbers?pool=${one.id}&state=free`))
    expect(shown.items.map(({ ext }) => ext)).toEqual(['7001', '7002', '7005'])
    expect(shown.total).toBe(3)
    const numbers = findNumbers.answer.parse(await get(`/api/numbers/numbers?pool=${two.id}`)).numbers
    expect(numbers).toEqual(['7100'])
    const [others, all] = await Promise.all(
      ['pool=none', ''].map(async (query) =>
        listNumbers.answer.parse(await get(`/api/numbers?pageSize=1000&${query}`)),
      ),
    )
    const outside = all?.items.flatMap(({ ext }) => (/^(700\d|7010|71\d*)$/.test(ext) ? [] : [ext]))
    expect(others?.items.map(({ ext }) => ext)).toEqual(outside)
    expect(outside).toContain('70055')
    const { none } = readPoolCounts.answer.parse(await get('/api/pools/counts'))
    expect(others?.total).toBe(totalOf(none))
    const { text } = await bff.requestAs('supervisor', `/api/numbers/export.csv?pool=${one.id}&bom=0`)
    expect(text.match(/^\d+,/gm)).toHaveLength(5)
    expect(
      (await bff.requestAs('supervisor', '/api/numbers?pool=00000000-0000-4000-8000-000000000000')).status,
    ).toBe(404)
    await remove(one.id)
    await remove(two.id)
  })

  test('counts a pool’s numbers, and skips reserved and gone numbers in the free list', async () => {
    const idle = JSON.stringify(await get('/api/extensions/idle?pageSize=20'))
    const [held = ''] = idle.match(/(?<="ext":")\d+/g) ?? []
    const items = [{ ext: held, agentUuid: '9348ee74c2cefd4740db23a3b5bf4a0d' }]
    const key = { 'idempotency-key': `a-key-for-a-reservation-${engine}` }
    expect((await bff.requestAs('supervisor', '/api/reservations', { items }, key)).status).toBe(200)
    await get(`/api/numbers/fresh?numbers=${held}`)
    const pool = await added({ name: 'Desk', ranges: [range('7001', '7010'), range(held, held)] })
    const { items: counts, none, all } = readPoolCounts.answer.parse(await get('/api/pools/counts'))
    expect(counts).toMatchObject([
      {
        id: pool.id,
        free: 3,
        reserved: 1,
        bound: 1,
        unavailable: 0,
        unknown: 1,
        forecast: null,
      },
    ])
    expect(totalOf(none) + 6).toBe(totalOf(all))
    const next = async (of: 'free' | 'absent', count: number) => {
      const body = await get(`/api/pools/${pool.id}/numbers?of=${of}&count=${count}`)
      return listNextNumbers.answer.parse(body).items.map(({ ext }) => ext)
    }
    expect(await next('free', 50)).toEqual(['7001', '7002', '7005'])
    expect(await next('free', 1)).toEqual(['7001'])
    // The numbers of the range that the service never showed, and the gone one.
    expect(await next('absent', 50)).toEqual(['7006', '7007', '7008', '7009', '7010'])
    expect(await next('absent', 2)).toEqual(['7006', '7007'])
    await remove(pool.id)
  })

  test('skips numbers of an open job in the absent list, and marks them in a look-up', async () => {
    // The service refuses these for good, which pauses the job with its rows unsent.
    const items = ['99010507', '99010509'].map((ext) => ({ ext }))
    const plan = { name: 'Later', items, passwords: { fill: 'none', length: 16 } }
    const key = { 'idempotency-key': `a-key-for-an-open-job-${engine}` }
    const { id } = jobSchema.parse((await bff.requestAs('admin', '/api/jobs', plan, key)).body)
    const job = async () => jobSchema.parse(await get(`/api/jobs/${id}`))
    await expect.poll(async () => (await job()).state).toBe('paused')
    const pool = await added({ name: 'Planned', ranges: [range('99010506', '99010510')] })
    const next = async (count: number) => {
      const body = await get(`/api/pools/${pool.id}/numbers?of=absent&count=${count}`)
      return listNextNumbers.answer.parse(body).items.map(({ ext }) => ext)
    }
    const lookUp = async () => {
      const { body } = await bff.requestAs('admin', '/api/jobs/preview', { exts: ['99010507', '99010508'] })
      return lookUpNumbers.answer.parse(body).items.map(({ state }) => state)
    }
    expect(await next(2)).toEqual(['99010506', '99010508'])
    expect(await next(50)).toEqual(['99010506', '99010508', '99010510'])
    expect(await lookUp()).toEqual(['inJob', 'absent'])
    await bff.requestAs('admin', `/api/jobs/${id}/cancel`, {})
    await expect.poll(async () => (await job()).state).toBe('ended')
    expect(await next(3)).toEqual(['99010506', '99010507', '99010508'])
    expect(await lookUp()).toEqual(['absent', 'absent'])
    await remove(pool.id)
  })

  test('skips numbers of open jobs in the free list', async () => {
    const pool = await added({ name: 'In jobs', ranges: [range('7001', '7010')] })
    const reads = numberStore(bff.database, account)
    const free = await nextFree(reads, pool, { count: 2, inJobs: new Set(['7001']) })
    expect(free.map(({ ext }) => ext)).toEqual(['7002', '7005'])
    await remove(pool.id)
  })

  test('gives absent numbers of a prefix the length of its first known number', async () => {
    const pool = await added({ name: 'Start', prefixes: ['710', '99'] })
    const body = await get(`/api/pools/${pool.id}/numbers?of=absent&count=20`)
    expect(listNextNumbers.answer.parse(body).items.map(({ ext }) => ext)).toEqual(
      Array.from({ length: 9 }, (_, n) => String(7101 + n)),
    )
    await remove(pool.id)
  })

  test('treats its alert like any threshold: lists, snoozes, changes and removes it with the pool', async () => {
    const overview = async (query = '') => readCapacity.answer.parse(await get(`/api/capacity${query}`))
    const alerts = async () =>
      (await overview()).thresholds.filter(({ broken, snoozed }) => broken.length > 0 && snoozed === null)
        .length
    const before = await alerts()
    const body = { name: 'Watched', ranges: [range('7001', '7010')], leastFree: 4 }
    const pool = await added(body)
    const scope = scopeOfPool(pool.id)
    expect(await alerts()).toBe(before + 1)
    const threshold = async () => (await overview()).thresholds.find((each) => each.scope === scope)
    expect(await threshold()).toMatchObject({ pool: 'Watched', free: 3, leastFree: 4, broken: ['free'] })
    expect((await overview('?by=pool')).ranges).toMatchObject([
      { scope, pool: 'Watched', free: 3, bound: 1, unknown: 1 },
    ])
    expect((await bff.requestAs('admin', '/api/capacity/alerts/snooze', { scope })).status).toBe(200)
    expect(await alerts()).toBe(before)

    // A change that keeps the level keeps the snooze.
    const renamed = await change(pool.id, { pool: { ...body, name: 'Seen' }, version: pool.version })
    expect((await threshold())?.snoozed?.by).toBe('admin@example.com')
    const set = { scope, leastFree: 2, leastDays: 9, version: (await threshold())?.version }
    const large = await bff.requestAs('admin', '/api/capacity/thresholds', { ...set, leastFree: 11 })
    expect(large.body['errors']).toMatchObject([{ path: 'leastFree' }])
    expect((await bff.requestAs('admin', '/api/capacity/thresholds', set)).status).toBe(200)
    expect((await list())[0]).toMatchObject({ name: 'Seen', leastFree: 2 })
    const { version } = addPool.answer.parse(renamed.body)
    await change(pool.id, { pool: { ...body, leastFree: null }, version })
    expect(await threshold()).toMatchObject({ leastFree: null, leastDays: 9 })

    const snapshots = new SnapshotStore(bff.database, account, zoneTimes('UTC').date)
    for (let age = 9; age > 0; age--)
      await snapshots.take(Date.now() - age * 86_400_000, [
        { scope, free: 3 + age * 2, reserved: 0, bound: 0, unavailable: 0, unknown: 0 },
      ])
    const counts = readPoolCounts.answer.parse(await get('/api/pools/counts'))
    expect(counts.items[0]?.forecast?.kind).toBe('runs-out')
    expect((await overview('?by=pool')).ranges[0]?.forecast?.kind).toBe('runs-out')
    await snapshots.take(Date.now() - 3_600_000, [
      { scope, free: 1, reserved: 0, bound: 0, unavailable: 0, unknown: 0 },
    ])
    const trend = async () =>
      readTrend.answer.parse(await get(`/api/capacity/trend?span=week&scope=${scope}`)).items
    expect((await trend()).at(-1)).toMatchObject({ free: 1 })
    await remove(pool.id)
    expect(await trend()).toEqual([])
    expect(await threshold()).toBeUndefined()
    expect((await bff.requestAs('admin', '/api/capacity/thresholds', { ...set, version: 0 })).status).toBe(
      404,
    )
  })

  test('starts a new trend when the numbers change', async () => {
    const pool = await added({ name: 'Moved', ranges: [range('7001', '7010')] })
    const scope = scopeOfPool(pool.id)
    const snapshots = new SnapshotStore(bff.database, account, zoneTimes('UTC').date)
    await snapshots.take(Date.now() - 7_200_000, [
      { scope, free: 1, reserved: 0, bound: 0, unavailable: 0, unknown: 0 },
    ])
    const trend = async () =>
      readTrend.answer.parse(await get(`/api/capacity/trend?span=week&scope=${scope}`)).items
    const owner = { name: 'Moved', ranges: [range('7001', '7010')], purpose: 'desk' }
    const changed = await change(pool.id, { pool: owner, version: pool.version })
    expect(await trend()).toHaveLength(1)
    const { version } = addPool.answer.parse(changed.body)
    await change(pool.id, { pool: { ...owner, ranges: [range('7001', '7020')] }, version })
    expect(await trend()).toEqual([])
    await remove(pool.id)
  })
})
