import { expect, test } from 'vitest'
import type { Observation } from '#upstream/client.ts'
import { UpstreamError } from '#upstream/errors.ts'
import { Crawler } from '#server/numbers/crawler.ts'
import { detailAfterMs, LookUps } from '#server/numbers/look-ups.ts'
import type { Turn } from '#server/platform/background.ts'
import type { Database } from '#server/platform/database/database.ts'
import { testAudit } from '../test-audit.ts'
import { CrawlStore, readFirstScans } from '#server/numbers/scan.ts'
import { eachStore } from '../../stores/each-store.ts'
import { numberStore, seenExtension } from './number-store.ts'

const maxIdlePageSize = 1000
const checkFirstPage = () => Promise.resolve()
const none = () => Promise.reject(new Error('not asked'))

function partsOn(database: Database) {
  const store = numberStore(database, 'a')
  return {
    database,
    account: 'a',
    audit: testAudit(database),
    numbers: store,
    reads: store,
    crawls: new CrawlStore(database, 'a'),
    recorder: { flush: () => Promise.resolve(new Set<string>()) },
    onFault: (error: unknown) => {
      throw error
    },
  }
}
type Parts = ReturnType<typeof partsOn>

type Deps = ConstructorParameters<typeof Crawler>[0] & ConstructorParameters<typeof LookUps>[0]
/** The crawl of the idle list and the look-ups, at a service with only the given operations. */
function crawlsOn(parts: Parts, given: Partial<Deps['upstream']>, now = () => 2_000) {
  const upstream = { searchIdlePage: none, getExtension: none, maxIdlePageSize, checkFirstPage, ...given }
  const lookUps = new LookUps({ ...parts, upstream, now })
  const crawler = new Crawler({ ...parts, upstream, lookUps, now })
  return { idle: (turn: Turn) => crawler.run('idle', turn), lookUps: lookUps.round }
}

/** Reserves numbers, each with the time of its last look-up. */
const reserve = (database: Database, checkedAt: Readonly<Record<string, number>>) =>
  database.db
    .insertInto('reservation')
    .values(
      Object.entries(checkedAt).map(([ext, checked_at]) => ({
        id: ext,
        account: 'a',
        ext,
        agent_uuid: 'a0000000',
        user_id: 'u',
        idempotency_key: ext,
        body_mac: '',
        state: 'reserved' as const,
        reserved_at: 0,
        expires_at: 2 ** 52,
        checked_at,
      })),
    )
    .execute()

const timeOut = () =>
  Promise.reject(
    new UpstreamError({ kind: 'timeout', operation: 'extension_detail', definitelyNotApplied: true }),
  )

eachStore(({ open }) => {
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
    const parts = partsOn(await open())
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

  test('marks no number that the list had as unavailable because it could not be stored', async () => {
    const parts = partsOn(await open())
    const items = [seenExtension('8001', { bindStatus: 0 })]
    await parts.numbers.recordSeen([{ records: items, absent: [], source: 'detail', at: 500 }])
    const crawler = new Crawler({
      ...parts,
      recorder: { flush: () => Promise.resolve(new Set(['8001'])) },
      upstream: {
        getExtension: none,
        maxIdlePageSize,
        checkFirstPage,
        searchIdlePage: ({ page, pageSize }) =>
          Promise.resolve({ data: { items, page, pageSize, total: 1 }, warnings: [] }),
      },
      lookUps: { canSearch: false },
      now: () => 2_000,
    })
    await crawler.run('idle', { read: (call) => call(), signal: new AbortController().signal })
    expect(await parts.numbers.byNumber('8001')).toMatchObject({ state: 'unknown' })
    expect(await parts.crawls.read('idle')).toMatchObject({ ended_at: 2_000, last_whole_at: null })
    const { firstScan } = await readFirstScans(parts.database.db, 'a')
    expect(firstScan).toMatchObject({ running: false, missed: 1 })
  })

  test('continues an interrupted crawl, but restarts it in another process without its numbers', async () => {
    const database = await open()
    const parts = partsOn(database)
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
    expect((await readFirstScans(database.db, 'a')).firstScan).toEqual({
      running: true,
      done: 1,
      total: 3,
    })
    isAway = false
    await openCrawls().idle(turn)
    expect((await readFirstScans(database.db, 'a')).firstScan).toBeNull()
    expect(asked).toEqual([1, 2, 2, 1, 2, 3, 4])
    expect(await parts.crawls.read('idle')).toMatchObject({ done: 3, last_missed: 0, ended_at: 2_000 })
  })

  test.each(['timeout', 'unreachable'] as const)(
    'ends the turn after one number without a response (%s) and continues with the next',
    async (kind) => {
      const parts = partsOn(await open())
      const records = ['8001', '8002', '8003'].map((ext, n) =>
        seenExtension(ext, { bindStatus: 1, agentUuid: `a000000${n}` }),
      )
      await parts.numbers.recordSeen([{ records, absent: [], source: 'idle', at: 1_000 }])
      let paused = false
      const asked: string[] = []
      const { lookUps } = crawlsOn(
        parts,
        {
          getExtension({ ext }) {
            if (ext !== '8001' && !paused) {
              asked.push(ext)
              return Promise.resolve({ data: seenExtension(ext, { bindStatus: 1 }), warnings: [] })
            }
            const failure = { operation: 'extension_detail', definitelyNotApplied: true } as const
            return Promise.reject(new UpstreamError({ ...failure, kind: paused ? 'paused' : kind }))
          },
        },
        () => 1_000 + 2 * detailAfterMs,
      )
      const turn = { read: <T>(call: () => Promise<T>) => call(), signal: new AbortController().signal }
      await expect(lookUps(turn)).rejects.toThrow(UpstreamError)
      // A paused call was never sent, so it does not count against the number.
      paused = true
      await expect(lookUps(turn)).rejects.toThrow(UpstreamError)
      paused = false
      expect(asked).toEqual([])
      await lookUps(turn)
      expect(asked).toEqual(['8002', '8003'])
    },
  )
  test('does not count a stop of the console against the number that it looks up', async () => {
    const parts = partsOn(await open())
    const record = seenExtension('8001', { bindStatus: 1 })
    await parts.numbers.recordSeen([{ records: [record], absent: [], source: 'idle', at: 1_000 }])
    const stop = new AbortController()
    let asked = 0
    const { lookUps } = crawlsOn(
      parts,
      {
        getExtension() {
          asked++
          stop.abort()
          return Promise.reject(
            new UpstreamError({ kind: 'timeout', operation: 'extension_detail', definitelyNotApplied: true }),
          )
        },
      },
      () => 1_000 + 2 * detailAfterMs,
    )
    const turn = { read: <T>(call: () => Promise<T>) => call() }
    await expect(lookUps({ ...turn, signal: stop.signal })).rejects.toThrow('timeout')
    await expect(lookUps({ ...turn, signal: new AbortController().signal })).rejects.toThrow('timeout')
    expect(asked).toBe(2)
  })

  test('looks a number that is not bound up in the idle list, once', async () => {
    const parts = partsOn(await open())
    await parts.crawls.begin('idle', 500, null)
    await parts.crawls.end('idle', 600)
    const record = seenExtension('8001', { bindStatus: 0, creationTime: 900 })
    await parts.numbers.recordSeen([{ records: [record], absent: [], source: 'detail', at: 1_000 }])
    const asked: (string | undefined)[] = []
    const { lookUps } = crawlsOn(parts, {
      searchIdlePage: ({ ext, page, pageSize }) => {
        asked.push(ext)
        return Promise.resolve({ data: { items: [], page, pageSize, total: 0 }, warnings: [] })
      },
    })
    const turn = { read: <T>(call: () => Promise<T>) => call(), signal: new AbortController().signal }
    await lookUps(turn)
    await lookUps(turn)
    expect(asked).toEqual(['8001'])
    expect(await parts.numbers.byNumber('8001')).toMatchObject({ state: 'unavailable' })
  })

  test('lets a number wait whose answer the store refuses, although it has no row', async () => {
    const parts = partsOn(await open())
    await reserve(parts.database, { '8001': 1 })
    const [asked, times]: [string[], number[]] = [[], [2_000]]
    const given = {
      getExtension({ ext }: { ext: string }) {
        asked.push(ext)
        return Promise.resolve({ data: seenExtension(ext, { bindStatus: 1 }), warnings: [] })
      },
    }
    const recorder = { flush: () => Promise.resolve(new Set(['8001'])) }
    const { lookUps } = crawlsOn({ ...parts, recorder }, given, () => times[0] ?? 0)
    const turn = { read: <T>(call: () => Promise<T>) => call(), signal: new AbortController().signal }
    await lookUps(turn)
    await lookUps(turn)
    expect(asked).toEqual(['8001'])
    times[0] = 62_000
    await lookUps(turn)
    expect(asked).toEqual(['8001', '8001'])
    // The service has answered, but nothing of it is stored.
    const rows = parts.database.db.selectFrom('reservation').select('checked_at')
    expect(await rows.execute()).toEqual([{ checked_at: 1 }])
  })

  test.each<[string, number, Observation['source'], number | null]>([
    ['just created', 60_000, 'created', null],
    ['not known to be on the idle list', 600_000, 'detail', 0],
    ['that has left the idle list', 600_000, 'idle', 0],
  ])(
    'tries a number %s again soon after a time-out, and then every hour',
    async (_what, soonMs, source, status) => {
      const parts = partsOn(await open())
      await parts.crawls.begin('idle', 500_000, null)
      await parts.crawls.end('idle', 500_000)
      const records = [seenExtension('8001', { bindStatus: status })]
      await parts.numbers.recordSeen([{ records, absent: [], source, at: 1_000 }])
      const asked: number[] = []
      let time = 500_000
      const ask = () => {
        asked.push(time)
        return timeOut()
      }
      const { lookUps } = crawlsOn(parts, { getExtension: ask, searchIdlePage: ask }, () => time)
      const turn = { read: <T>(call: () => Promise<T>) => call(), signal: new AbortController().signal }
      for (; time < 3 * 3_600_000; time += 30_000) await lookUps(turn).catch(() => undefined)
      const waits = asked.slice(1).map((at, n) => at - (asked[n] ?? 0))
      expect(waits.slice(0, 3)).toEqual([soonMs + 30_000, soonMs + 30_000, soonMs + 30_000])
      expect(waits.at(-1)).toBe(3_630_000)
    },
  )

  test.each<[string, number, Observation['source'], number | null]>([
    ['just created', 60_000, 'created', null],
    ['not known to be on the idle list', 600_000, 'detail', 0],
    ['that have left the idle list', 600_000, 'idle', 0],
  ])('tries all numbers %s once before it tries one of them again', async (_what, soonMs, source, status) => {
    const parts = partsOn(await open())
    await parts.crawls.begin('idle', 500_000, null)
    await parts.crawls.end('idle', 500_000)
    const records = ['8001', '8002'].map((ext) => seenExtension(ext, { bindStatus: status }))
    await parts.numbers.recordSeen([{ records, absent: [], source, at: 1_000 }])
    const asked: (string | undefined)[] = []
    let time = 500_000
    const ask = ({ ext }: { ext?: string }) => {
      asked.push(ext)
      return timeOut()
    }
    const { lookUps } = crawlsOn(parts, { getExtension: ask, searchIdlePage: ask }, () => time)
    const turn = { read: <T>(call: () => Promise<T>) => call(), signal: new AbortController().signal }
    // Each round ends with the first time-out.
    for (let rounds = 0; rounds < 4; rounds++, time += soonMs + 1)
      await expect(lookUps(turn)).rejects.toThrow('timeout')
    expect(asked).toEqual(['8001', '8002', '8001', '8002'])
  })

  test('asks a service whose idle list cannot be searched for a new number every hour only', async () => {
    const parts = partsOn(await open())
    await parts.crawls.begin('idle', 500_000, null)
    await parts.crawls.end('idle', 500_000)
    const records = [seenExtension('8001', { bindStatus: 0 })]
    await parts.numbers.recordSeen([{ records, absent: [], source: 'detail', at: 1_000 }])
    const asked: number[] = []
    let time = 500_000
    const { lookUps } = crawlsOn(
      parts,
      {
        searchIdlePage: ({ page, pageSize }) => {
          asked.push(time)
          const items = [seenExtension('9009', { bindStatus: 0 })]
          return Promise.resolve({ data: { items, page, pageSize, total: 1 }, warnings: [] })
        },
      },
      () => time,
    )
    const turn = { read: <T>(call: () => Promise<T>) => call(), signal: new AbortController().signal }
    for (; time < 2 * 3_600_000; time += 30_000) await lookUps(turn)
    expect(asked).toEqual([500_000, 500_000 + 3_630_000])
  })

  test('takes no number on the first page of a list that cannot be searched as the answer of a search', async () => {
    const parts = partsOn(await open())
    await parts.crawls.begin('idle', 500_000, null)
    await parts.crawls.end('idle', 500_000)
    const recordOf = (ext: string) => seenExtension(ext, { bindStatus: 0 })
    const records = ['8001', '8002'].map(recordOf)
    await parts.numbers.recordSeen([{ records, absent: [], source: 'detail', at: 1_000 }])
    const asked: (string | undefined)[] = []
    let time = 2_000_000
    const { idle, lookUps } = crawlsOn(
      parts,
      {
        searchIdlePage: async ({ ext, page, pageSize }) => {
          asked.push(ext)
          const items = ['8002', '9009'].map(recordOf)
          await parts.numbers.recordSeen([{ records: items, absent: [], source: 'idle', at: time }])
          return { data: { items, page, pageSize, total: 2 }, warnings: [] }
        },
      },
      () => time,
    )
    const turn = { read: <T>(call: () => Promise<T>) => call(), signal: new AbortController().signal }
    await lookUps(turn)
    expect(asked).toEqual(['8001', '8002'])
    time += 60_000
    await idle(turn)
    expect(await parts.numbers.byNumber('8001')).toMatchObject({ state: 'unavailable' })
    expect(await parts.numbers.byNumber('8002')).toMatchObject({ state: 'free' })
  })

  test('reaches the other reserved numbers although some never get a response', async () => {
    const parts = partsOn(await open())
    await reserve(parts.database, { '8001': 1, '8002': 2, '8003': 3, '8004': 4, '8005': 5 })
    const asked: string[] = []
    let time = 2_000_000
    const { lookUps } = crawlsOn(
      parts,
      {
        getExtension({ ext }) {
          asked.push(ext)
          return ext === '8005'
            ? Promise.resolve({ data: seenExtension(ext, { bindStatus: 1 }), warnings: [] })
            : timeOut()
        },
      },
      () => time,
    )
    const turn = { read: <T>(call: () => Promise<T>) => call(), signal: new AbortController().signal }
    // A read that times out takes ten seconds, and the next round begins five seconds later.
    for (let rounds = 0; rounds < 5; rounds++, time += 15_000)
      await expect(lookUps(turn)).rejects.toThrow('timeout')
    expect(asked).toEqual(['8001', '8002', '8003', '8004', '8005', '8001'])
  })

  test('does not take an answered look-up as one without an answer for whom a user waits', async () => {
    const parts = partsOn(await open())
    await parts.crawls.begin('idle', 500_000, null)
    await parts.crawls.end('idle', 500_000)
    const record = seenExtension('8001', { bindStatus: 0 })
    await parts.numbers.recordSeen([{ records: [record], absent: [], source: 'idle', at: 1_000 }])
    // Not due by its reservation yet, but it has left the idle list.
    await reserve(parts.database, { '8001': Date.now() })
    const { lookUps } = crawlsOn(
      parts,
      {
        getExtension: () => Promise.resolve({ data: record, warnings: [] }),
        searchIdlePage: ({ page, pageSize }) =>
          Promise.resolve({ data: { items: [], page, pageSize, total: 0 }, warnings: [] }),
      },
      () => 600_000,
    )
    await lookUps({ read: (call) => call(), signal: new AbortController().signal })
    expect(await parts.numbers.byNumber('8001')).toMatchObject({ state: 'unavailable', tried_at: 600_000 })
    const rows = parts.database.db.selectFrom('reservation').select('tried_at')
    expect(await rows.execute()).toEqual([{ tried_at: null }])
  })

  test('looks up the numbers first that somebody waits for, and leaves a share to the others', async () => {
    const parts = partsOn(await open())
    const numbers = Array.from({ length: 90 }, (_, n) => String(8_001 + n))
    const records = numbers.map((ext) => seenExtension(ext, { bindStatus: 1 }))
    await parts.numbers.recordSeen([{ records, absent: [], source: 'detail', at: 1_000 }])
    // As if never looked up, the last number first.
    await reserve(parts.database, Object.fromEntries(numbers.slice(-30).map((ext, n) => [ext, 30 - n])))
    const asked: string[] = []
    const { lookUps } = crawlsOn(
      parts,
      {
        getExtension({ ext }) {
          asked.push(ext)
          return Promise.resolve({ data: seenExtension(ext, { bindStatus: 1 }), warnings: [] })
        },
      },
      () => 1_000 + 2 * detailAfterMs,
    )
    await lookUps({ read: (call) => call(), signal: new AbortController().signal })
    expect(asked.slice(0, 20)).toEqual(numbers.slice(-20).toReversed())
    expect(asked.slice(20)).toEqual(numbers.slice(0, 30))
  })

  test('reads other numbers although some have an unknown bindStatus', async () => {
    const parts = partsOn(await open())
    let time = 1_800_000_000_000
    const codes = new Map(
      Array.from({ length: 110 }, (_each, n) => [String(8_001 + n), n < 50 ? 2 : n < 100 ? null : 1]),
    )
    const recordOf = (ext: string) => seenExtension(ext, { bindStatus: codes.get(ext) ?? null })
    const saw = (exts: readonly string[], source: Observation['source']) =>
      parts.numbers.recordSeen([{ records: exts.map(recordOf), absent: [], source, at: time }])
    const seen = new Map<string, number>()
    const { lookUps } = crawlsOn(
      parts,
      {
        getExtension: async ({ ext }) => {
          seen.set(ext, (seen.get(ext) ?? 0) + 1)
          await saw([ext], 'detail')
          return { data: recordOf(ext), warnings: [] }
        },
      },
      () => time,
    )
    const turn = { read: <T>(call: () => Promise<T>) => call(), signal: new AbortController().signal }
    await saw([...codes.keys()], 'detail')
    time += detailAfterMs + 1
    for (let turns = 0; turns < 8; turns++) {
      await lookUps(turn)
      time += 2 * 60_000
    }
    expect(Object.fromEntries(seen)).toEqual(Object.fromEntries([...codes.keys()].map((ext) => [ext, 1])))
    // A created number is read after a delay, and only then.
    codes.set('9001', null)
    await saw(['9001'], 'created')
    await lookUps(turn)
    expect(seen.get('9001')).toBeUndefined()
    time += 60_001
    await lookUps(turn)
    expect(seen.get('9001')).toBe(1)
  })
})
