import { afterAll, beforeAll, describe, expect, test, vi } from 'vitest'
import { findNumbers, numbersStatus, listNumbers, maxNumbers, readFresh } from '#contract/numbers.ts'
import { listAudit } from '#contract/audit.ts'
import { readText } from '#web/spreadsheet/read-text.ts'
import { openBffAndStore, type BffAndStore } from '../bff.ts'
import { numberStore, seenExtension } from './number-store.ts'

const start = Date.now() - 3_600_000

const openWithNumbers = async (everyMs: number): Promise<BffAndStore> => {
  const bff = await openBffAndStore({
    sandbox: { extensions: 60 },
    timings: { idlePagesEveryMs: everyMs, lookUpsEveryMs: everyMs },
  })
  const records = Array.from({ length: 2_345 }, (_, i) =>
    seenExtension(String(i).padStart(7, '0'), {
      bindStatus: i % 4 === 3 ? 1 : 0,
      agentUuid: i % 4 === 3 ? `agent-${String(i % 40).padStart(8, '0')}` : null,
      agentName: i % 4 === 3 ? `=Agent, "${i % 40}"` : null,
      langCodeTxt: i % 5 === 0 ? 'Opus' : null,
    }),
  )
  await numberStore(bff.database, 'sandbox').recordSeen([{ records, absent: [], source: 'idle', at: start }])
  return bff
}

let bff: BffAndStore
const get = async (path: string) => (await bff.requestAs('supervisor', path)).body
const list = async (query: string) => listNumbers.answer.parse(await get(`/api/numbers?${query}`))

// numbers-store.test.ts covers lists and counts on both stores.
describe('numbers before a scan', () => {
  beforeAll(async () => {
    bff = await openWithNumbers(60 * 60_000)
  })
  afterAll(() => bff.close())

  test('pages in any order, with exact totals', async () => {
    const first = await list('search=00&pageSize=100')
    expect(first).toMatchObject({ total: 2_345, page: 1, pageSize: 100 })
    expect((await list('search=00&pageSize=100&page=2')).items[0]?.ext).toBe('0000100')
    const last = await list('search=00&pageSize=100&page=24')
    expect(last.items.map(({ ext }) => ext)).toEqual(
      Array.from({ length: 45 }, (_, n) => String(2_300 + n).padStart(7, '0')),
    )
    expect((await list('search=00&pageSize=100&order=desc')).items[0]?.ext).toBe('0002344')
    const bound = await list('search=00&pageSize=1000&sort=agent')
    expect(bound.items.slice(0, 586).every(({ agentUuid }) => agentUuid !== null)).toBe(true)
    for (const order of ['asc', 'desc']) {
      const { items } = await list(`search=00&pageSize=469&sort=langCodeTxt&order=${order}`)
      expect(new Set(items.map(({ langCodeTxt }) => langCodeTxt))).toEqual(new Set(['Opus']))
    }
    expect((await bff.requestAs('admin', '/api/numbers?sort=note')).status).toBe(400)
  })

  test('filters by state, language, agent and number together', async () => {
    const bound = await list('state=bound&search=0000&pageSize=1000')
    expect(bound.items.every(({ state }) => state === 'bound')).toBe(true)
    expect(bound.total).toBe(bound.items.length)
    expect((await list('language=-&search=000000')).items.map(({ ext }) => ext)).not.toContain('0000005')
    const agentUuid = bound.items[0]?.agentUuid ?? ''
    const own = await list(`agentUuid=${agentUuid}&pageSize=1000`)
    expect(own.items.length).toBeGreaterThan(10)
    expect(new Set(own.items.map((item) => item.agentUuid))).toEqual(new Set([agentUuid]))
    const numbers = findNumbers.answer.parse(await get(`/api/numbers/numbers?agentUuid=${agentUuid}`))
    expect(numbers).toEqual({ numbers: own.items.map(({ ext }) => ext), more: false })
  })

  test('exports exactly the filtered rows in a format that the import reads', async () => {
    for (const [query, count] of [
      ['search=00', 2_345],
      ['search=00&state=bound', 586],
      ['search=0000007&bom=0', 1],
      ['search=99999', 0],
    ] as const) {
      const answer = await bff.requestAs('supervisor', `/api/numbers/export.csv?${query}`)
      expect(answer.headers.get('content-disposition')).toContain('numbers.csv')
      // The byte order mark is for spreadsheets; `Response.text()` drops it.
      const sheet = readText(answer.text, { maxRows: 10_000 })
      if (typeof sheet === 'string') throw new Error(sheet)
      const [head, ...rows] = sheet.rows
      // No scan has read the service as a whole, and the file says so in remarks, which the import skips.
      expect(answer.text.match(/^"?# /gm)).toHaveLength(query.includes('bound') ? 1 : 2)
      expect(head?.cells.slice(0, 3)).toEqual(['ext', 'langCodeTxt', 'state'])
      expect(rows).toHaveLength(count)
      const shown = await list(`${query.replace('&bom=0', '')}&pageSize=1000`)
      expect(rows.slice(0, shown.items.length).map(({ cells }) => cells[0])).toEqual(
        shown.items.map(({ ext }) => ext),
      )
      expect(rows.filter(({ cells }) => cells.some((cell) => cell.startsWith('=')))).toEqual([])
      const { body } = await bff.requestAs(
        'admin',
        `/api/audit?requestId=${answer.headers.get('x-request-id')}`,
      )
      expect(listAudit.answer.parse(body).items).toMatchObject([
        { begunAt: expect.any(Number), result: 'done', values: { rows: count } },
      ])
    }
  })

  test('writes the UTF-8 byte order mark only on request', async () => {
    const cookie = await bff.cookieOf('supervisor')
    const bytes = async (bom: string) => {
      const url = `https://console.example.com/api/numbers/export.csv?search=0000007&bom=${bom}`
      const response = await bff.console.app.fetch(
        new Request(url, { headers: { ...bff.pageHeaders, cookie } }),
      )
      return [...new Uint8Array(await response.arrayBuffer())].slice(0, 3)
    }
    expect(await bytes('1')).toEqual([0xef, 0xbb, 0xbf])
    expect(await bytes('0')).toEqual([...Buffer.from('ext')])
  })

  test('exports selected numbers, and audits an interrupted download', async () => {
    const numbers = ['0000007', '0000003', '7777777']
    const answer = await bff.requestAs('supervisor', '/api/numbers/export.csv', { numbers })
    expect(answer.text.split('\r\n').map((line) => line.slice(0, 7))).toEqual([
      'ext,lan',
      '0000003',
      '0000007',
      '',
    ])
    const many = Array.from({ length: maxNumbers + 1 }, (_, i) => String(10_000 + i))
    expect((await bff.requestAs('supervisor', '/api/numbers/export.csv', { numbers: many })).status).toBe(400)
    const cookie = await bff.cookieOf('supervisor')
    const response = await bff.console.app.fetch(
      new Request('https://console.example.com/api/numbers/export.csv?search=00', {
        headers: { ...bff.pageHeaders, cookie },
      }),
    )
    const reader = response.body?.getReader()
    await reader?.read()
    await reader?.cancel()
    const requestId = response.headers.get('x-request-id')
    await vi.waitFor(async () => {
      const { body } = await bff.requestAs('admin', `/api/audit?requestId=${requestId}`)
      expect(listAudit.answer.parse(body).items[0]?.result).toBe('cancelled')
    }, 60_000)
  })

  test('records users’ reads without secrets, and reads numbers again on request', async () => {
    const idle = await bff.requestAs('supervisor', '/api/extensions/idle?pageSize=20')
    expect(idle.status).toBe(200)
    const fresh = readFresh.answer.parse(await get('/api/numbers/fresh?numbers=1000,9999999'))
    expect(fresh.items[0]).toMatchObject({
      ext: '1000',
      item: { ext: '1000', source: 'detail' },
      problem: null,
    })
    expect(fresh.items[1]).toEqual({ ext: '9999999', item: null, problem: 'extension-not-found' })
    const held = JSON.stringify(await bff.database.db.selectFrom('number').selectAll().execute())
    expect(held).not.toMatch(/password|ha1/)
  })
})

describe('numbers during a scan', () => {
  beforeAll(async () => {
    bff = await openWithNumbers(100)
  })
  afterAll(() => bff.close())

  test('finds every idle extension and looks up numbers that are no longer idle', async () => {
    await bff.requestAs('admin', '/api/settings', { backgroundRate: 100 }, {}, 'PATCH')
    // A full crawl may have ended before this suite added its numbers.
    await bff.database.db.updateTable('crawl').set({ ended_at: 0 }).execute()
    await vi.waitFor(
      async () => {
        const status = numbersStatus.answer.parse(await get('/api/numbers/status'))
        const idle = status.crawls.find(({ kind }) => kind === 'idle')
        expect(idle?.lastWholeAt).not.toBeNull()
        // Numbers that the service never had: looked up, then marked as gone.
        expect(status.states.find(({ state }) => state === 'gone')?.count).toBeGreaterThan(100)
      },
      { timeout: 50_000, interval: 100 },
    )
    const idle = (await bff.requestAs('admin', '/api/extensions/idle?pageSize=1000')).body['total']
    expect((await list('state=free&search=1')).total).toBeGreaterThanOrEqual(Number(idle))
  })
})
