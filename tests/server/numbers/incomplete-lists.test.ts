import * as z from 'zod/mini'
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest'
import { readCapacity } from '#contract/capacity.ts'
import { numbersStatus, listNumbers } from '#contract/numbers.ts'
import { defaultProfile } from '#upstream/profile.ts'
import { eachStore } from '../../stores/each-store.ts'
import { extensionSuccess, respondJson, startService, type Service } from '../../upstream/service.ts'
import { openBff, type Bff } from '../bff.ts'

const pageSize = 4
const { operations } = defaultProfile
const profile = {
  ...defaultProfile,
  operations: { ...operations, idlePage: { ...operations.idlePage, maxSize: pageSize } },
}
const timings = {
  idlePagesEveryMs: 100,
  lookUpsEveryMs: 100,
  gapsEveryMs: 100,
  numbersWriteMs: 20,
}

/** What requests ask for, in their bodies. */
const detail = z.object({ ext: z.string() })
const search = z.object({ currPage: z.number(), pageSize: z.number(), ext: z._default(z.string(), '') })

/** A service with its own truth: its numbers, and which of them are bound. */
function serveNumbers(service: Service, count: number, bound: (ext: string) => boolean) {
  const numbers = new Map(Array.from({ length: count }, (_, n) => [String(8_001 + n), false]))
  for (const ext of numbers.keys()) numbers.set(ext, bound(ext))
  const oddRows: { ext: string; bindStatus: number }[] = []
  const truth = {
    numbers,
    /** What a page of the list says as its total. */
    total: (all: number, _onPage: number): number | null => all,
    /** Called after a page was read. */
    onPage: (_page: number): void => undefined,
    /** Rows between those of the numbers. */
    oddRows,
    isRefused: (_ext: string): boolean => false,
  }
  service.on('search_idle_page', (request, response) => {
    const { currPage: page, pageSize: size, ext: start } = search.parse(JSON.parse(request.body))
    const idle = [
      ...truth.oddRows,
      ...[...numbers].flatMap(([ext, isBound]) => (isBound ? [] : [{ ext, bindStatus: 0 }])),
    ].filter((row) => row.ext.startsWith(start))
    const list = page < 1 ? [] : idle.slice((page - 1) * size, page * size)
    const total = truth.total(idle.length, list.length)
    void extensionSuccess({ list, currPage: page, pageSize: size, ...(total === null ? {} : { total }) })(
      request,
      response,
    )
    if (start === '' && size === pageSize) truth.onPage(page)
  })
  service.on('extension_detail', (request, response) => {
    const { ext } = detail.parse(JSON.parse(request.body))
    const isBound = numbers.get(ext)
    const answer =
      isBound === undefined
        ? respondJson({ retCode: '310121', code: 200, retMsg: 'no such extension' })
        : truth.isRefused(ext)
          ? respondJson({ retCode: '500123', code: 200, retMsg: 'too frequent' })
          : extensionSuccess({ ext, bindStatus: isBound ? 1 : 0, agentUuid: isBound ? 'a0000000' : null })
    return answer(request, response)
  })
  return truth
}

eachStore(({ copyStore }) => {
  describe('lists of a service', () => {
    let bff: Bff
    let service: Service
    const clock = Date.now()
    beforeEach(async () => {
      vi.useFakeTimers({ toFake: ['Date'], now: clock })
      service = await startService()
    })
    afterEach(async () => {
      await bff.close()
      await service.close()
      vi.useRealTimers()
    })
    async function connect() {
      bff = await openBff({ store: await copyStore(), serviceUrl: service.url, profile, timings })
      await bff.requestAs('admin', '/api/settings', { backgroundRate: 100 }, {}, 'PATCH')
    }
    /** Another time; users sign in again. */
    function laterBy(minutes: number) {
      vi.setSystemTime(Date.now() + minutes * 60_000)
      bff.forgetCookies()
    }
    const status = async () =>
      numbersStatus.answer.parse((await bff.requestAs('admin', '/api/numbers/status')).body)
    /** Waits for the end of a crawl that began at or after this time. */
    const ended = (kind: 'idle' | 'gaps', from = 0) =>
      vi.waitFor(
        async () => {
          const answer = await status()
          const crawl = answer.crawls.find((each) => each.kind === kind)
          if (crawl?.endedAt == null || crawl.endedAt < from) throw new Error('still reading')
          return { ...answer, crawl }
        },
        { timeout: 60_000, interval: 50 },
      )
    const warnings = async (path: string) => (await bff.requestAs('admin', path)).body['warnings']
    const lastLine = async (path: string) =>
      (await bff.requestAs('admin', path)).text.trim().split('\r\n').at(-1)
    const states = async () => {
      const { items } = listNumbers.answer.parse(
        (await bff.requestAs('admin', '/api/numbers?pageSize=1000')).body,
      )
      return Object.fromEntries(items.map(({ ext, state }) => [ext, state]))
    }

    test('keeps a number free that never left the list while another one is bound during the scan', async () => {
      const truth = serveNumbers(service, 11, () => false)
      await connect()
      await ended('idle')
      expect(Object.values(await states())).toEqual(Array(11).fill('free'))
      truth.onPage = (page) => {
        // The rows after it move up, so that 8005 is on no page.
        if (page === 1) truth.numbers.set('8001', true)
      }
      const free = Object.fromEntries([...truth.numbers.keys()].map((ext) => [ext, 'free']))
      laterBy(20)
      await ended('idle', Date.now())
      expect(await states()).toEqual(free)
      laterBy(20)
      await vi.waitFor(async () => expect(await states()).toEqual({ ...free, '8001': 'bound' }), 20_000)
    })

    test('calls a number unavailable that is not bound once its own search of the list says so', async () => {
      const truth = serveNumbers(service, 6, () => false)
      await connect()
      await ended('idle')
      truth.numbers.delete('8002')
      service.on('extension_detail', extensionSuccess({ ext: '8002', bindStatus: 0 }))
      laterBy(20)
      await vi.waitFor(async () => expect(await states()).toMatchObject({ '8002': 'unavailable' }), 20_000)
      expect(await states()).toMatchObject({ '8001': 'free', '8006': 'free' })
    })

    test.each<[string, (all: number, onPage: number) => number | null]>([
      ['of the page', (_all, onPage) => onPage],
      ['absent', () => null],
      ['0', () => 0],
    ])('reads a list to its end whose total is %s, and says that there may be more', async (_what, total) => {
      const truth = serveNumbers(service, 10, () => false)
      truth.total = total
      await connect()
      const { states: counts, firstScan } = await ended('idle')
      expect(counts.find(({ state }) => state === 'free')?.count).toBe(10)
      expect(firstScan).toEqual({ running: false, done: 10, total: null, missed: null })
      expect(await warnings('/api/numbers?state=free')).toEqual([{ code: 'idle-unread', detail: '' }])
      expect(await lastLine('/api/numbers/export.csv?state=free')).toBe(
        '# may be incomplete: the idle list of the service has not been read as a whole',
      )
    })

    test('does not call bound numbers complete that the service refused to show', async () => {
      const truth = serveNumbers(service, 12, (ext) => Number(ext) % 3 === 1)
      truth.isRefused = (ext) => Number(ext) % 2 === 0
      await connect()
      const { boundScan } = await ended('gaps')
      expect(boundScan).toMatchObject({ running: false, missed: 2 })
      expect(
        readCapacity.answer.parse((await bff.requestAs('admin', '/api/capacity')).body).boundScan,
      ).toEqual(boundScan)
      const bound = [{ code: 'bound-unread', detail: '' }]
      expect(await warnings('/api/numbers')).toEqual(bound)
      expect(await warnings('/api/people')).toEqual(bound)
      // The idle list was read as a whole.
      expect(await warnings('/api/numbers?state=free')).toEqual([])
      const remark = '# may be incomplete: not all bound numbers have been looked up'
      expect(await lastLine('/api/numbers/export.csv')).toBe(remark)
      expect(await lastLine('/api/people/export.csv')).toBe(remark)
      expect(await lastLine('/api/numbers/export.csv?state=free')).not.toContain('#')
      // Asked for again an hour later.
      truth.isRefused = () => false
      laterBy(61)
      expect(await ended('gaps', Date.now())).toMatchObject({ boundScan: null })
      expect(Object.values(await states()).filter((state) => state === 'bound')).toHaveLength(4)
      expect(await warnings('/api/numbers')).toEqual([])
      expect(await lastLine('/api/people/export.csv')).not.toContain('#')
    })

    test('names and counts odd rows, and reads the bound numbers all the same', async () => {
      const truth = serveNumbers(service, 9, (ext) => ext === '8004')
      truth.oddRows.push({ ext: 'SIP-TEST', bindStatus: 0 })
      await connect()
      const { crawl, firstScan } = await ended('idle')
      expect(crawl).toMatchObject({ odd: 1, oddExample: 'SIP-TEST', done: 8 })
      expect(firstScan).toBeNull()
      expect(await ended('gaps')).toMatchObject({ boundScan: null })
      expect(await states()).toMatchObject({ '8001': 'free', '8004': 'bound' })
    })
  })
})
