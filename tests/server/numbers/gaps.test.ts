import { expect, test } from 'vitest'
import { UpstreamError, type UpstreamErrorKind } from '#upstream/errors.ts'
import { between, Crawler, maxGap } from '#server/numbers/crawler.ts'
import { CrawlStore, readFirstScans } from '#server/numbers/scan.ts'
import { eachStore } from '../../stores/each-store.ts'
import { numberStore, seenExtension } from './number-store.ts'

const none = () => Promise.reject(new Error('not asked'))

test('returns the numbers between two numbers with leading zeros, and none beyond the end of a block', () => {
  expect(between('0098', '0101')).toEqual(['0099', '0100'])
  expect(between('8001', '8002')).toEqual([])
  expect(between('99', '101')).toEqual([])
  expect(between('8000', String(8001 + maxGap))).toHaveLength(maxGap)
  expect(between('8000', String(8002 + maxGap))).toEqual([])
})

eachStore(({ open }) => {
  /** A gap crawl over these numbers. The service fails each look-up with the kind from `failing`. */
  async function crawlAmong(
    numbers: readonly string[],
    failing: (ext: string) => UpstreamErrorKind,
    unwritten: readonly string[] = [],
  ) {
    const database = await open()
    const store = numberStore(database, 'a')
    const crawls = new CrawlStore(database, 'a')
    const records = numbers.map((ext) => seenExtension(ext, { bindStatus: 0 }))
    await store.recordSeen([{ records, absent: [], source: 'idle', at: 1_000 }])
    const crawler = new Crawler({
      database,
      account: 'a',
      reads: store,
      recorder: { flush: () => Promise.resolve(new Set(unwritten)) },
      crawls,
      lookUps: { canSearch: true },
      now: () => 2_000,
      upstream: {
        searchIdlePage: none,
        checkFirstPage: none,
        maxIdlePageSize: 1_000,
        getExtension: ({ ext }) => {
          const kind = failing(ext)
          return Promise.reject(
            new UpstreamError({
              kind,
              operation: 'extension_detail',
              definitelyNotApplied: true,
              meaning: kind === 'refused' ? 'notFound' : null,
            }),
          )
        },
      },
    })
    return {
      crawls,
      crawl: (signal = new AbortController().signal) =>
        crawler.run('gaps', { read: (call) => call(), signal }),
      boundScan: async () => (await readFirstScans(database.db, 'a')).boundScan,
      idleCrawled: async () => {
        await crawls.begin('idle', 1_000, numbers.length)
        await crawls.end('idle', 1_500)
      },
    }
  }

  test('reads each missing number once, continues where another crawl stopped, and waits for a full idle crawl', async () => {
    const asked: string[] = []
    let broken = true
    const { crawl, crawls, boundScan, idleCrawled } = await crawlAmong(
      ['0801', '0805', '0806', '0950', '0952'],
      (ext) => {
        if (ext === '0951' && broken) return 'unreachable'
        asked.push(ext)
        return 'refused'
      },
    )
    await crawl()
    expect(asked).toEqual([])
    await idleCrawled()
    await expect(crawl()).rejects.toThrow(UpstreamError)
    // Further numbers may be bound, which the pages with counts say.
    expect(await boundScan()).toMatchObject({ running: true })
    broken = false
    await crawl()
    expect(await boundScan()).toBeNull()
    expect(new Set(asked)).toEqual(new Set(['0802', '0803', '0804', '0951']))
    expect(await crawls.read('gaps')).toMatchObject({ ended_at: 2_000 })
    const before = asked.length
    await crawl()
    expect(asked).toHaveLength(before)
  })

  test('does not call bound numbers complete while the store has not taken all that were read', async () => {
    const { crawl, crawls, boundScan, idleCrawled } = await crawlAmong(['8001', '8003'], () => 'refused', [
      '8002',
    ])
    await idleCrawled()
    await crawl()
    expect(await boundScan()).toMatchObject({ running: false, missed: 1 })
    expect(await crawls.read('gaps')).toMatchObject({ ended_at: 2_000, last_whole_at: null })
  })

  test('counts no number as missed that it did not ask for', async () => {
    const { crawl, crawls, boundScan, idleCrawled } = await crawlAmong(['8001', '8003'], () => 'refused', [
      '8001',
      '9999',
    ])
    await idleCrawled()
    await crawl()
    expect(await boundScan()).toBeNull()
    expect(await crawls.read('gaps')).toMatchObject({ last_missed: 0, last_whole_at: 2_000 })
  })

  test('skips a missing number without a response on the second attempt', async () => {
    const asked: string[] = []
    const { crawl, crawls, idleCrawled } = await crawlAmong(['8001', '8004', '8006'], (ext) => {
      asked.push(ext)
      return ext === '8003' ? 'timeout' : 'refused'
    })
    await idleCrawled()
    await expect(crawl()).rejects.toThrow(UpstreamError)
    expect(asked).toEqual(['8002', '8003'])
    await crawl()
    expect(asked.slice(2)).toEqual(['8002', '8003', '8005'])
    expect(await crawls.read('gaps')).toMatchObject({ ended_at: 2_000 })
  })

  test('does not count a read that its own stop ended as an attempt', async () => {
    const asked: string[] = []
    const { crawl, idleCrawled } = await crawlAmong(['8001', '8003'], (ext) => {
      asked.push(ext)
      return 'timeout'
    })
    await idleCrawled()
    await expect(crawl(AbortSignal.abort())).rejects.toThrow('timeout')
    await expect(crawl()).rejects.toThrow('timeout')
    await crawl()
    expect(asked).toEqual(['8002', '8002', '8002'])
  })

  test('finds all gaps despite numbers of another length in between and an interruption', async () => {
    const asked: string[] = []
    let broken = true
    const { crawl, idleCrawled } = await crawlAmong(['8001', '80012', '80023', '8005', '8008'], (ext) => {
      if (ext === '8003' && broken) return 'unreachable'
      asked.push(ext)
      return 'refused'
    })
    await idleCrawled()
    const long = between('80012', '80023')
    await expect(crawl()).rejects.toThrow(UpstreamError)
    expect(asked).toEqual([...long, '8002'])
    broken = false
    await crawl()
    expect(asked.slice(long.length + 1)).toEqual([...long, '8002', '8003', '8004', '8006', '8007'])
  })
})
