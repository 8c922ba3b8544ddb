import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { sipHashes } from '#sandbox/records.ts'
import { signCompanyToken, signGetToken } from '#upstream/signature.ts'
import {
  agentRecord,
  countryItem,
  extensionRecord,
  languageItem,
  pagedData,
  timeZoneItem,
} from '#upstream/records.ts'
import { extensionEnvelope, v5Envelope } from '#upstream/envelope.ts'
import { defaultProfile } from '#upstream/profile.ts'
import { appId, appKey, openSandbox } from './service.ts'

const service = openSandbox()
const { ask, exts, sandbox } = service
let token = ''
const company = sandbox.store.homeCompanyId
beforeAll(async () => {
  token = await service.token()
})
afterAll(() => sandbox.close())

const data = (body: Record<string, unknown>) => extensionEnvelope.parse(body).data
const list = (body: Record<string, unknown>) =>
  (pagedData.parse(data(body)).list ?? []).map(extensionRecord.parse)

describe('1 get_token', () => {
  const url = (appid: string, createTime: string, key = appKey) =>
    `/api/get_token?appid=${appid}&create_time=${createTime}&sign=${signGetToken(appid, createTime, key, defaultProfile)}`
  test.each([
    ['an unknown app id before a wrong signature', url('unknown', '1569397773'), '900004'],
    ['a wrong key', url(appId, '1569397773', 'wrong'), '900003'],
    ['a create_time in milliseconds', url(appId, '1569397773000'), '900003'],
    ['no signature', `/api/get_token?appid=${appId}&create_time=1569397773`, '900003'],
  ])('refuses %s', async (_name, path, code) => {
    expect((await ask(path)).body).toMatchObject({ ret_code: code })
  })

  test('issues a token for 24 hours, in seconds as text', async () => {
    const { body } = await ask(url(appId, '1569397773'))
    expect(body).toMatchObject({
      ret_code: '000000',
      item: { token: expect.stringMatching(/^[0-9a-f]{32}$/), expires_in: '86400' },
    })
    token = await service.token()
  })

  test('refuses an old create_time with a strict clock', async () => {
    const strict = openSandbox({ strictClock: true })
    expect((await strict.ask(url(appId, '1569397773'))).body).toMatchObject({ ret_code: '900003' })
    strict.sandbox.close()
  })
})

describe('2, 3, 4 reference data', () => {
  test.each([
    ['/api/scrm/5/user/get_timezone', timeZoneItem, Intl.supportedValuesOf('timeZone').length],
    ['/api/scrm/5/user/get_language', languageItem, 19],
    ['/api/scrm/5/user/get_country', countryItem, 250],
  ])('%s is complete in both languages', async (path, item, count) => {
    const names = await Promise.all(
      ['zh', 'en'].map(async (language) => {
        const { body } = await ask(`${path}?language=${language}`, { headers: { token } })
        const sent = v5Envelope.parse(body).items
        const items = (Array.isArray(sent) ? sent : []).map((row: unknown) => item.parse(row))
        expect(items).toHaveLength(count)
        expect(
          items.flatMap((row) => Object.values(row)).every((value) => value !== null && value !== ''),
        ).toBe(true)
        return JSON.stringify(items)
      }),
    )
    expect(names[0]).toMatch(/\p{Script=Han}/u)
    expect(names[1]).not.toMatch(/\p{Script=Han}/u)
  })

  test('lists zones by their current names', async () => {
    const { body } = await ask('/api/scrm/5/user/get_timezone?language=en', { headers: { token } })
    const text = JSON.stringify(body)
    for (const name of ['Asia/Kolkata', 'Europe/Kyiv', 'America/Nuuk']) expect(text).toContain(`"${name}"`)
    for (const name of ['Asia/Calcutta', 'Europe/Kiev', 'America/Godthab']) expect(text).not.toContain(name)
  })

  test('writes labels as the service does', async () => {
    const { body } = await ask('/api/scrm/5/user/get_timezone?language=zh', { headers: { token } })
    expect(body['items']).toContainEqual(
      expect.objectContaining({ timezoneid: 'Asia/Tehran', timezone_value: 'GMT+03:30 伊朗' }),
    )
  })

  test.each([
    ['no token', '/api/scrm/5/user/get_timezone?language=zh', {}, '900001'],
    ['an unknown token', '/api/scrm/5/user/get_timezone?language=zh', { token: 'x'.repeat(32) }, '900002'],
    ['no language', '/api/scrm/5/user/get_timezone', undefined, '400004'],
  ])('refuses %s', async (_name, path, headers, code) => {
    expect((await ask(path, { headers: headers ?? { token } })).body).toMatchObject({ ret_code: code })
  })
})

describe('5 and 10 create', () => {
  const add = (query: Record<string, string>, path = '/api/exts/_add') =>
    exts(`${path}?${new URLSearchParams(query).toString()}`, token, undefined, 'POST')

  test('creates, then refuses the same number', async () => {
    expect(
      (await add({ ext: '0801', password: 'Secret-0801', langCodeTxt: 'G.711 ulaw' })).body,
    ).toMatchObject({ retCode: '000000' })
    expect((await add({ ext: '0801' })).body).toMatchObject({ retCode: '310004' })
    const { body } = await exts('/exts/detail', token, { ext: '0801' })
    const record = extensionRecord.parse(data(body))
    expect(record).toMatchObject({
      ext: '0801',
      password: 'Secret-0801',
      bindStatus: 0,
      langCodeTxt: 'G.711 ulaw',
    })
    expect(record).toMatchObject(sipHashes('0801', record.domain ?? '', 'Secret-0801'))
  })

  test('binds an agent by work number or UUID, once per agent', async () => {
    const agent = sandbox.store.agentWithoutExtension(company)
    expect((await add({ ext: '7001', agentID: agent?.agent_id ?? '', agentType: '0' })).body).toMatchObject({
      retCode: '000000',
    })
    expect(
      list((await exts(`/exts/unbind/page/${agent?.uuid}?currPage=1&pageSize=5`, token)).body)[0],
    ).toMatchObject({ ext: '7001', bindStatus: 1, agentUuid: agent?.uuid, agentName: agent?.agent_name })
    expect((await add({ ext: '7002', agentID: agent?.uuid ?? '', agentType: '1' })).body).toMatchObject({
      retCode: '310122',
    })
    const next = sandbox.store.agentWithoutExtension(company)
    expect((await add({ ext: '7003', agentID: next?.uuid ?? '', agentType: '1' })).body).toMatchObject({
      retCode: '000000',
    })
  })

  test('returns the record from the deprecated operation', async () => {
    const { body } = await add({ ext: '7010' }, '/exts')
    expect(extensionRecord.parse(data(body))).toMatchObject({ ext: '7010', bindStatus: 0 })
  })

  test('picks a number when none is given, and never a sentinel', async () => {
    const picked = async () => extensionRecord.parse(data((await add({ ext: '' }, '/exts')).body)).ext
    expect(await picked()).toBe('9000000')
    expect((await add({ ext: '9899999' })).body).toMatchObject({ retCode: '000000' })
    expect(await picked()).toBe('9000001')
  })

  test('treats empty parameters as missing', async () => {
    const empty = { password: '', agentID: '', agentType: '', langCodeTxt: '', companyId: '' }
    expect((await add({ ext: '7011', ...empty })).body).toMatchObject({ retCode: '000000' })
  })

  test.each([
    ['an unknown agent', { ext: '7100', agentID: 'unknown' }, '310147'],
    ['a number with letters', { ext: '71a' }, '310204'],
    ['a short password', { ext: '7100', password: '123' }, '310204'],
    ['an unknown codec', { ext: '7100', langCodeTxt: 'MP3' }, '310204'],
    ['an agentType of 5', { ext: '7100', agentType: '5' }, '310013'],
    ['another company', { ext: '7100', companyId: 'f'.repeat(32) }, '310123'],
  ])('refuses %s', async (_name, query, code) => {
    expect((await add(query)).body).toMatchObject({ retCode: code })
    expect((await exts('/exts/detail', token, { ext: '7100' })).body).toMatchObject({ retCode: '310121' })
  })
})

describe('6 first idle', () => {
  test('returns an agent without an extension, with the first idle number', async () => {
    const { body } = await exts('/exts/idle/search', token, {})
    const record = agentRecord.parse(data(body))
    const first = list((await exts('/exts/idle/page/search', token, { currPage: 1, pageSize: 1 })).body)[0]
    expect(record.ext).toBe(first?.ext)
    expect(record.phoneTypes?.filter((type) => type.isDefault)).toHaveLength(1)
  })
  test('returns the requested agent, with a number that has the requested prefix', async () => {
    const { agent_uuid: agentUuid = null } = sandbox.store.extension(company, '1000') ?? {}
    const { body } = await exts('/exts/idle/search', token, { agentUuid, ext: '101' })
    expect(agentRecord.parse(data(body))).toMatchObject({
      id: agentUuid,
      ext: expect.stringMatching(/^101/),
    })
    expect((await exts('/exts/idle/search', token, { ext: 'x' })).body).toMatchObject({ retCode: '310013' })
  })
  test('refuses an unknown agent and a body that is not an object', async () => {
    expect((await exts('/exts/idle/search', token, { agentID: 'unknown' })).body).toMatchObject({
      retCode: '310147',
    })
    expect((await exts('/exts/idle/search', token, [])).body).toMatchObject({ retCode: '310013' })
  })
})

describe('7 detail', () => {
  test.each([
    ['unknown number', { ext: '4999' }, '310121'],
    ['no number', {}, '310204'],
    ['an object as number', { ext: {} }, '310013'],
    ['unknown agent', { ext: '1000', agentUuid: 'unknown' }, '310147'],
  ])('refuses %s', async (_name, body, code) => {
    expect((await exts('/exts/detail', token, body)).body).toMatchObject({ retCode: code })
  })

  test('does not find another agent’s number, and returns integers as integers', async () => {
    const own = sandbox.store.extension(company, '1000')?.agent_uuid ?? ''
    const other = sandbox.store.extension(company, '1001')?.agent_uuid ?? ''
    const { body } = await exts('/exts/detail', token, { ext: '1000', agentUuid: own })
    expect(extensionRecord.parse(data(body))).toMatchObject({ agentUuid: own, batchNum: 0 })
    expect((await exts('/exts/detail', token, { ext: '1000', agentUuid: other })).body).toMatchObject({
      retCode: '310121',
    })
  })
})

describe('8 idle page', () => {
  test.each([
    ['no paging', {}, '', '310003'],
    ['text as page', { currPage: 'x', pageSize: 20 }, '', '310013'],
    ['a page of 5,000', { currPage: 1, pageSize: 5000 }, '', '310013'],
    ['an unknown zone', { currPage: 1, pageSize: 20 }, '?timezoneid=Mars/Base', '310204'],
    ['an unknown operator', { currPage: 1, pageSize: 20 }, '?operatorUserId=unknown', '310147'],
    ['another company', { currPage: 1, pageSize: 20 }, '?companyId=other', '310123'],
  ])('refuses %s', async (_name, body, query, code) => {
    expect((await exts(`/exts/idle/page/search${query}`, token, body)).body).toMatchObject({ retCode: code })
  })

  test('lists only numbers that are free, enabled and not in use', async () => {
    const { body } = await exts('/exts/idle/page/search', token, { currPage: 1, pageSize: 500 })
    const rows = list(body)
    expect(rows.length).toBeGreaterThan(100)
    expect(
      rows.every((row) => row.bindStatus === 0 && row.enabled === 1 && row.currentUsingAgentUuid === null),
    ).toBe(true)
  })

  test('returns one success text, but refusal texts in the requested language', async () => {
    const path = '/exts/idle/page/search'
    const paging = { currPage: 1, pageSize: 1 }
    for (const query of ['', '?language=en', '?language=zh'])
      expect((await exts(path + query, token, paging)).body).toMatchObject({ retMsg: 'Success' })
    expect((await exts(`${path}?language=en`, token, {})).body).toMatchObject({
      retMsg: 'Necessary page & entry no. not provided upon query by page',
      kind: 'Error',
    })
    expect((await exts(path, token, {})).body).toMatchObject({ retMsg: '分页查询时未提供必要页数和条数' })
  })

  test('treats an empty optional parameter as missing', async () => {
    const query = '?companyId=&operatorUserId=&tempId=&language=&timezone=&timezoneid='
    const { body } = await exts(`/exts/idle/page/search${query}`, token, {
      ext: '',
      currPage: 1,
      pageSize: 1,
    })
    expect(body).toMatchObject({ retCode: '000000' })
  })
})

test('9 unbound page: lists the agent’s extension, then free numbers, losing none between pages', async () => {
  const { agent_uuid: agentUuid = null } = sandbox.store.extension(company, '1000') ?? {}
  const pages = await Promise.all(
    [1, 2, 3].map(async (page) =>
      list((await exts(`/exts/unbind/page/${agentUuid}?currPage=${page}&pageSize=7`, token)).body),
    ),
  )
  const numbers = pages.flat().map((row) => row.ext)
  expect(numbers[0]).toBe('1000')
  expect(new Set(numbers).size).toBe(21)
  expect(
    pages
      .flat()
      .slice(1)
      .every((row) => row.bindStatus === 0),
  ).toBe(true)
  expect((await exts('/exts/unbind/page/unknown?currPage=1&pageSize=7', token)).body).toMatchObject({
    retCode: '310147',
  })
  expect((await exts(`/exts/unbind/page/${agentUuid}`, token)).body).toMatchObject({ retCode: '310003' })
})

test('11 language: returns its two fields and refuses an unknown number', async () => {
  expect(data((await exts('/exts/1000/language', token)).body)).toEqual({
    langCode: '1',
    langCodeTxt: 'Opus',
  })
  expect((await exts('/exts/4999/language', token)).body).toMatchObject({ retCode: '310121' })
})

test('12 suggestions: pages through the matches and refuses a missing token and bad paging', async () => {
  const headers = { authorization: `Bearer ${token}` }
  expect(
    (await ask('/api/5/user/query_suggest?keyword=100&page_no=2&page_size=4', { headers })).body,
  ).toMatchObject({
    ret_code: '000000',
    page_no: 2,
    total_count: expect.any(Number),
    items: [{ key: '1004' }, { key: '1005' }, { key: '1006' }, { key: '1007' }],
  })
  expect((await ask('/api/5/user/query_suggest?keyword=技术', { headers })).body['items']).toContainEqual({
    key: '技术支持中心',
  })
  expect((await ask('/api/5/user/query_suggest?keyword=100%25', { headers })).body).toMatchObject({
    total_count: 0,
  })
  expect((await ask('/api/5/user/query_suggest?keyword=1')).body).toMatchObject({ ret_code: '900001' })
  for (const paging of ['page_no=1.5', 'page_size=1e400', 'page_no=0', 'page_size=-1', 'page_no=x'])
    expect((await ask(`/api/5/user/query_suggest?keyword=1&${paging}`, { headers })).body).toMatchObject({
      ret_code: '500025',
    })
  expect(
    (await ask('/api/5/user/query_suggest?keyword=1&page_no=&page_size=', { headers })).body,
  ).toMatchObject({ page_no: 1, page_size: 15 })
})

test('8, 9 and 12: accept only one spelling of a whole number', async () => {
  const { agent_uuid: agentUuid = null } = sandbox.store.extension(company, '1000') ?? {}
  const headers = { authorization: `Bearer ${token}` }
  const codesOf = async (number: string) => {
    const value = encodeURIComponent(number)
    const [idle, unbound, suggest] = await Promise.all([
      exts('/exts/idle/page/search', token, { currPage: number, pageSize: 5 }),
      exts(`/exts/unbind/page/${agentUuid}?currPage=1&pageSize=${value}`, token),
      ask(`/api/5/user/query_suggest?keyword=1&page_no=${value}`, { headers }),
    ])
    return [idle.body['retCode'], unbound.body['retCode'], suggest.body['ret_code']]
  }
  for (const number of ['1', '20']) expect(await codesOf(number)).toEqual(['000000', '000000', '000000'])
  for (const number of ['01', '+1', ' 1', '1.0', '1e1', '0', '-1', '0x1', '١', '1000000000'])
    expect([number, await codesOf(number)]).toEqual([number, ['310013', '310013', '500025']])
  for (const currPage of [1.5, 0, 1e21, true])
    expect((await exts('/exts/idle/page/search', token, { currPage, pageSize: 5 })).body).toMatchObject({
      retCode: '310013',
    })
})

test('answers 401 on the extension service unless either header has a valid credential', async () => {
  expect(await exts('/exts/1000/language', 'wrong')).toMatchObject({
    status: 401,
    body: { retCode: '392001' },
  })
  expect(await ask('/exts/1000/language', { headers: { token } })).toMatchObject({ status: 200 })
  for (const scheme of ['bearer', 'BEARER'])
    expect(
      await ask('/exts/1000/language', { headers: { authorization: `${scheme} ${token}` } }),
    ).toMatchObject({ status: 200 })
})

test('issues a company token by the rules of the voice service', async () => {
  const currentTime = '1627462929415'
  const body = {
    responseType: 'token',
    appId,
    currentTime,
    sign: signCompanyToken(appId, currentTime, appKey, defaultProfile),
  }
  const answer = await ask('/tokens/company', { method: 'POST', body: JSON.stringify(body) })
  expect(answer.body).toMatchObject({ response_type: 'token', expires_in: 86_400_000 })
  const companyToken = String(answer.body['access_token'])
  expect(await exts('/exts/1000/language', companyToken)).toMatchObject({ status: 200 })
  // Only the extension service accepts a company token.
  expect(
    (await ask('/api/scrm/5/user/get_language?language=en', { headers: { token: companyToken } })).body,
  ).toMatchObject({ ret_code: '900002' })
  expect(
    (await ask('/tokens/company', { method: 'POST', body: JSON.stringify({ ...body, sign: 'x' }) })).body,
  ).toMatchObject({ retCode: '900003' })
})

test('accepts double slashes and answers unknown paths with a JSON 404', async () => {
  expect(
    (await ask('//api//scrm/5/user/get_language?language=en', { headers: { token } })).body,
  ).toMatchObject({ ret_code: '000000' })
  expect(await ask('/exts/1000')).toMatchObject({ status: 404 })
})
