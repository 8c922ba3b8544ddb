import { expect, test } from 'vitest'
import type { InventoryState } from '#contract/inventory.ts'
import { eachStore } from '../../stores/each-store.ts'
import { inventoryStore, seenExtension } from './inventory-records.ts'

const minute = 60_000
const start = 1_800_000_000_000

eachStore(({ open }) => {
  const states = async (store: ReturnType<typeof inventoryStore>) =>
    Object.fromEntries((await store.after({}, null, 100)).map(({ ext, state }) => [ext, state]))

  test('keeps the latest observation in the row and ignores older ones', async () => {
    const store = inventoryStore(await open(), 'a')
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
    expect(await store.byNumber('0801')).toMatchObject({ state: 'free', agent_uuid: null, agent_name: null })
    await saw('0801', start + 3 * minute, { bindStatus: 7 })
    expect(await store.byNumber('0801')).toMatchObject({ state: 'unknown', bind_status: 7 })
  })

  test('marks known numbers as gone when absent, and ignores unknown ones', async () => {
    const store = inventoryStore(await open(), 'a')
    await store.recordSeen([
      { records: [seenExtension('8001', { bindStatus: 0 })], absent: [], source: 'idle', at: start },
    ])
    await store.recordSeen([{ records: [], absent: ['8001', '8002'], source: 'detail', at: start + minute }])
    expect(await states(store)).toEqual({ '8001': 'gone' })
  })

  test('never overwrites an observation with a created but unread number', async () => {
    const store = inventoryStore(await open(), 'a')
    const created = (ext: string, at: number) => ({
      records: [seenExtension(ext, {})],
      absent: [],
      source: 'created',
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
    expect(await states(store)).toEqual({ '8001': 'free' })
  })

  test('stores no secret', async () => {
    const database = await open()
    const store = inventoryStore(database, 'a')
    const secret = { password: 'sentinel-one', ha1: 'sentinel-two', ha1b: 'sentinel-three', bindStatus: 0 }
    await store.recordSeen([
      { records: [seenExtension('8001', secret)], absent: [], source: 'detail', at: start },
    ])
    expect(JSON.stringify(await database.db.selectFrom('inventory').selectAll().execute())).not.toContain(
      'sentinel',
    )
  })

  test('keeps the counters equal to the rows after any writes, per account', async () => {
    const database = await open()
    const store = inventoryStore(database, 'a')
    const other = inventoryStore(database, 'b')
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
        source: 'idle',
        at,
      }
      await Promise.all([store.recordSeen([batch]), other.recordSeen([{ ...batch, absent: [] }])])
      if (round % 4 === 3) await store.notSeenFree(at, at)
    }
    const rows = await store.after({}, null, 1_000)
    const countOf = (test: (row: (typeof rows)[number]) => boolean) => rows.filter(test).length
    for (const ext of [undefined, '080', '0800', '08003'])
      for (const state of [undefined, 'free', 'not-seen-free', 'gone'] as const)
        for (const language of [undefined, 'Opus'])
          expect(await store.count({ ext, state, language })).toEqual({
            exact: true,
            count: countOf(
              (row) =>
                row.ext.startsWith(ext ?? '') &&
                (state === undefined || row.state === state) &&
                (language === undefined || row.language === language),
            ),
          })
    const perPrefix = await store.countsByPrefix(4)
    expect(perPrefix.reduce((sum, { count }) => sum + count, 0)).toBe(rows.length)
    expect((await store.languages()).map(({ language }) => language)).toEqual(['', 'G.711 alaw', 'Opus'])
  })

  test('keeps the counters correct during many parallel writes', async () => {
    const database = await open()
    const store = inventoryStore(database, 'a')
    await Promise.all(
      Array.from({ length: 24 }, (_, i) =>
        store.recordSeen([
          {
            records: Array.from({ length: 30 }, (_row, n) =>
              seenExtension(String(8000 + ((i * 7 + n) % 50)), { bindStatus: (i + n) % 2 }),
            ),
            absent: [],
            source: 'idle',
            at: start + i * minute,
          },
        ]),
      ),
    )
    const rows = await store.after({}, null, 1_000)
    expect(await store.count({})).toEqual({ count: rows.length, exact: true })
    for (const state of ['free', 'bound'] satisfies InventoryState[])
      expect((await store.count({ state })).count).toBe(rows.filter((row) => row.state === state).length)
  })

  test('marks free numbers that a whole crawl missed, except recently seen ones', async () => {
    const store = inventoryStore(await open(), 'a')
    const at = (ext: string, when: number, code = 0) =>
      store.recordSeen([
        { records: [seenExtension(ext, { bindStatus: code })], absent: [], source: 'idle', at: when },
      ])
    await at('8001', start)
    await at('8002', start, 1)
    const crawl = start + 10 * minute
    await at('8003', crawl - 30_000)
    await at('8004', crawl + 1)
    expect(await store.notSeenFree(crawl, crawl + minute)).toBe(false)
    expect(await states(store)).toEqual({
      '8001': 'not-seen-free',
      '8002': 'bound',
      '8003': 'free',
      '8004': 'free',
    })
    expect(await store.leastRecentlySeen('not-seen-free', crawl, 10)).toEqual([
      { ext: '8001', seen_at: start },
    ])
  })

  test('pages by keyset in both directions under every filter', async () => {
    const store = inventoryStore(await open(), 'a')
    const records = Array.from({ length: 120 }, (_, i) =>
      seenExtension(String(i * 37).padStart(4, '0'), {
        bindStatus: i % 2,
        agentUuid: i % 2 === 1 ? `agent-${i % 5}` : null,
        agentName: i % 2 === 1 ? `Agent ${i % 5}` : null,
        langCodeTxt: i % 3 === 0 ? 'Opus' : 'G.711 alaw',
      }),
    )
    await store.recordSeen([{ records, absent: [], source: 'idle', at: start }])
    const all = await store.after({}, null, 1_000)
    expect(all.map(({ ext }) => ext)).toEqual(records.map(({ ext }) => ext).toSorted())
    for (const filter of [
      {},
      { ext: '00' },
      { state: 'bound' },
      { state: 'free', language: 'Opus' },
      { agentUuid: 'agent-3' },
      { agentUuid: 'agent-3', state: 'bound', language: 'Opus', ext: '1' },
    ] as const) {
      const forward: string[] = []
      for (let place: string | null = null; ;) {
        const page = await store.after(filter, place, 7)
        forward.push(...page.map(({ ext }) => ext))
        place = page.at(-1)?.ext ?? null
        if (page.length < 7) break
      }
      const backward: string[] = []
      for (let place: string | null = null; ;) {
        const page = await store.before(filter, place, 7)
        backward.push(...page.map(({ ext }) => ext))
        place = page.at(-1)?.ext ?? null
        if (page.length < 7) break
      }
      expect(backward.toReversed()).toEqual(forward)
      expect((await store.count(filter)).count).toBe(forward.length)
    }
    expect(await store.agentsAfter('agent-1', 2)).toEqual(['agent-2', 'agent-3'])
  })
})
