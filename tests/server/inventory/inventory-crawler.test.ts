import { expect, test } from 'vitest'
import type { Observation } from '#upstream/client.ts'
import { UpstreamError } from '#upstream/errors.ts'
import { InventoryCrawler, detailAfterMs } from '#server/inventory/crawler.ts'
import { noDirectory } from '../reservations/no-directory.ts'
import { ReservationWrites } from '#server/reservations/store-writes.ts'
import { Audit, system } from '#server/audit/audit-store.ts'
import type { Turn } from '#server/platform/background.ts'
import type { Database } from '#server/platform/database/database.ts'
import { createSeal } from '#server/platform/database/encryption.ts'
import { CrawlStore } from '#server/inventory/crawl-store.ts'
import { readFirstScan } from '#server/numbers/scan.ts'
import { eachStore } from '../../stores/each-store.ts'
import { inventoryStore, seenExtension } from './inventory-records.ts'

const maxIdlePageSize = 1000
const checkFirstPage = () => Promise.resolve()
const none = () => Promise.reject(new Error('not asked'))

function partsOn(database: Database) {
  const seal = createSeal('a-session-secret-of-at-least-32-characters')
  const inventory = inventoryStore(database, 'a')
  return {
    inventory,
    reads: inventory,
    writes: inventory,
    crawls: new CrawlStore(database, 'a'),
    reservations: new ReservationWrites({
      database,
      audit: new Audit(database, seal),
      seal,
      account: 'a',
      directory: noDirectory,
    }),
  }
}

type Deps = ConstructorParameters<typeof InventoryCrawler>[0]
/** The crawls of a crawler, by kind. */
function crawlsOf(deps: Deps) {
  const crawler = new InventoryCrawler(deps)
  return {
    idle: (turn: Turn) => crawler.run('idle', turn),
    agents: (turn: Turn) => crawler.run('agents', turn),
    details: (turn: Turn) => crawler.run('details', turn),
  }
}
/** A crawler at time 2,000 ms on a service with only the given operations. */
const crawlsOn = (parts: Pick<Deps, 'reads' | 'writes' | 'crawls'>, upstream: Partial<Deps['upstream']>) =>
  crawlsOf({
    ...parts,
    recorder: { flush: () => Promise.resolve() },
    now: () => 2_000,
    upstream: {
      searchIdlePage: none,
      getUnboundPage: none,
      getExtension: none,
      maxIdlePageSize,
      checkFirstPage,
      ...upstream,
    },
  })

eachStore(({ open }) => {
  test('reads each agent once, with UUIDs in upper and lower case', async () => {
    const { reservations, ...parts } = partsOn(await open())
    const records = ['a0000000', 'fa120000'].map((agentUuid, n) =>
      seenExtension(String(8_001 + n), { bindStatus: 1, agentUuid }),
    )
    await parts.inventory.recordSeen([{ records, absent: [], source: 'detail', at: 1_000 }])
    const person = { actor: { ...system, id: 'ada' }, userName: 'Ada' }
    const reserved = {
      ext: '8003',
      at: Date.now(),
      agentUuid: 'FFFF0000',
      joinerId: null,
      agentName: null,
      colleague: null,
      domain: null,
      langCodeTxt: null,
    }
    await reservations.claim({ ...person, idempotencyKey: 'key', body: '', until: null }, [reserved], [])
    const asked: string[] = []
    const { agents } = crawlsOn(parts, {
      getUnboundPage: ({ agentUuid, page, pageSize }) => {
        asked.push(agentUuid)
        return Promise.resolve({ data: { items: [], page, pageSize, total: 0 }, warnings: [] })
      },
    })
    const read = <T>(call: () => Promise<T>) => (asked.length < 9 ? call() : none())
    await agents({ read, signal: new AbortController().signal })
    expect(asked).toEqual(['FFFF0000', 'a0000000', 'fa120000'])
  })
  test.each<[string, number, (page: number) => number[], calls: number, seen: number, isWhole: boolean]>([
    ['pages as they should be', 6, (page) => (page <= 3 ? [2 * page, 2 * page + 1] : []), 4, 6, true],
    ['a last page that is not full', 5, (page) => (page <= 2 ? [2 * page, 2 * page + 1] : [6]), 3, 5, true],
    [
      'a page that comes twice and loses another',
      6,
      (page) =>
        [
          [2, 3],
          [2, 3],
          [6, 7],
        ][page - 1] ?? [],
      4,
      4,
      false,
    ],
    ['pages that overlap, and lose what was between', 6, (page) => [page, Math.min(6, page + 1)], 6, 6, true],
    ['the same page without end', 1_000, () => [2, 3], 3, 2, false],
    [
      'fewer numbers than the total',
      60,
      (page) => (page <= 20 ? [2 * page, 2 * page + 1] : []),
      22,
      40,
      false,
    ],
    ['more numbers than the total', 5, (page) => (page <= 4 ? [2 * page, 2 * page + 1] : []), 5, 8, true],
  ])('crawls %s', async (_name, total, numbersOf, calls, seen, isWhole) => {
    const { reservations: _, ...parts } = partsOn(await open())
    let asked = 0
    const { idle } = crawlsOn(parts, {
      searchIdlePage: ({ page }) => {
        asked++
        const items = numbersOf(page).map((n) => seenExtension(String(8_000 + n), { bindStatus: 0 }))
        return Promise.resolve({ data: { items, page, pageSize: 2, total }, warnings: [] })
      },
    })
    await idle({ read: (call) => call(), signal: new AbortController().signal })
    const crawl = await parts.crawls.read('idle')
    expect([asked, crawl?.done, crawl?.last_whole_at]).toEqual([calls, seen, isWhole ? 2_000 : null])
    expect(crawl?.ended_at).toBe(2_000)
  })

  test('continues an interrupted crawl, but restarts it in another process without its numbers', async () => {
    const database = await open()
    const { reservations: _, ...parts } = partsOn(database)
    const asked: number[] = []
    let isAway = true
    const openCrawls = () =>
      crawlsOn(parts, {
        searchIdlePage: ({ page }) => {
          asked.push(page)
          if (isAway && page === 2)
            return Promise.reject(
              new UpstreamError({
                kind: 'unreachable',
                operation: 'search_idle_page',
                definitelyNotApplied: true,
              }),
            )
          const items = page <= 3 ? [seenExtension(String(8_000 + page), { bindStatus: 0 })] : []
          return Promise.resolve({ data: { items, page, pageSize: 1, total: 3 }, warnings: [] })
        },
      })
    const turn = { read: <T>(call: () => Promise<T>) => call(), signal: new AbortController().signal }
    const one = openCrawls()
    await expect(one.idle(turn)).rejects.toMatchObject({ kind: 'unreachable' })
    await expect(one.idle(turn)).rejects.toMatchObject({ kind: 'unreachable' })
    expect(asked).toEqual([1, 2, 2])
    expect(await readFirstScan(database.db, 'a', 'idle')).toEqual({
      running: true,
      done: 1,
      total: 3,
    })
    isAway = false
    await openCrawls().idle(turn)
    expect(await readFirstScan(database.db, 'a', 'idle')).toBeNull()
    expect(asked).toEqual([1, 2, 2, 1, 2, 3, 4])
    expect(await parts.crawls.read('idle')).toMatchObject({ done: 3, last_missed: 0, ended_at: 2_000 })
  })

  test.each(['timeout', 'unreachable'] as const)(
    'ends the turn after one agent or number without a response (%s) and continues with the next',
    async (kind) => {
      const { reservations: _, ...parts } = partsOn(await open())
      const records = ['8001', '8002', '8003'].map((ext, n) =>
        seenExtension(ext, { bindStatus: 1, agentUuid: `a000000${n}` }),
      )
      await parts.inventory.recordSeen([{ records, absent: [], source: 'idle', at: 1_000 }])
      const silent = ['8001', 'a0000000']
      let paused = false
      const asked: string[] = []
      const answer = (about: string) => {
        if (silent.includes(about) || paused)
          return Promise.reject(
            new UpstreamError({
              kind: paused ? 'paused' : kind,
              operation: 'extension_detail',
              definitelyNotApplied: true,
            }),
          )
        asked.push(about)
        return Promise.resolve()
      }
      const { agents, details } = crawlsOf({
        ...parts,
        recorder: { flush: () => Promise.resolve() },
        now: () => 1_000 + 2 * detailAfterMs,
        upstream: {
          searchIdlePage: none,
          maxIdlePageSize,
          checkFirstPage,
          getExtension: async ({ ext }) => {
            await answer(ext)
            return { data: seenExtension(ext, { bindStatus: 1 }), warnings: [] }
          },
          getUnboundPage: async ({ agentUuid, page, pageSize }) => {
            await answer(agentUuid)
            return { data: { items: [], page, pageSize, total: 0 }, warnings: [] }
          },
        },
      })
      const turn = { read: <T>(call: () => Promise<T>) => call(), signal: new AbortController().signal }
      for (const [crawl, others] of [
        [agents, ['a0000001', 'a0000002']],
        [details, ['8002', '8003']],
      ] as const) {
        asked.length = 0
        await expect(crawl(turn)).rejects.toThrow(UpstreamError)
        // A paused call was never sent, so it does not count against the agent or number.
        paused = true
        await expect(crawl(turn)).rejects.toThrow(UpstreamError)
        paused = false
        expect(asked).toEqual([])
        await crawl(turn)
        expect(asked).toEqual(others)
      }
    },
  )
  test('looks a number that is not bound up in the idle list, once', async () => {
    const { reservations: _, ...parts } = partsOn(await open())
    await parts.crawls.begin('idle', 500, null)
    await parts.crawls.end('idle', 600)
    const record = seenExtension('8001', { bindStatus: 0, creationTime: 900 })
    await parts.inventory.recordSeen([{ records: [record], absent: [], source: 'detail', at: 1_000 }])
    const asked: (string | undefined)[] = []
    const { details } = crawlsOn(parts, {
      searchIdlePage: ({ ext, page, pageSize }) => {
        asked.push(ext)
        return Promise.resolve({ data: { items: [], page, pageSize, total: 0 }, warnings: [] })
      },
    })
    const turn = { read: <T>(call: () => Promise<T>) => call(), signal: new AbortController().signal }
    await details(turn)
    await details(turn)
    expect(asked).toEqual(['8001'])
    expect(await parts.inventory.byNumber('8001')).toMatchObject({ state: 'unavailable' })
  })

  test('reads other numbers although some have an unknown bindStatus', async () => {
    const { reservations: _, ...parts } = partsOn(await open())
    let time = 1_800_000_000_000
    const codes = new Map(
      Array.from({ length: 110 }, (_each, n) => [String(8_001 + n), n < 50 ? 2 : n < 100 ? null : 1]),
    )
    const recordOf = (ext: string) => seenExtension(ext, { bindStatus: codes.get(ext) ?? null })
    const saw = (exts: readonly string[], source: Observation['source']) =>
      parts.inventory.recordSeen([{ records: exts.map(recordOf), absent: [], source, at: time }])
    const seen = new Map<string, number>()
    const { details } = crawlsOf({
      ...parts,
      recorder: { flush: () => Promise.resolve() },
      now: () => time,
      upstream: {
        searchIdlePage: none,
        getUnboundPage: none,
        maxIdlePageSize,
        checkFirstPage,
        getExtension: async ({ ext }) => {
          seen.set(ext, (seen.get(ext) ?? 0) + 1)
          await saw([ext], 'detail')
          return { data: recordOf(ext), warnings: [] }
        },
      },
    })
    const turn = { read: <T>(call: () => Promise<T>) => call(), signal: new AbortController().signal }
    await saw([...codes.keys()], 'detail')
    time += detailAfterMs + 1
    for (let turns = 0; turns < 8; turns++) {
      await details(turn)
      time += 2 * 60_000
    }
    expect(Object.fromEntries(seen)).toEqual(Object.fromEntries([...codes.keys()].map((ext) => [ext, 1])))
    // A created number is read after a delay, and only then.
    codes.set('9001', null)
    await saw(['9001'], 'created')
    await details(turn)
    expect(seen.get('9001')).toBeUndefined()
    time += 60_001
    await details(turn)
    expect(seen.get('9001')).toBe(1)
  })
})
