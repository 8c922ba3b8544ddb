import { once } from 'node:events'
import { createServer } from 'node:http'
import { createServer as createTlsServer } from 'node:https'
import { afterEach, expect, test } from 'vitest'
import { checkService, type CheckStep } from '#upstream/check/check.ts'
import type { CheckInput, CheckOptions } from '#upstream/check/probe.ts'
import { profileSchema, defaultProfile } from '#upstream/profile.ts'
import { homeCompany } from '#sandbox/seed.ts'
import { createSandbox, type SandboxOptions } from '#sandbox/sandbox.ts'
import * as z from 'zod'
import { selfSigned } from '../hostile/certificate.ts'
import { otherService } from './other-service.ts'
import { extensionSuccess, respondJson, startService, v5Success, type Behavior } from './service.ts'

const appKey = 'the-app-key-of-the-check'
const idleBody = z.object({
  company: z.string().optional(),
  ext: z.string().optional(),
  currPage: z.number(),
  pageSize: z.number(),
})
const ends: (() => Promise<void> | void)[] = []
afterEach(async () => {
  for (const end of ends.splice(0)) await end()
})

async function startSandbox(
  profile: z.input<typeof profileSchema> = {},
  changes: Partial<SandboxOptions> = {},
) {
  const sandbox = createSandbox({
    file: null,
    appId: 'app',
    appKey,
    extensions: 300,
    profile: profileSchema.parse(profile),
    ...changes,
  })
  const { url, close } = await sandbox.listen(0, '127.0.0.1')
  ends.push(close, () => sandbox.close())
  return { sandbox, url }
}

const inputOf = (input: Partial<CheckInput> & { url: string }): CheckInput => ({
  profile: defaultProfile,
  extensionsUrl: input.url,
  appId: 'app',
  appKey,
  companyId: null,
  authorization: null,
  ...input,
})

/** Checks a service as fast as it answers. */
async function check(input: Partial<CheckInput> & { url: string }, options: CheckOptions = {}) {
  const running = checkService(inputOf(input), { requestsPerSecond: Infinity, ...options })
  const steps: CheckStep[] = []
  for (;;) {
    const { done, value } = await running.next()
    if (done === true) return { steps, ...value }
    steps.push(value)
  }
}

const brief = ({ steps }: Awaited<ReturnType<typeof check>>) =>
  steps
    .filter(({ result }) => result === 'fail')
    .map(({ id, finding, at, changes }) => ({
      id,
      finding,
      at,
      changes: changes.map(({ key, to }) => [key, to]),
    }))

test('finds nothing wrong with a service as specified, and shows five of its numbers', async () => {
  const { url, sandbox } = await startSandbox()
  const { steps, numbers, proposed } = await check({ url })
  expect(steps.filter(({ result }) => result !== 'pass')).toEqual([
    expect.objectContaining({ id: 'creates', result: 'skipped', finding: 'not-checked' }),
  ])
  expect(proposed).toEqual(defaultProfile)
  expect(numbers.map(({ state }) => state)).toEqual(['free', 'free', 'free', 'free', 'bound'])
  expect(numbers.every(({ ext }) => sandbox.store.extension(homeCompany.id, ext) !== null)).toBe(true)
  expect(numbers.at(-1)?.agentName).not.toBeNull()
  expect(sandbox.calls('create_extension') + sandbox.calls('create_extension_legacy')).toBe(0)
  // One without parameters, one with.
  expect(sandbox.calls('get_token')).toBe(2)
})

/** A service as specified that checks no token. @param firstPage of its idle list */
async function startPlain(exts: readonly string[], firstPage = 1) {
  const service = await startService()
  ends.push(() => service.close())
  const rows = exts.map((ext) => ({ ext, bindStatus: 0 }))
  service.on('get_timezone', v5Success({ items: [{ timezoneid: 'Asia/Shanghai' }] }))
  service.on('search_idle_page', (request, response) => {
    const { currPage, pageSize, ext = '' } = idleBody.parse(JSON.parse(request.body))
    const idle = rows.filter((row) => row.ext.startsWith(ext))
    const page = currPage - firstPage
    const list = page < 0 ? [] : idle.slice(page * pageSize, (page + 1) * pageSize)
    void extensionSuccess({ list, pageSize, total: idle.length })(request, response)
  })
  service.on('extension_detail', (request, response) => {
    const { ext } = idleBody.partial().parse(JSON.parse(request.body))
    const row = rows.find((each) => each.ext === ext)
    void (row === undefined ? respondJson({ retCode: '310121' }) : extensionSuccess(row))(request, response)
  })
  service.on('search_idle', extensionSuccess({ agentID: '1001', id: 'a'.repeat(32) }))
  service.on('unbound_page', (request, response) => {
    const [currPage = 0, pageSize = 0] = ['currPage', 'pageSize'].map((name) =>
      Number(request.query.get(name)),
    )
    const list = currPage === 1 ? rows : []
    return extensionSuccess({ list, currPage, pageSize, total: rows.length })(request, response)
  })
  service.on('query_suggest', v5Success({ items: [] }))
  service.on('extension_language', extensionSuccess({ langCode: 'zh' }))
  return service
}

test('takes operation 9 to differ as operation 8 does, where no agent is found to ask for', async () => {
  const exts = Array.from({ length: 12 }, (_, n) => String(8001 + n))
  const service = await startPlain(exts, 0)
  service.on('search_idle', extensionSuccess(null))
  const { steps, proposals } = await check({ url: service.url })
  expect(steps.find(({ id }) => id === 'unbound-page')).toMatchObject({ finding: 'as-idle-page' })
  expect(proposals.map(({ key, to }) => [key, to])).toEqual([
    ['operations.idlePage.firstPage', 0],
    ['operations.unboundPage.firstPage', 0],
  ])
  expect(service.count('unbound_page')).toBe(0)
})

test('warns of nothing that every plain service does: one number, which is free, and no check of tokens', async () => {
  const service = await startPlain(['8001'])
  const { steps } = await check({ url: service.url })
  expect(
    steps.flatMap(({ id, result, finding }) => (result === 'pass' ? [] : [[id, result, finding]])),
  ).toEqual([
    ['search', 'skipped', 'too-few-rows'],
    ['bound-number', 'skipped', 'no-bound-number'],
    ['creates', 'skipped', 'not-checked'],
  ])
  expect(steps.find(({ id }) => id === 'refused-token')).toMatchObject({ finding: 'token-not-checked' })
})

test('shows what was sent and answered without a secret', async () => {
  const { url, sandbox } = await startSandbox()
  const { steps, numbers } = await check({ url })
  const shown = JSON.stringify([steps, numbers])
  const token = sandbox.store.issueToken('v5', homeCompany.id).token
  expect(shown).toContain(`•••(${token.length})`)
  expect(shown).not.toContain(appKey)
  const row = sandbox.store.extension(homeCompany.id, numbers[0]?.ext ?? '')
  const password = row === null ? '' : sandbox.store.passwordOf(row)
  expect(password).not.toBe('')
  expect(shown).not.toContain(password)
  const exchanges = steps.flatMap((step) => step.exchanges)
  for (const { answer } of exchanges) expect(answer?.length ?? 0).toBeLessThanOrEqual(300)
  expect(exchanges.find(({ operation }) => operation === 'extension_detail')?.answer).toContain(
    '"ext":"1004"',
  )
  for (const name of ['sign', 'authorization', 'token'])
    for (const { query, headers } of exchanges)
      expect(query[name] ?? headers[name] ?? '•••').toMatch(/•••|^(Bearer )?0+$/)
})

const closedPort = 'http://127.0.0.1:1'
const lowerThan = (url: string) => ({ url: `${url}/no/such/path` })

test.each<[string, z.input<typeof profileSchema>, (url: string) => Partial<CheckInput>, object]>([
  [
    'another app key',
    {},
    () => ({ appKey: 'another key' }),
    { id: 'token', finding: 'key-refused', at: 'UPSTREAM_APP_KEY' },
  ],
  [
    'another app id',
    {},
    () => ({ appId: 'other' }),
    { id: 'token', finding: 'app-id-refused', at: 'UPSTREAM_APP_ID' },
  ],
  [
    'a host where nothing listens',
    {},
    () => ({ url: closedPort }),
    { id: 'address', finding: 'no-connection', at: 'UPSTREAM_URL' },
  ],
  ['another path', {}, lowerThan, { id: 'address', finding: 'not-offered', at: 'UPSTREAM_URL' }],
  [
    'another path of the extension service',
    {},
    (url) => ({ extensionsUrl: `${url}/no/such/path` }),
    { id: 'extensions-address', finding: 'not-offered', at: 'UPSTREAM_EXTENSIONS_URL' },
  ],
  [
    'another company',
    {},
    () => ({ companyId: 'another' }),
    { id: 'company', finding: 'company-refused', at: 'UPSTREAM_COMPANY_ID' },
  ],
  [
    'an authentication that cannot be found',
    { auth: { credential: 'fixed' } },
    () => ({}),
    { id: 'authentication', finding: 'extensions-auth', at: 'auth.credential' },
  ],
])('names %s', async (_what, profile, input, expected) => {
  const { url } = await startSandbox(profile, { authorization: 'value of the operator' })
  const checked = await check({ url, extensionsUrl: url, ...input(url) })
  expect(brief(checked)).toEqual([{ changes: [], ...expected }])
  expect(checked.proposed).toEqual(defaultProfile)
})

test('names an address where something else answers', async () => {
  const service = await startService()
  ends.push(() => service.close())
  service.on('get_token', (_request, response) => void response.end('<title>Welcome</title>'))
  expect(brief(await check({ url: service.url }))).toEqual([
    { id: 'token', finding: 'not-json', at: 'UPSTREAM_URL', changes: [] },
  ])
})

test.each([8, 60])('names a clock that differs by %i minutes', async (minutes) => {
  const { url } = await startSandbox({}, { strictClock: true })
  const checked = await check({ url }, { now: () => Date.now() - minutes * 60_000 })
  expect(checked.steps.find(({ id }) => id === 'clock')).toMatchObject({
    result: 'warn',
    finding: 'clock-apart',
  })
  expect(brief(checked)).toEqual([{ id: 'token', finding: 'clock', at: 'clock', changes: [] }])
})

test('names a certificate that is not trusted, and whose it is', async () => {
  const until = Date.now() + 86_400_000
  const certificate = selfSigned('127.0.0.1', { from: Date.now() - 86_400_000, until })
  const server = createTlsServer(certificate, (_request, response) => response.end('{}'))
  await once(server.listen(0, '127.0.0.1'), 'listening')
  ends.push(() => {
    server.closeAllConnections()
    server.close()
  })
  const address = server.address()
  const url = `https://127.0.0.1:${typeof address === 'object' ? address?.port : ''}`
  const untrusted = await check({ url })
  expect(brief(untrusted)).toMatchObject([{ id: 'address', finding: 'certificate', at: 'UPSTREAM_CA_FILE' }])
  const whose = { subject: '127.0.0.1', until: `${new Date(until).toISOString().slice(0, 19)}.000Z` }
  expect(untrusted.steps[0]?.params).toMatchObject({ code: 'certificate untrusted', ...whose })
  const trusted = await check({ url, network: { ca: certificate.cert } })
  expect(trusted.steps[0]).toMatchObject({
    result: 'pass',
    finding: 'answers-tls',
    params: { ...whose, tls: 'TLSv1.3' },
  })
})

test('names a proxy that refuses', async () => {
  const proxy = createServer().on('connect', (_asked, socket) => socket.end('HTTP/1.1 407 No\r\n\r\n'))
  await once(proxy.listen(0, '127.0.0.1'), 'listening')
  ends.push(() => void proxy.close())
  const address = proxy.address()
  const httpsProxy = `http://127.0.0.1:${typeof address === 'object' ? address?.port : ''}`
  expect(brief(await check({ url: 'https://service.test', network: { httpsProxy } }))).toEqual([
    { id: 'address', finding: 'proxy-refused', at: 'HTTPS_PROXY', changes: [] },
  ])
})

test.each<[string, z.input<typeof profileSchema>, object[]]>([
  [
    'the case and unit of the signature',
    { token: { signCase: 'upper', createTime: 'ms' } },
    [
      {
        id: 'token',
        finding: 'signed-otherwise',
        at: 'token.signCase',
        changes: [
          ['token.signCase', 'upper'],
          ['token.createTime', 'ms'],
        ],
      },
    ],
  ],
  [
    'the authentication',
    { auth: { header: 'token', prefix: '' } },
    [
      {
        id: 'authentication',
        finding: 'other-authentication',
        at: 'auth.header',
        changes: [
          ['auth.header', 'token'],
          ['auth.prefix', ''],
        ],
      },
    ],
  ],
  [
    'the codes of success',
    { envelopes: { v5: { success: ['200'] }, extensions: { success: ['1'] } } },
    [
      {
        id: 'token',
        finding: 'success-code',
        at: 'envelopes.v5.success',
        changes: [['envelopes.v5.success', ['200']]],
      },
      {
        id: 'authentication',
        finding: 'success-code',
        at: 'envelopes.extensions.success',
        changes: [['envelopes.extensions.success', ['1']]],
      },
    ],
  ],
  [
    'the success without a code',
    { envelopes: { extensions: { withoutCode: 'status' } } },
    [
      {
        id: 'authentication',
        finding: 'success-code',
        at: 'envelopes.extensions.withoutCode',
        changes: [['envelopes.extensions.withoutCode', 'status']],
      },
    ],
  ],
  [
    'the names of paging',
    { operations: { idlePage: { names: { page: 'pageNum', search: 'keyword' }, in: 'query' } } },
    [
      {
        id: 'idle-page',
        finding: 'other-names',
        at: 'operations.idlePage.names.page',
        changes: [
          ['operations.idlePage.names.page', 'pageNum'],
          ['operations.idlePage.in', 'query'],
        ],
      },
      {
        id: 'search',
        finding: 'search-ignored',
        at: 'operations.idlePage.names.search',
        changes: [['operations.idlePage.names.search', 'keyword']],
      },
    ],
  ],
  [
    'the first page, and the largest',
    { operations: { idlePage: { firstPage: 0, maxSize: 50 } } },
    [
      {
        id: 'first-page',
        finding: 'first-page',
        at: 'operations.idlePage.firstPage',
        changes: [['operations.idlePage.firstPage', 0]],
      },
      {
        id: 'page-size',
        finding: 'smaller-pages',
        at: 'operations.idlePage.maxSize',
        changes: [['operations.idlePage.maxSize', 50]],
      },
    ],
  ],
  [
    'the answers for absent and bound numbers and refused tokens',
    {
      codes: { notFound: ['404001'] },
      records: { bindStatus: { free: ['N'], bound: ['Y'] } },
      token: { invalid: [{ code: '401001' }] },
    },
    [
      {
        id: 'refused-token',
        finding: 'token-refusal-unknown',
        at: 'token.invalid',
        changes: [['token.invalid', [...defaultProfile.token.invalid, { code: '401001' }]]],
      },
      {
        id: 'detail',
        finding: 'binding-unknown',
        at: 'records.bindStatus.free',
        changes: [['records.bindStatus.free', ['N']]],
      },
      {
        id: 'absent-number',
        finding: 'not-found-code',
        at: 'codes.notFound',
        changes: [['codes.notFound', [...defaultProfile.codes.notFound, '404001']]],
      },
      {
        id: 'bound-number',
        finding: 'binding-unknown',
        at: 'records.bindStatus.bound',
        changes: [['records.bindStatus.bound', ['Y']]],
      },
    ],
  ],
])('proposes %s', async (_what, profile, expected) => {
  const { url } = await startSandbox(profile)
  expect(brief(await check({ url }))).toEqual(expected)
})

test('connects a very different service by one check and its proposals', async () => {
  const { url, sandbox } = await startSandbox({
    ...otherService,
    companyId: { ...otherService.companyId, in: ['body'] },
  })
  const { proposed: profile, steps, proposals } = await check({ url })
  expect(steps.flatMap(({ exchanges }) => exchanges).length).toBeLessThanOrEqual(120)
  for (const { evidence } of proposals) expect(evidence.value).not.toBe('')
  const last = await check({ url, profile })
  expect(last.proposals).toEqual([])
  expect(last.steps.filter(({ result }) => result !== 'pass').map(({ id }) => id)).toEqual(['creates'])
  expect(profile.operations.idlePage).toEqual({
    names: { page: 'page', size: 'size', search: 'keyword' },
    in: 'query',
    firstPage: 0,
    maxSize: 20,
    list: 'data.list',
    sorted: false,
  })
  expect(sandbox.calls('create_extension')).toBe(0)
})

test('uses a token that works, and gets no other', async () => {
  const { url, sandbox } = await startSandbox()
  const { token } = sandbox.store.issueToken('v5', homeCompany.id)
  const { steps } = await check({ url, token })
  expect(steps.find(({ id }) => id === 'token')).toMatchObject({ result: 'pass', finding: 'token-in-use' })
  expect(brief({ steps, numbers: [], proposed: defaultProfile, proposals: [] })).toEqual([])
  expect(sandbox.store.companyOfToken(token, ['v5'])).toBe(homeCompany.id)
  expect(JSON.stringify(steps)).not.toContain(token)
  const other = await check({ url, token: 'a token that the service never issued' })
  expect(other.steps.find(({ id }) => id === 'token')).toMatchObject({
    result: 'pass',
    finding: 'token-issued',
  })
})

test('stops when it is cancelled', async () => {
  const { url, sandbox } = await startSandbox()
  const cancelled = new AbortController()
  const running = checkService(inputOf({ url }), { requestsPerSecond: Infinity, signal: cancelled.signal })
  await running.next()
  cancelled.abort(new Error('the page was closed'))
  await expect(running.next()).rejects.toThrow('the page was closed')
  expect(sandbox.calls('search_idle_page')).toBe(0)
})

test('shows no secret that the service repeats', async () => {
  const service = await startService()
  ends.push(() => service.close())
  const repeating: Behavior = (request, response) => {
    const ret_msg = `${request.query.toString()} ${JSON.stringify(request.headers)}`
    return respondJson({ ret_code: '400004', retCode: '310204', ret_msg })(request, response)
  }
  for (const operation of ['get_timezone', 'search_idle_page', 'query_suggest'] as const)
    service.on(operation, repeating)
  const { steps } = await check({ url: service.url })
  const shown = JSON.stringify(steps)
  expect(shown).toContain('310204')
  expect(shown).toContain('•••')
  expect(shown).not.toContain(service.token())
  service.on('get_token', repeating)
  const refused = await check({ url: service.url })
  const sign = service.seen.findLast(({ operation }) => operation === 'get_token')?.query.get('sign') ?? ''
  expect(sign).toHaveLength(32)
  expect(JSON.stringify(refused.steps)).not.toContain(sign)
})

test('finds where the company is demanded', async () => {
  const service = await startService()
  ends.push(() => service.close())
  service.on('get_timezone', v5Success({ items: [{ timezoneid: 'Asia/Shanghai' }] }))
  const rows = Array.from({ length: 30 }, (_, n) => ({ ext: String(1001 + n), bindStatus: 0 }))
  service.on(
    'search_idle_page',
    service.withToken((request, response) => {
      const { company, currPage, pageSize } = idleBody.parse(JSON.parse(request.body))
      const start = (currPage - 1) * pageSize
      const page = { list: rows.slice(start, start + pageSize), currPage, pageSize, total: rows.length }
      return (company === 'ours' ? extensionSuccess(page) : respondJson({ retCode: '310123' }))(
        request,
        response,
      )
    }),
  )
  const profile = profileSchema.parse({ companyId: { name: 'company' } })
  const { steps } = await check({ url: service.url, companyId: 'ours', profile })
  expect(steps.find(({ id }) => id === 'company')).toMatchObject({
    result: 'fail',
    finding: 'company-elsewhere',
    changes: [{ key: 'companyId.in', from: ['query', 'header'], to: ['body'] }],
  })
  expect(steps.find(({ id }) => id === 'idle-page')).toMatchObject({ result: 'pass', params: { total: 30 } })
  const without = await check({ url: service.url, profile })
  expect(without.steps.find(({ id }) => id === 'company')).toMatchObject({
    finding: 'company-needed',
    at: 'UPSTREAM_COMPANY_ID',
  })
})

test('proposes the company token where the extension service takes only this one', async () => {
  const service = await startService()
  ends.push(() => service.close())
  service.on('get_timezone', service.withToken(v5Success({ items: [{ timezoneid: 'Asia/Shanghai' }] })))
  service.on('/tokens/company', respondJson({ access_token: 'token-of-the-company', expires_in: 86_400_000 }))
  service.on('search_idle_page', (request, response) =>
    (request.headers.authorization === 'Bearer token-of-the-company'
      ? extensionSuccess({ list: [], total: 0 })
      : respondJson({ code: 401 }, 401))(request, response),
  )
  const { steps } = await check({ url: service.url })
  expect(steps.find(({ id }) => id === 'authentication')).toMatchObject({
    result: 'fail',
    finding: 'other-authentication',
    changes: [{ key: 'auth.credential', from: 'v5', to: 'company' }],
  })
  expect(service.count('/tokens/company')).toBe(1)
  expect(JSON.stringify(steps)).not.toContain('token-of-the-company')
})
