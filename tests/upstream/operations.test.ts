import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { UpstreamError } from '#upstream/errors.ts'
import * as z from 'zod'
import { client } from './options.ts'
import { extensionSuccess, respondJson, startService, v5Success, type Service } from './service.ts'

let service: Service
let api: ReturnType<typeof client>
beforeAll(async () => {
  service = await startService()
  api = client(`${service.url}/prefix/`, { companyId: 'company-1' })
})
afterAll(async () => {
  await api.close()
  await service.close()
})
beforeEach(() => {
  service.seen.length = 0
})

const last = () => {
  const request = service.seen.at(-1)
  return {
    method: request?.method,
    path: request?.path,
    query: Object.fromEntries(request?.query ?? []),
    body: request?.body,
  }
}
const record = {
  ext: '8001',
  password: 'p',
  ha1: 'h',
  ha1b: 'hb',
  bindStatus: '0',
  creationTime: 1638360177782,
  extensions: {},
  agentName: null,
}

test('2 time zones: reads labels as text, though declared as integers', async () => {
  service.on(
    'get_timezone',
    v5Success({
      items: [{ id: 7, language: 'zh', timezone_value: 'GMT+08:00 北京', timezoneid: 'Asia/Shanghai' }],
    }),
  )
  const { data } = await api.upstream.getTimeZones({ language: 'zh' })
  expect(data).toEqual([
    { id: '7', language: 'zh', timezone_value: 'GMT+08:00 北京', timezoneid: 'Asia/Shanghai' },
  ])
  expect(last()).toMatchObject({
    method: 'GET',
    path: '/prefix/api/scrm/5/user/get_timezone',
    query: { language: 'zh' },
  })
})

test('3 languages and 4 countries: also reads a list under `item`', async () => {
  service.on(
    'get_language',
    v5Success({ items: [{ id: '1', language: 'en', language_value: 'English', language_code: 'en' }] }),
  )
  service.on('get_country', v5Success({ item: [{ countryid: 86, country_name: '中国' }] }))
  expect((await api.upstream.getLanguages({ language: 'en' })).data).toMatchObject([{ language_code: 'en' }])
  expect((await api.upstream.getCountries({ language: 'zh' })).data).toEqual([
    { countryid: '86', country_name: '中国' },
  ])
  expect(last()).toMatchObject({ path: '/prefix/api/scrm/5/user/get_country', query: { language: 'zh' } })
})

test('5 create: sends all six parameters in the query, and the company ID also as a header', async () => {
  service.on('create_extension', respondJson({ code: 200, status: 'Success', data: { '': {} } }))
  const input = {
    ext: '08001',
    password: 'p&w=d+1',
    agentID: '1008',
    agentType: '0',
    langCodeTxt: 'G.711 alaw',
    companyId: 'c-2',
  } as const
  await api.upstream.createExtension(input)
  expect(last()).toMatchObject({ method: 'POST', path: '/prefix/api/exts/_add', query: input, body: '' })
  expect(service.seen.at(-1)?.headers).toMatchObject({
    companyid: 'c-2',
    authorization: `Bearer ${service.token()}`,
  })
  expect(service.seen.at(-1)?.headers).not.toHaveProperty('content-type')
})

test('6 first idle: returns an agent record or null', async () => {
  service.on(
    'search_idle',
    extensionSuccess({
      id: 'u',
      agentName: '张伟',
      ext: '8001',
      phoneTypes: [{ phoneType: 'sip', default: true }],
      arrayDepartIds: null,
    }),
  )
  const { data } = await api.upstream.searchIdle({ agentId: '1008' })
  expect(data).toMatchObject({ agentName: '张伟', ext: '8001', arrayDepartIds: null })
  expect(last()).toMatchObject({ method: 'POST', body: '{"agentID":"1008"}' })
  service.on('search_idle', extensionSuccess(null))
  expect((await api.upstream.searchIdle({})).data).toBeNull()
})

test('7 detail: normalizes the record and refuses the record of another number', async () => {
  service.on('extension_detail', extensionSuccess(record))
  const { data } = await api.upstream.getExtension({ ext: '8001', agentId: 'u-1' })
  expect(data).toMatchObject({ ext: '8001', bindStatus: 0, creationTime: 1638360177782, agentName: null })
  expect(last()).toMatchObject({
    method: 'POST',
    path: '/prefix/exts/detail',
    body: '{"ext":"8001","agentUuid":"u-1"}',
  })
  await expect(api.upstream.getExtension({ ext: '8002' })).rejects.toMatchObject({ kind: 'invalid' })
})

test('8 idle page: sends paging and context, and warns of bad rows and unknown fields', async () => {
  service.on(
    'search_idle_page',
    extensionSuccess({
      list: [record, { id: 'no-number' }, null, { ...record, ext: 8002, surprise: 1 }],
      total: '24',
      currPage: 2,
      pageSize: 20,
    }),
  )
  const input = {
    page: 2,
    pageSize: 20,
    ext: '80',
    operatorUserId: 'op',
    tempId: 't',
    language: 'zh-Hans',
    timezone: 'GMT+08:00 北京',
    timezoneid: 'Asia/Shanghai',
  }
  const { data, warnings } = await api.upstream.searchIdlePage(input)
  expect(data).toMatchObject({ total: 24, items: [{ ext: '8001' }, { ext: '8002' }] })
  expect(warnings).toEqual([
    { code: 'unknown-fields', detail: 'surprise' },
    { code: 'row-dropped', detail: '2' },
  ])
  const { page: _page, pageSize: _size, ext: _ext, ...context } = input
  expect(last()).toMatchObject({
    query: { companyId: 'company-1', ...context },
    body: '{"ext":"80","currPage":2,"pageSize":20}',
  })
  expect(service.seen.at(-1)?.headers['content-type']).toBe('application/json')
  expect(api.reports.at(-1)).toMatchObject({
    operation: 'search_idle_page',
    error: null,
    unknownFields: ['surprise'],
  })
})

test('8 idle page: takes a missing list for empty only where the total says so, and warns of a wrong total', async () => {
  for (const data of [{ list: null }, { list: null, total: 24 }, { records: [record], total: 1 }]) {
    service.on('search_idle_page', extensionSuccess(data))
    await expect(api.upstream.searchIdlePage({ page: 1, pageSize: 20 })).rejects.toMatchObject({
      kind: 'invalid',
    })
  }
  service.on('search_idle_page', extensionSuccess({ list: null, total: 0 }))
  expect(await api.upstream.searchIdlePage({ page: 1, pageSize: 20 })).toMatchObject({
    data: { items: [], total: 0 },
    warnings: [],
  })
  service.on('search_idle_page', extensionSuccess({ list: [record], total: 3 }))
  expect(await api.upstream.searchIdlePage({ page: 3, pageSize: 20 })).toMatchObject({
    data: { total: 41 },
    warnings: [{ code: 'total-lies' }],
  })
})

const asked = z.object({ currPage: z.number(), pageSize: z.number() })

test.each([
  [1, 'operations.idlePage.firstPage'],
  [7, 'operations.idlePage.names.page'],
])(
  '8 idle page: refuses page %d instead of page 2 and names the key of the profile',
  async (currPage, key) => {
    service.on('search_idle_page', extensionSuccess({ list: [record], currPage, total: 21 }))
    await expect(api.upstream.searchIdlePage({ page: 2, pageSize: 20 })).rejects.toMatchObject({
      kind: 'paging',
      code: key,
    })
  },
)

test('8 idle page: refuses a second page that repeats the first', async () => {
  const rows = Array.from({ length: 20 }, (_, n) => ({ ...record, ext: String(8001 + n) }))
  service.on('search_idle_page', extensionSuccess({ list: rows, total: 40 }))
  await api.upstream.searchIdlePage({ page: 1, pageSize: 20 })
  await expect(api.upstream.searchIdlePage({ page: 2, pageSize: 20 })).rejects.toMatchObject({
    kind: 'paging',
    code: 'operations.idlePage.firstPage',
  })
  // Another search is another list.
  expect(await api.upstream.searchIdlePage({ page: 2, pageSize: 20, ext: '80' })).toMatchObject({
    data: { total: 40 },
  })
})

test('8 idle page: refuses every page once the page before the first has other rows', async () => {
  service.on('search_idle_page', ({ body }, response) => {
    const { currPage } = asked.parse(JSON.parse(body))
    return extensionSuccess({ list: [{ ...record, ext: String(8001 + currPage) }], total: 9 })(
      { method: '', path: '', query: new URLSearchParams(), headers: {}, body },
      response,
    )
  })
  const { upstream, close } = client(service.url)
  await expect(upstream.checkFirstPage({})).rejects.toMatchObject({ code: 'operations.idlePage.firstPage' })
  await expect(upstream.searchIdlePage({ page: 1, pageSize: 1 })).rejects.toMatchObject({ kind: 'paging' })
  await close()
})

test.each([
  ['the first page', { list: [record], total: 9 }],
  ['nothing', { list: [], total: 9 }],
])('8 idle page: accepts a service that returns %s for the page before', async (_what, data) => {
  service.on('search_idle_page', extensionSuccess(data))
  await expect(api.upstream.checkFirstPage({})).resolves.toBeUndefined()
  service.on('search_idle_page', respondJson({ retCode: '310013' }))
  await expect(api.upstream.checkFirstPage({})).resolves.toBeUndefined()
})

test('8 idle page: reads a page in parts where the service returns smaller ones', async () => {
  service.on('search_idle_page', ({ body, ...request }, response) => {
    const { currPage, pageSize } = asked.parse(JSON.parse(body))
    const list = Array.from({ length: Math.min(pageSize, 25 - currPage * pageSize) }, (_, n) => ({
      ...record,
      ext: String(8000 + currPage * pageSize + n),
    }))
    return extensionSuccess({ list, total: 25, currPage, pageSize })({ ...request, body }, response)
  })
  const { upstream, close } = client(service.url, {
    profile: { operations: { idlePage: { firstPage: 0, maxSize: 7 } } },
  })
  const { data, warnings } = await upstream.searchIdlePage({ page: 2, pageSize: 20 })
  expect(data.items.map(({ ext }) => ext)).toEqual(['8020', '8021', '8022', '8023', '8024'])
  expect([data.page, data.total, warnings]).toEqual([2, 25, []])
  expect((await upstream.searchIdlePage({ page: 1, pageSize: 20 })).data.items).toHaveLength(20)
  await close()
})

test('8 idle page: uses the smaller page size of the service, with a warning', async () => {
  const page = async (
    { list, ...data }: { list: number; pageSize?: number; total: number },
    asked: number,
  ) => {
    const rowOf = (_: unknown, n: number) => ({ ...record, ext: String(8001 + 100 * asked + n) })
    service.on('search_idle_page', extensionSuccess({ ...data, list: Array.from({ length: list }, rowOf) }))
    const { data: read, warnings } = await api.upstream.searchIdlePage({ page: asked, pageSize: 20 })
    return [read.pageSize, read.total, warnings]
  }
  const smaller = [{ code: 'page-smaller', detail: '5' }]
  expect(await page({ list: 5, pageSize: 5, total: 12 }, 1)).toEqual([5, 12, smaller])
  expect(await page({ list: 5, pageSize: 5, total: 12 }, 2)).toEqual([5, 12, smaller])
  expect(await page({ list: 2, pageSize: 5, total: 12 }, 3)).toEqual([5, 12, smaller])
  // The service states no page size, but the first page shows it.
  expect(await page({ list: 5, total: 12 }, 1)).toEqual([5, 12, smaller])
  // These pages have all their rows, so the stated page size doesn't matter.
  expect(await page({ list: 5, pageSize: 5, total: 5 }, 1)).toEqual([20, 5, []])
  expect(await page({ list: 20, pageSize: 5, total: 22 }, 1)).toEqual([20, 22, []])
  expect(await page({ list: 2, pageSize: 5, total: 22 }, 2)).toEqual([20, 22, []])
})

test('8 idle page: returns at most the requested number of rows, each number once', async () => {
  const list = (...exts: unknown[]) => exts.map((ext) => ({ ...record, ext }))
  const page = async (data: object, asked = 1) => {
    service.on('search_idle_page', extensionSuccess(data))
    const { data: read, warnings } = await api.upstream.searchIdlePage({ page: asked, pageSize: 3 })
    return [read.items.map(({ ext }) => ext), read.total, warnings]
  }
  expect(await page({ list: list('8001', '8002', '8001'), total: 3 })).toEqual([
    ['8001', '8002'],
    3,
    [{ code: 'row-repeated', detail: '1' }],
  ])
  expect(await page({ list: list('8001', '8002', '8003', '8004'), total: 4 })).toEqual([
    ['8001', '8002', '8003'],
    4,
    [{ code: 'page-larger', detail: '4' }],
  ])
  expect(await page({ list: list('+8001', '8', '80 01', 'x'.repeat(70), '8005', 8006), total: 6 })).toEqual([
    [],
    6,
    [
      { code: 'page-larger', detail: '6' },
      { code: 'row-dropped', detail: '3 (+8001)' },
    ],
  ])
  // The last page has fewer rows than the total promises.
  expect(await page({ list: list('8004'), total: 5, pageSize: 3 }, 2)).toEqual([
    ['8004'],
    5,
    [{ code: 'total-lies', detail: '5' }],
  ])
})

test('7 detail: keeps an ID beyond 2^53 as sent and truncates a text of megabytes', async () => {
  service.on('extension_detail', (_request, response) => {
    const text = JSON.stringify({ ...record, agentName: 'n'.repeat(2_000_000) })
    response.end(
      `{"retCode":"000000","data":${text.slice(0, -1)},"id":9007199254740993,"companyId":-12345678901234567890}}`,
    )
  })
  const { data } = await api.upstream.getExtension({ ext: '8001' })
  expect(data).toMatchObject({ id: '9007199254740993', companyId: '-12345678901234567890' })
  expect(data.agentName).toBe(`${'n'.repeat(999)}…`)
})

test('9 unbound page: sends the agent in the path', async () => {
  service.on('unbound_page', extensionSuccess({ list: [record], total: 1 }))
  await api.upstream.getUnboundPage({ agentUuid: '400b80f9', page: 1, pageSize: 50, ext: '8' })
  expect(last()).toMatchObject({
    method: 'GET',
    path: '/prefix/exts/unbind/page/400b80f9',
    query: { currPage: '1', pageSize: '50', ext: '8' },
  })
})

test('10 deprecated create: sends parameters in the query and returns the record', async () => {
  service.on('create_extension_legacy', extensionSuccess(record))
  const { data } = await api.upstream.createExtensionLegacy({ ext: '8001' })
  expect(data?.ext).toBe('8001')
  expect(last()).toMatchObject({
    method: 'POST',
    path: '/prefix/exts',
    query: { ext: '8001', companyId: 'company-1' },
    body: '',
  })
})

test('11 language: reads its two fields and only names the rest', async () => {
  service.on(
    'extension_language',
    extensionSuccess({ langCode: 1, langCodeTxt: 'Opus', ext: 8001, voice: 'Ada', sip: { user: 'ada' } }),
  )
  expect(await api.upstream.getExtensionLanguage({ ext: '8001' })).toEqual({
    data: { langCode: '1', langCodeTxt: 'Opus' },
    warnings: [
      { code: 'unknown-fields', detail: 'voice' },
      { code: 'unknown-fields', detail: 'sip' },
    ],
  })
  expect(api.reports.at(-1)?.unknownFields).toEqual(['voice', 'sip'])
  expect(last().path).toBe('/prefix/exts/8001/language')
})

test.each([['8002'], [8002], [{ ext: '8001' }]])(
  '11 language: refuses a response for another extension (%j)',
  async (ext) => {
    service.on('extension_language', extensionSuccess({ langCodeTxt: 'Opus', ext }))
    await expect(api.upstream.getExtensionLanguage({ ext: '8001' })).rejects.toMatchObject({
      kind: 'invalid',
    })
  },
)

test('12 suggestions: sends a bearer token and v5 paging', async () => {
  service.on(
    'query_suggest',
    v5Success({ items: [{ key: '8001' }, { key: null }], total_count: 2, item: {} }),
  )
  const { data } = await api.upstream.querySuggest({ q: '80', page: 1, pageSize: 10 })
  expect(data).toEqual({ items: [{ key: '8001' }], page: 1, pageSize: 10, total: 2 })
  expect(last()).toMatchObject({
    path: '/prefix/api/5/user/query_suggest',
    query: { keyword: '80', page_no: '1', page_size: '10' },
  })
  expect(service.seen.at(-1)?.headers.authorization).toMatch(/^Bearer token-/)
})

test('reports the start and duration of a call when the call succeeds and when it fails', async () => {
  const [known, began, before] = [api.reports.length, Date.now(), performance.now()]
  service.on('extension_detail', extensionSuccess(record))
  await api.upstream.getExtension({ ext: '8001' })
  service.on('extension_detail', respondJson({ retCode: '310121' }))
  await expect(api.upstream.getExtension({ ext: '8001' })).rejects.toMatchObject({ kind: 'refused' })
  const took = performance.now() - before
  const details = api.reports.slice(known).filter(({ operation }) => operation === 'extension_detail')
  expect(details.map(({ error }) => error?.code ?? null)).toEqual([null, '310121'])
  for (const { startedAt, milliseconds } of details) {
    expect(startedAt).toBeGreaterThanOrEqual(began)
    expect(milliseconds).toBeGreaterThan(0)
    expect(milliseconds).toBeLessThanOrEqual(took)
  }
})

test('keeps the error of an observer from the call and from other observers', async () => {
  const faults: unknown[] = []
  const { upstream, reports, close } = client(service.url, { onFault: (fault) => faults.push(fault) })
  const [fault, seen]: [Error, string[]] = [new Error('of an observer'), []]
  upstream.listen(() => {
    throw fault
  })
  upstream.listen(({ operation }) => seen.push(operation))
  service.on('extension_detail', extensionSuccess(record))
  expect((await upstream.getExtension({ ext: '8001' })).data.ext).toBe('8001')
  expect(seen).toEqual(['get_token', 'extension_detail'])
  expect([reports.length, faults]).toEqual([2, [fault, fault]])
  await close()
})

test('names each unreadable field once per response', async () => {
  service.on('search_idle_page', (_request, response) => {
    const rows = ['8001', '8002'].map((ext) => ({
      ...record,
      ext,
      status: 1.5,
      enabled: 'yes',
      bindTime: '',
    }))
    const text = JSON.stringify({ list: rows, total: 2, currPage: [1], pageSize: null })
    const data = text
      .replaceAll('1638360177782', '9007199254740993')
      .replaceAll('"agentName":null', '"agentName":{}')
    response.end(`{"retCode":"000000","code":{},"data":${data}}`)
  })
  const { data, warnings } = await api.upstream.searchIdlePage({ page: 1, pageSize: 20 })
  expect(data.items[0]).toMatchObject({ creationTime: null, status: null, enabled: null, agentName: null })
  const unreadable = warnings.filter(({ code }) => code === 'field-unreadable').map(({ detail }) => detail)
  expect(unreadable).toEqual(['code', 'currPage', 'creationTime', 'enabled', 'agentName', 'status'])
  expect(warnings).toHaveLength(unreadable.length)
})

test('6 first idle: warns when the service returns another agent', async () => {
  const of = async (agent: object, agentId?: string) => {
    service.on('search_idle', extensionSuccess({ agentName: '张伟', ...agent }))
    return (await api.upstream.searchIdle({ agentId })).warnings
  }
  const agent = { id: 'u-1', agentID: '1008' }
  expect(await of(agent, '1008')).toEqual([])
  expect(await of(agent, 'u-1')).toEqual([])
  expect(await of(agent)).toEqual([])
  expect(await of({}, '1008')).toEqual([])
  expect(await of(agent, '1009')).toEqual([{ code: 'row-other', detail: '1' }])
})

test('8 and 9: warn of rows that do not match the request, and show them', async () => {
  const rows = [
    { ...record, agentUuid: 'agent-1' },
    { ...record, ext: '8002', agentUuid: 'agent-2' },
    { ...record, ext: '9001', agentUuid: null },
  ]
  service.on('search_idle_page', extensionSuccess({ list: rows, total: 3 }))
  service.on('unbound_page', extensionSuccess({ list: rows, total: 3 }))
  const paging = { page: 1, pageSize: 20 }
  // Two free numbers with an agent, and one number outside the range.
  const idle = await api.upstream.searchIdlePage({ ...paging, ext: '80' })
  expect([idle.data.items.length, idle.warnings]).toEqual([3, [{ code: 'row-other', detail: '3' }]])
  const unbound = await api.upstream.getUnboundPage({ ...paging, agentUuid: 'agent-1' })
  expect([unbound.data.items.length, unbound.warnings]).toEqual([3, [{ code: 'row-other', detail: '1' }]])
  const both = await api.upstream.getUnboundPage({ ...paging, agentUuid: 'agent-1', ext: '80' })
  expect(both.warnings).toEqual([{ code: 'row-other', detail: '2' }])
})

test('8 idle page: warns of a bound number and shows it', async () => {
  const rows = [
    { ...record, bindStatus: 0 },
    { ...record, ext: '8002', bindStatus: 1 },
    { ...record, ext: '8003', bindStatus: null },
  ]
  service.on('search_idle_page', extensionSuccess({ list: rows, total: 3 }))
  const { data, warnings } = await api.upstream.searchIdlePage({ page: 1, pageSize: 20 })
  expect([data.items.length, warnings]).toEqual([3, [{ code: 'row-other', detail: '1' }]])
})

test('10 deprecated create: warns of a record of another number and returns null', async () => {
  service.on('create_extension_legacy', extensionSuccess({ ...record, ext: '8002' }))
  expect(await api.upstream.createExtensionLegacy({ ext: '8001' })).toEqual({
    data: null,
    warnings: [{ code: 'row-other', detail: '1' }],
  })
})

test('12 suggestions: warns when the service returns another page', async () => {
  service.on('query_suggest', v5Success({ items: [{ key: '8001' }], total_count: 1, page_no: 2 }))
  const { warnings } = await api.upstream.querySuggest({ q: '80', page: 1, pageSize: 10 })
  expect(warnings).toEqual([{ code: 'page-other', detail: '2' }])
})

test('replaces control and text-direction characters in values and in field names', async () => {
  const name = 'A\u202Eda\u2066 \u200FL\u0000o\u0085ve\u007F\u009B \uD83D\n\tx'
  const answer = JSON.stringify({ ...record, agentName: name, [`field ${name}`]: 1 })
  for (const text of [
    answer,
    answer.replaceAll(/[^ -~]/g, (c) => `\\u${c.charCodeAt(0).toString(16).padStart(4, '0')}`),
  ]) {
    service.on('extension_detail', (_request, response) => {
      response.end(`{"retCode":"000000","data":${text}}`)
    })
    const { data, warnings } = await api.upstream.getExtension({ ext: '8001' })
    const shown = 'A\uFFFDda\uFFFD \uFFFDL\uFFFDo ve\uFFFD\uFFFD \uFFFD  x'
    expect(data.agentName).toBe(shown)
    expect(warnings).toEqual([
      { code: 'field-changed', detail: 'agentName' },
      { code: 'unknown-fields', detail: `field ${shown}` },
    ])
  }
})

const read = {
  get_timezone: () => api.upstream.getTimeZones({ language: 'en' }),
  extension_language: () => api.upstream.getExtensionLanguage({ ext: '8001' }),
}
const created = { ret_msg: 'Success', items: [], data: {} }

test.each<[string, object, number, string | null]>([
  ['both return codes of a success', { ret_code: '000000', retCode: '000000' }, 200, null],
  ['another return code beside it', { ret_code: '000000', retCode: '000000', both: true }, 200, 'X 310004'],
  [
    'a status that says it failed',
    { ret_code: '000000', retCode: '000000', status: 'Failed' },
    200,
    'Failed',
  ],
  ['a code of 500', { ret_code: '000000', retCode: '000000', code: 500 }, 200, '500'],
  ['HTTP 400', { ret_code: '000000', retCode: '000000' }, 400, 'HTTP 400'],
])('handles a success with %s', async (_what, envelope, status, detail) => {
  for (const [operation, call] of Object.entries(read)) {
    const isV5 = operation === 'get_timezone'
    const other = 'both' in envelope ? { [isV5 ? 'retCode' : 'ret_code']: '310004' } : {}
    service.on(
      isV5 ? 'get_timezone' : 'extension_language',
      respondJson({ ...created, ...envelope, ...other }, status),
    )
    const outcome = await call().then(
      () => 'shown',
      (error: unknown) => error instanceof UpstreamError && `${error.kind} ${error.code}`,
    )
    expect(outcome).toBe(
      detail === null ? 'shown' : `invalid contradiction: ${detail.replace('X', '000000')}`,
    )
  }
  service.on(
    'create_extension',
    respondJson({ ...created, ...envelope, ...('both' in envelope ? { ret_code: '310004' } : {}) }, status),
  )
  const outcome = await api.upstream.createExtension({ ext: '8001' }).then(
    () => 'accepted',
    (error: unknown) =>
      error instanceof UpstreamError && `${error.kind} ${error.code} ${error.definitelyNotApplied}`,
  )
  const sign = detail?.replace('X', '000000')
  expect(outcome).toBe(sign === undefined ? 'accepted' : `invalid contradiction: ${sign} false`)
})

test('leaves a create in doubt when a response has both a refusal and a success', async () => {
  for (const codes of [
    { retCode: '310004', ret_code: '000000' },
    { retCode: '900002', ret_code: '000000' },
    { retCode: {}, code: 200 },
  ]) {
    service.on('create_extension', respondJson(codes))
    await expect(api.upstream.createExtension({ ext: '8001' })).rejects.toMatchObject({
      kind: 'invalid',
      definitelyNotApplied: false,
    })
  }
  service.on('extension_detail', respondJson({ retCode: '310147', ret_code: '000000', data: record }))
  await expect(api.upstream.getExtension({ ext: '8001' })).rejects.toMatchObject({ kind: 'refused' })
  for (const answer of [{ ret_code: '000000' }, { data: record }]) {
    service.on('extension_detail', respondJson({ retCode: '310121', ...answer }))
    await expect(api.upstream.getExtension({ ext: '8001' })).rejects.toMatchObject({ kind: 'invalid' })
  }
})

test.each([
  ['a control character', 'agent\u0000one'],
  ['a line break', 'agent\none'],
  ['a character of writing direction', 'agent\u202eone'],
  ['more characters than are read', 'a'.repeat(1_001)],
])('ignores an agent ID with %s, since another ID could look the same', async (_what, agentUuid) => {
  service.on(
    'extension_detail',
    extensionSuccess({ ...record, agentUuid, currentUsingAgentUuid: 'agent-one' }),
  )
  const { data, warnings } = await api.upstream.getExtension({ ext: '8001' })
  expect(data).toMatchObject({ agentUuid: null, currentUsingAgentUuid: 'agent-one' })
  expect(warnings).toEqual([{ code: 'field-unreadable', detail: 'agentUuid' }])
})

const agent = '9348ee74c2cefd4740db23a3b5bf4a0d'
test('7 detail: warns when the record has another agent, ignoring the case of a UUID', async () => {
  const warningsFor = async (agentUuid: string, agentId: string) => {
    service.on('extension_detail', extensionSuccess({ ...record, agentUuid }))
    return (await api.upstream.getExtension({ ext: '8001', agentId })).warnings
  }
  expect(await warningsFor('0'.repeat(32), agent)).toEqual([{ code: 'row-other', detail: '1' }])
  expect(await warningsFor(agent.toUpperCase(), agent)).toEqual([])
  expect(await warningsFor(agent, '1008')).toEqual([])
})

test.each<[string, object[], boolean]>([
  ['its own and free ones', [{ bindStatus: 1, agentUuid: agent.toUpperCase() }, { bindStatus: 0 }], false],
  [
    'two bound to it',
    [
      { bindStatus: 1, agentUuid: agent },
      { bindStatus: 1, agentUuid: agent },
    ],
    true,
  ],
  ['one bound without an agent', [{ bindStatus: 1 }], true],
])('9 unbound page: warns only of rows that the agent cannot have: %s', async (_what, rows, warned) => {
  const list = rows.map((row, index) => ({ ext: `800${index}`, ...row }))
  service.on('unbound_page', extensionSuccess({ list, total: list.length, currPage: 1, pageSize: 20 }))
  const { warnings } = await api.upstream.getUnboundPage({ agentUuid: agent, page: 1, pageSize: 20 })
  expect(warnings).toEqual(warned ? [{ code: 'row-other', detail: '1' }] : [])
})
