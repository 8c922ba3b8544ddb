import { expect, test } from 'vitest'
import { extensionSuccess, respondJson } from '../../upstream/service.ts'
import { openBff } from '../bff.ts'
import { openBffBeforeService } from '../bff-before-service.ts'

const { service, bff } = await openBffBeforeService()

const reveal = () => bff.requestAs('admin', '/api/extensions/8001/secret', { reason: 'ticket 4711' })
const record = (password: unknown) => ({ ext: '8001', password })
const create = (password: string) =>
  bff.requestAs(
    'admin',
    '/api/extensions',
    { ext: '8100', password },
    { 'idempotency-key': `a-key-of-a-creation-${encodeURIComponent(password).replaceAll('%', '')}` },
  )

test.each([
  'ab cd-8001',
  ' abcd-8001 ',
  'ab  cd+8001',
  '密码-8001',
  'first\nsecond\t',
  'ab\u202ecd-8001',
  'x'.repeat(1_200),
])('reveals the password %j as the service sent it', async (password) => {
  service.on('extension_detail', extensionSuccess(record(password)))
  expect((await reveal()).body).toEqual({ password })
})

test.each([[['Secret-of-8001']], 1.5])(
  'does not reveal the password %j, which is not a text',
  async (password) => {
    service.on('extension_detail', extensionSuccess(record(password)))
    const answer = await reveal()
    expect([answer.status, answer.body['code']]).toEqual([502, 'upstream-invalid'])
    service.on('extension_detail', extensionSuccess(record(12_345_678)))
    expect((await reveal()).body).toEqual({ password: '12345678' })
  },
)

test('never reveals a password from a contradicted success', async () => {
  service.on(
    'extension_detail',
    respondJson({ status: 'Fail', code: 500, retCode: '000000', data: record('Secret-of-8001') }),
  )
  expect((await reveal()).body).toMatchObject({ code: 'upstream-invalid' })
  service.on('extension_detail', extensionSuccess(record('Secret-of-8001')))
  expect((await reveal()).body).toEqual({ password: 'Secret-of-8001' })
})

test('removes the password of a create from the message of its refusal, also as the URL spells it', async () => {
  service.on('extension_detail', respondJson({ retCode: '310121', retMsg: 'not found' }))
  service.on('create_extension', ({ query }, response) => {
    const retMsg = `no ${query.get('password')} in /api/exts/_add?${query.toString()}`
    response.end(JSON.stringify({ retCode: '310999', retMsg }))
  })
  const { body, text } = await create('Sent+to/8100=&')
  expect(body).toMatchObject({
    code: 'upstream-refused',
    upstream: { message: 'no ••• in /api/exts/_add?ext=8100&password=•••' },
  })
  expect(text).not.toContain('Sent')
})

test('shows records unchanged after a create with a password equal to their number, domain and name', async () => {
  service.on('extension_detail', respondJson({ retCode: '310121', retMsg: 'not found' }))
  service.on('create_extension', extensionSuccess(null))
  await create('10086009')
  const record = {
    ext: '10086009',
    id: '10086009',
    domain: '10086009',
    agentUuid: '10086009',
    agentName: '客服10086009',
  }
  const sent = { ...record, password: '10086009' }
  service.on('extension_detail', extensionSuccess(sent))
  service.on('search_idle_page', extensionSuccess({ list: [sent], currPage: 1, pageSize: 20, total: 1 }))
  expect((await bff.requestAs('admin', '/api/extensions/10086009')).body).toMatchObject({
    extension: { ...record, secretsHeld: ['password'] },
  })
  expect((await bff.requestAs('admin', '/api/extensions/idle')).body).toMatchObject({
    items: [record],
    warnings: [],
  })
  await expect
    .poll(async () => (await bff.requestAs('admin', '/api/numbers?search=10086009')).body)
    .toMatchObject({ items: [{ ext: '10086009', domain: '10086009', agentName: '客服10086009' }] })
})

test('keeps every domain after a create in the sandbox whose password is the domain', async () => {
  const real = await openBff()
  const domainsOf = async () => {
    const { body } = await real.requestAs('admin', '/api/extensions/idle?pageSize=1000')
    return Array.isArray(body['items']) ? body['items'].map(({ domain }: { domain: string }) => domain) : []
  }
  const before = await domainsOf()
  const domain = before[0] ?? ''
  expect(domain).toMatch(/^[\x21-\x7e]{8,64}$/)
  const created = await real.requestAs(
    'admin',
    '/api/extensions',
    { ext: '88001', password: domain },
    { 'idempotency-key': 'a-key-for-a-password-that-is-a-domain' },
  )
  expect(created.status).toBe(200)
  expect(new Set(await domainsOf())).toEqual(new Set(before))
  await real.close()
})
