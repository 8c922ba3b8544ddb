import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { findNumbers, listNumbers, listRuns } from '#contract/numbers.ts'
import { parseNumberSearch } from '#contract/number-search.ts'
import { copyPreparedStore } from '../../stores/each-store.ts'
import { openBffAndStore, type BffAndStore } from '../bff.ts'
import { numberStore, seenExtension } from './number-store.ts'

/** True when the number fits the pattern of a search of kind `numbers`. */
const fitsPattern = (pattern: string, number: string): boolean =>
  new RegExp(`^${pattern.replaceAll('?', String.raw`\d`).replaceAll('*', String.raw`\d*`)}$`).test(number)

test.each([
  ['12', { kind: 'numbers', pattern: '12*' }],
  [' １２ ', { kind: 'numbers', pattern: '12*' }],
  ['*88', { kind: 'numbers', pattern: '*88' }],
  ['ends in 88', { kind: 'numbers', pattern: '*88' }],
  ['Ending with 88', { kind: 'numbers', pattern: '*88' }],
  ['尾号 88', { kind: 'numbers', pattern: '*88' }],
  ['尾号88', { kind: 'numbers', pattern: '*88' }],
  ['20??', { kind: 'numbers', pattern: '20??' }],
  ['20**88', { kind: 'numbers', pattern: '20*88' }],
  ['5 in a row', { kind: 'run', start: '', length: 5 }],
  ['5连号', { kind: 'run', start: '', length: 5 }],
  ['5 个连号', { kind: 'run', start: '', length: 5 }],
  ['20* 5 in a row', { kind: 'run', start: '20', length: 5 }],
  ['1 in a row', { kind: 'text', text: '1 in a row' }],
  ['*', { kind: 'text', text: '*' }],
  ['Ingrid Patel', { kind: 'text', text: 'Ingrid Patel' }],
])('reads %j as a search of numbers', (typed, search) => {
  expect(parseNumberSearch(typed)).toEqual(search)
})

describe.each(['sqlite', 'postgres'] as const)('search of numbers on %s', (engine) => {
  const cleanUps: (() => unknown)[] = []
  let bff: BffAndStore
  const start = Date.now() - 3_600_000
  const free = ['7001', '7002', '7003', '7088', '7090', '7091', '7092', '7093', '70880', '0788', '79', '80']
  const bound = ['7004', '7188', '7288']
  const all = [...free, ...bound].toSorted()
  const get = async (path: string) => (await bff.requestAs('supervisor', path)).body
  const search = async (typed: string, more = '') =>
    listNumbers.answer.parse(await get(`/api/numbers?search=${encodeURIComponent(typed)}${more}`))
  const found = async (typed: string, more = '') => (await search(typed, more)).items.map(({ ext }) => ext)

  beforeAll(async () => {
    bff = await openBffAndStore({ store: await copyPreparedStore(engine, cleanUps) })
    // No background read adds numbers of its own.
    await bff.requestAs('admin', '/api/settings', { backgroundRate: 0 }, {}, 'PATCH')
    await bff.database.db.deleteFrom('number').execute()
    const holder = {
      bindStatus: 1,
      agentUuid: '5f1b8c5e-0000-4000-8000-000000000001',
      agentName: 'Zoë Zhang',
    }
    const records = [
      ...free.map((ext) => seenExtension(ext, { bindStatus: 0 })),
      ...bound.map((ext) => seenExtension(ext, holder)),
    ]
    await numberStore(bff.database, 'sandbox').recordSeen([
      { records, absent: [], source: 'idle', at: start },
    ])
    await bff.requestAs('admin', '/api/labels', { numbers: ['0788', '7001'], add: ['Front desk'] })
  })
  afterAll(async () => {
    await bff.close()
    for (const cleanUp of cleanUps.toReversed()) await cleanUp()
  })

  test.each(['7', '70', '*88', '*8', '70??', '7?88', '70*8', '*08*', '?0', '????', '70*88', '*70880'])(
    'finds the numbers that fit %s',
    async (typed) => {
      const search = parseNumberSearch(typed)
      const fitting = search.kind === 'numbers' ? all.filter((ext) => fitsPattern(search.pattern, ext)) : []
      expect(fitting.length).toBeGreaterThan(0)
      expect(await found(typed)).toEqual(fitting)
      expect(await found(typed, '&state=bound')).toEqual(fitting.filter((ext) => bound.includes(ext)))
      expect(await found(typed, '&order=desc')).toEqual(fitting.toReversed())
    },
  )

  test('pages a search in both orders, with its exact total', async () => {
    const ends = all.filter((ext) => ext.endsWith('88'))
    const first = await search('*88', '&pageSize=2&order=desc')
    const second = await search('*88', '&pageSize=2&order=desc&page=2')
    expect([first.total, second.total]).toEqual([ends.length, ends.length])
    expect([...first.items, ...second.items].map(({ ext }) => ext)).toEqual(ends.toReversed())
  })

  test('finds people by name, and labels by their beginning', async () => {
    expect(await found('zhang zoe')).toEqual(bound)
    expect(await found('front')).toEqual(['0788', '7001'])
    expect(await found('nobody')).toEqual([])
    const answer = findNumbers.answer.parse(await get('/api/numbers/numbers?search=front&state=free'))
    expect(answer.numbers).toEqual(['0788', '7001'])
  })

  test('finds runs of free numbers, the shortest first, in all or in one pool', async () => {
    const runs = async (typed: string, more = '') =>
      listRuns.answer.parse(await get(`/api/numbers/runs?search=${encodeURIComponent(typed)}${more}`))
    expect(await runs('3 in a row')).toEqual({
      items: [
        { from: '7001', to: '7003', length: 3 },
        { from: '7090', to: '7093', length: 4 },
      ],
      total: 2,
    })
    expect((await runs('709* 3 连号')).items).toEqual([{ from: '7090', to: '7093', length: 4 }])
    expect(await runs('3 in a row', '&limit=1')).toMatchObject({ items: [{ from: '7001' }], total: 2 })
    expect(await found('4 in a row')).toEqual(['7090', '7091', '7092', '7093'])
    const lengths = async (sort: string) => {
      const pages = [1, 2, 3, 4].map((page) => search('3 in a row', `&sort=${sort}&pageSize=3&page=${page}`))
      return (await Promise.all(pages)).map(({ items, total }) => [items.length, total])
    }
    // The page after the last one, too, has the total.
    for (const sort of ['ext', 'agent', 'labels', 'stateSince'])
      expect(await lengths(sort)).toEqual([3, 3, 1, 0].map((length) => [length, 7]))
    expect(await search('3 in a row', '&state=reserved')).toMatchObject({ items: [], total: 0 })
    expect((await runs('2 in a row', '&label=Front desk')).total).toBe(0)
    expect((await bff.requestAs('supervisor', '/api/numbers/runs?search=88')).status).toBe(400)
    const pool = await bff.requestAs('admin', '/api/pools', {
      name: 'Runs',
      ranges: [{ from: '7091', to: '7095' }],
    })
    expect((await runs('2 in a row', `&pool=${String(pool.body['id'])}`)).items).toEqual([
      { from: '7091', to: '7093', length: 3 },
    ])
  })

  test('leaves out numbers that are gone, unless they are asked for', async () => {
    await numberStore(bff.database, 'sandbox').recordSeen([
      { records: [], absent: ['80'], source: 'detail', at: start + 120_000 },
    ])
    const listed = listNumbers.answer.parse(await get('/api/numbers?pageSize=100'))
    expect(listed.items.map(({ ext }) => ext)).toEqual(all.filter((ext) => ext !== '80'))
    expect(listed.total).toBe(all.length - 1)
    expect(await found('8', '&state=gone')).toEqual(['80'])
  })
})
