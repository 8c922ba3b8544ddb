import { describe, expect, test } from 'vitest'
import type { Observation } from '#upstream/client.ts'
import { CrawlStore } from '#server/numbers/scan.ts'
import { eachStore } from '../../stores/each-store.ts'
import { counted } from '../../stores/query-plans.ts'
import { numberStore, seenExtension } from './number-store.ts'

const minute = 60_000
const start = 1_800_000_000_000

eachStore(({ open }) => {
  const states = async (store: ReturnType<typeof numberStore>) =>
    Object.fromEntries(
      (await store.after({ withGone: true }, null, 100)).map(({ ext, state }) => [ext, state]),
    )

  test('keeps the latest observation in the row and ignores older ones', async () => {
    const store = numberStore(await open(), 'a')
    const saw = (ext: string, at: number, record: Parameters<typeof seenExtension>[1]) =>
      store.recordSeen([{ records: [seenExtension(ext, record)], absent: [], source: 'detail', at }])
    await saw('0801', start, { bindStatus: 0, langCodeTxt: 'Opus', domain: 'd.example' })
    await saw('0801', start + minute, { bindStatus: 1, agentUuid: 'agent-01', agentName: 'Anna' })
    await saw('0801', start - minute, { bindStatus: 0 })
    expect(await store.byNumber('0801')).toMatchObject({
      ext: '0801',
      state: 'bound',
      agent_uuid: 'agent-01',
      // Fields missing from a response keep their last value.
      language: 'Opus',
      domain: 'd.example',
      first_seen_at: start,
      seen_at: start + minute,
      state_since: start + minute,
    })
    await saw('0801', start + 2 * minute, { bindStatus: 0, agentUuid: 'agent-01' })
    expect(await store.byNumber('0801')).toMatchObject({
      // Not bound, but the idle list has not shown it.
      state: 'unknown',
      agent_uuid: null,
      agent_name: null,
    })
    await saw('0801', start + 3 * minute, { bindStatus: 7 })
    expect(await store.byNumber('0801')).toMatchObject({ state: 'unknown', bind_status: 7 })
  })

  test('marks known numbers as gone when absent, and ignores unknown ones', async () => {
    const store = numberStore(await open(), 'a')
    await store.recordSeen([
      { records: [seenExtension('8001', { bindStatus: 0 })], absent: [], source: 'idle', at: start },
    ])
    await store.recordSeen([{ records: [], absent: ['8001', '8002'], source: 'detail', at: start + minute }])
    expect(await states(store)).toEqual({ '8001': 'gone' })
  })

  test('sends one statement for a seen number beside its row and what waits for it', async () => {
    const database = counted(await open())
    const store = numberStore(database, 'a')
    const saw = async (at: number, record: Parameters<typeof seenExtension>[1]) => {
      database.sent.length = 0
      await store.recordSeen([{ records: [seenExtension('8001', record)], absent: [], source: 'idle', at }])
      return database.sent.length
    }
    await saw(start, { bindStatus: 0 })
    // The lock, its row, and the reservations and requests that wait for it.
    const reads = database.engine === 'postgres' ? 4 : 3
    expect(await saw(start + 1, { bindStatus: 0 })).toBe(reads)
    expect(await saw(start + 2 * minute, { bindStatus: 0 })).toBe(reads + 1)
    // With the change of the binding.
    expect(await saw(start + 3 * minute, { bindStatus: 1 })).toBe(reads + 2)
    expect((await store.byNumber('8001'))?.state).toBe('bound')
  })

  test('never overwrites an observation with a created but unread number', async () => {
    const store = numberStore(await open(), 'a')
    const created = (ext: string, at: number) => ({
      records: [seenExtension(ext, {})],
      absent: [],
      source: 'created' as const,
      at,
    })
    await store.recordSeen([created('8001', start)])
    expect(await states(store)).toEqual({ '8001': 'unknown' })
    await store.recordSeen([
      { records: [seenExtension('8001', { bindStatus: 0 })], absent: [], source: 'detail', at: start + 1 },
      created('8001', start + 2),
    ])
    await store.recordSeen([created('8001', start + 3)])
    // Within a batch, the latest observation counts; both are within `seenGrainMs`.
    await store.recordSeen([
      { records: [seenExtension('8001', { bindStatus: 0 })], absent: [], source: 'detail', at: start + 4 },
    ])
    expect(await store.byNumber('8001')).toMatchObject({ state: 'unknown', bind_status: 0 })
  })

  test('sorts by the person whom a number is bound to or reserved for, numbers without one last', async () => {
    const database = await open()
    const store = numberStore(database, 'a')
    const bound = (ext: string, agentUuid: string | null, agentName: string) =>
      seenExtension(ext, { bindStatus: 1, agentUuid, agentName })
    const records = [
      bound('8001', 'zoe', 'Zoe'),
      seenExtension('8002', { bindStatus: 0 }),
      bound('8003', null, 'mia'),
      seenExtension('8004', { bindStatus: 0 }),
      seenExtension('8005', { bindStatus: 0 }),
    ]
    await store.recordSeen([{ records, absent: [], source: 'idle', at: start }])
    const base = { facts: '{}', exts: '', numbers: 0, search: '', first_seen_at: 0, record_at: 0 }
    const person = (id: string, agent_uuid: string | null, sort_key: string) => ({
      ...base,
      id,
      account: 'a',
      agent_uuid,
      name_key: sort_key,
      sort_key,
    })
    const people = [person('2', 'ben', 'ben'), person('3', null, 'nora')]
    await database.db.insertInto('person').values(people).execute()
    const made = { account: 'a', user_id: 'u', body_mac: '', reserved_at: 0, checked_at: 0 }
    const reservation = (ext: string, agent_uuid: string | null, joiner_id: string | null) => ({
      ...made,
      id: ext,
      idempotency_key: ext,
      ext,
      agent_uuid,
      joiner_id,
      state: 'reserved' as const,
      expires_at: 1,
    })
    const reservations = [reservation('8004', 'ben', null), reservation('8005', null, '3')]
    await database.db.insertInto('reservation').values(reservations).execute()
    const sorted = async (order: 'asc' | 'desc', page = 1) =>
      (await store.list({}, { sort: 'agent', order, page, pageSize: 3 })).rows.map(({ ext }) => ext)
    // ben, mia, nora; zoe, none
    expect([await sorted('asc'), await sorted('asc', 2)]).toEqual([
      ['8004', '8003', '8005'],
      ['8001', '8002'],
    ])
    expect(await sorted('desc')).toEqual(['8001', '8005', '8003'])
  })

  test('stores no secret', async () => {
    const database = await open()
    const store = numberStore(database, 'a')
    const secret = { password: 'sentinel-one', ha1: 'sentinel-two', ha1b: 'sentinel-three', bindStatus: 0 }
    await store.recordSeen([
      { records: [seenExtension('8001', secret)], absent: [], source: 'detail', at: start },
    ])
    expect(JSON.stringify(await database.db.selectFrom('number').selectAll().execute())).not.toContain(
      'sentinel',
    )
  })

  test('counts the rows after any writes, per account', async () => {
    const database = await open()
    const store = numberStore(database, 'a')
    const other = numberStore(database, 'b')
    let seed = 7
    const random = (below: number) => (seed = (seed * 48_271) % 2_147_483_647) % below
    for (let round = 0; round < 8; round++) {
      const at = start + round * 2 * minute
      const pick = () => String(800_00 + random(60)).padStart(6, '0')
      const batch = {
        records: Array.from({ length: 40 }, () =>
          seenExtension(pick(), {
            bindStatus: random(3),
            langCodeTxt: ['Opus', 'G.711 alaw', null][random(3)] ?? null,
          }),
        ),
        absent: [pick(), pick()],
        source: 'idle' as const,
        at,
      }
      await Promise.all([store.recordSeen([batch]), other.recordSeen([{ ...batch, absent: [] }])])
      if (round % 4 === 3)
        await store.markUnlisted(await store.left(at - minute, { limit: 20 }), 'unavailable', at)
    }
    const rows = await store.after({ withGone: true }, null, 1_000)
    const countOf = (test: (row: (typeof rows)[number]) => boolean) => rows.filter(test).length
    for (const start of ['', '080', '0800', '08003'])
      for (const state of [undefined, 'free', 'unavailable', 'gone'] as const)
        for (const language of [undefined, 'Opus'])
          expect((await store.list({ pattern: `${start}*`, state, language }, { pageSize: 1 })).total).toBe(
            countOf(
              (row) =>
                row.ext.startsWith(start) &&
                (state === undefined ? row.state !== 'gone' : row.state === state) &&
                (language === undefined || row.language === language),
            ),
          )
    const perPrefix = await store.tally(4)
    expect(perPrefix.reduce((sum, { count }) => sum + count, 0)).toBe(
      countOf(({ state }) => state !== 'gone'),
    )
    const languages = (await store.states()).map(({ language }) => language)
    expect([...new Set(languages)].toSorted()).toEqual(['', 'G.711 alaw', 'Opus'])
  })

  describe('the idle list decides what is free', () => {
    const crawl = start + 10 * minute
    async function onStore() {
      const database = await open()
      const store = numberStore(database, 'a')
      const saw = (
        ext: string,
        at: number,
        record: Parameters<typeof seenExtension>[1],
        source: Observation['source'] = 'idle',
      ) =>
        store.recordSeen([
          { records: [seenExtension(ext, { bindStatus: 0, ...record })], absent: [], source, at },
        ])
      const scanned = async () => {
        const crawls = new CrawlStore(database, 'a')
        await crawls.begin('idle', crawl, null)
        await crawls.end('idle', crawl + minute)
      }
      return { store, saw, scanned }
    }

    test('marks a number that is not bound once its own look-up says that the list does not have it', async () => {
      const { store, saw, scanned } = await onStore()
      await saw('8001', start, {})
      await saw('8002', start, { bindStatus: 1 })
      await saw('8003', crawl - 30_000, {})
      await saw('8004', crawl + 1, {})
      await saw('8005', start, {}, 'unbound')
      await saw('8006', crawl + 1, {}, 'unbound')
      await saw('8007', start, { bindStatus: 7 }, 'unbound')
      await scanned()
      const before = await states(store)
      expect(before).toMatchObject({ '8001': 'free', '8005': 'unknown', '8006': 'unknown' })
      // The last scan did not list these: to be asked for.
      expect(await store.left(crawl - minute, { limit: 10 })).toEqual(['8001'])
      expect(await store.unlisted({ limit: 10 })).toEqual(['8005', '8006'])
      expect(await store.unlisted({ limit: 10, before: crawl })).toEqual(['8005'])
      // Listed again, or bound, since the look-up.
      await saw('8004', crawl + 3 * minute, {})
      await store.markUnlisted(['8001', '8002', '8004', '8005', '8007'], 'unavailable', crawl + 2 * minute)
      expect(await states(store)).toEqual({ ...before, '8001': 'unavailable', '8005': 'unavailable' })
      expect((await store.list({ state: 'unavailable' }, { pageSize: 1 })).total).toBe(2)
      await store.markUnlisted(['8003', '8006'], 'unknown', crawl + 2 * minute)
      expect(await states(store)).toMatchObject({ '8003': 'unknown', '8006': 'unknown' })
      await saw('8003', crawl + 4 * minute, {})
      expect(await states(store)).toMatchObject({ '8003': 'free' })
    })

    test('calls a number that the last scan did not list unknown, or unavailable when its record tells why', async () => {
      const { store, saw, scanned } = await onStore()
      await scanned()
      await saw('8001', crawl + 2 * minute, { creationTime: start }, 'unbound')
      await saw('8002', crawl + 2 * minute, { creationTime: start, enabled: 0 }, 'detail')
      await saw('8003', crawl + 2 * minute, { bindStatus: 1 }, 'detail')
      await saw('8003', crawl + 3 * minute, {}, 'detail')
      expect(await states(store)).toEqual({ '8001': 'unknown', '8002': 'unavailable', '8003': 'unknown' })
      for (const ext of ['8001', '8002', '8003']) await saw(ext, crawl + 4 * minute, {})
      expect(await states(store)).toEqual({ '8001': 'free', '8002': 'free', '8003': 'free' })
    })

    test('takes a listed number as unavailable once its record tells why', async () => {
      const { store, saw } = await onStore()
      await saw('8001', start, {})
      await saw('8001', start + minute, {}, 'detail')
      expect(await states(store)).toEqual({ '8001': 'free' })
      await saw('8001', start + 2 * minute, { currentUsingAgentUuid: 'agent-01' }, 'detail')
      expect(await states(store)).toEqual({ '8001': 'unavailable' })
      await saw('8001', start + 3 * minute, {})
      expect(await states(store)).toEqual({ '8001': 'free' })
      // A service that lists such numbers means something else by it.
      await saw('8002', start, { enabled: 0 })
      await saw('8002', start + minute, { enabled: 0 }, 'detail')
      expect(await store.byNumber('8002')).toMatchObject({ state: 'free' })
    })

    test('keeps a number free whose page of the idle list arrives after a later record', async () => {
      const { store, saw } = await onStore()
      await saw('8001', start + 1, {}, 'unbound')
      await saw('8001', start, {})
      expect(await states(store)).toEqual({ '8001': 'free' })
      await store.recordSeen([
        { records: [seenExtension('8002', { bindStatus: 0 })], absent: [], source: 'idle', at: start },
        { records: [seenExtension('8002', { bindStatus: 0 })], absent: [], source: 'detail', at: start + 1 },
      ])
      expect(await states(store)).toMatchObject({ '8002': 'free' })
    })
  })

  test('pages in any order under every filter, with exact totals', async () => {
    const store = numberStore(await open(), 'a')
    const records = Array.from({ length: 120 }, (_, i) =>
      seenExtension(String(i * 37).padStart(4, '0'), {
        bindStatus: i % 2,
        agentUuid: i % 2 === 1 ? `agent-${i % 5}` : null,
        agentName: i % 2 === 1 ? `Agent ${i % 5}` : null,
        langCodeTxt: i % 3 === 0 ? 'Opus' : 'G.711 alaw',
        bindTime: i % 4 === 1 ? 1_000 - i : null,
      }),
    )
    await store.recordSeen([{ records, absent: [], source: 'idle', at: start }])
    const all = await store.after({}, null, 1_000)
    expect(all.map(({ ext }) => ext)).toEqual(records.map(({ ext }) => ext).toSorted())
    for (const filter of [
      {},
      { pattern: '00*' },
      { state: 'bound' },
      { state: 'free', language: 'Opus' },
      { agentUuid: 'agent-3' },
      { agentUuid: 'agent-3', state: 'bound', language: 'Opus', pattern: '1*' },
    ] as const)
      for (const sort of ['ext', 'state', 'langCodeTxt', 'bindTime', 'agent', 'labels'] as const)
        for (const order of ['asc', 'desc'] as const) {
          const whole = await store.list(filter, { sort, order, pageSize: 1_000 })
          expect(whole.total).toBe(whole.rows.length)
          const paged: string[] = []
          for (let page = 1; paged.length < whole.total; page++)
            paged.push(
              ...(await store.list(filter, { sort, order, page, pageSize: 7 })).rows.map(({ ext }) => ext),
            )
          expect(paged).toEqual(whole.rows.map(({ ext }) => ext))
        }
    // Numbers without a value come last in both orders.
    const times = async (order: 'asc' | 'desc') =>
      (await store.list({}, { sort: 'bindTime', order, pageSize: 1_000 })).rows.map(
        ({ bind_time }) => bind_time,
      )
    const known = records.flatMap(({ bindTime }) => bindTime ?? []).toSorted((a, b) => a - b)
    expect(await times('asc')).toEqual([...known, ...Array(120 - known.length).fill(null)])
    expect(await times('desc')).toEqual([...known.toReversed(), ...Array(120 - known.length).fill(null)])
  })
})
