import { expect, test } from 'vitest'
import { extensionSuccess, respondJson, startService, v5Success } from '../../upstream/service.ts'
import { openBff } from '../bff.ts'
import { openBffBeforeService } from '../bff-before-service.ts'

const { service, bff } = await openBffBeforeService()

const reveal = () => bff.requestAs('admin', '/api/extensions/8001/secret', { reason: 'ticket 4711' })
const record = (password: unknown) => ({ ext: '8001', password })

test.each<[string, unknown, string]>([
  ['characters that change the direction of writing', 'ab\u202ecd-8001', 'password-unprintable'],
  ['control characters', 'ab\u0000cd-8001', 'password-unprintable'],
  ['a line break', 'ab\ncd-8001', 'password-unprintable'],
  ['a tab at its end', 'abcd-8001\t', 'password-unprintable'],
  ['a line separator', 'ab\u2028cd-8001', 'password-unprintable'],
  ['more characters than are read', 'x'.repeat(1_200), 'password-unprintable'],
  ['a value that is no text', ['Secret-of-8001'], 'upstream-invalid'],
])('reveals no password with %s', async (_what, password, code) => {
  service.on('extension_detail', extensionSuccess(record(password)))
  const answer = await reveal()
  expect([answer.status, answer.body['code']]).toEqual([502, code])
  expect(answer.body).not.toHaveProperty('password')
})

test.each(['ab cd-8001', ' abcd-8001 ', 'ab  cd+8001', '密码-8001'])(
  'reveals the password %j as the service sent it',
  async (password) => {
    service.on('extension_detail', extensionSuccess(record(password)))
    expect((await reveal()).body).toEqual({ password })
  },
)

test('redacts a password with a line break from other fields of the response', async () => {
  const password = 'first-part\nsecond'
  service.on('extension_detail', extensionSuccess({ ...record(password), agentName: `Ada ${password}` }))
  const { text, body } = await bff.requestAs('admin', '/api/extensions/8001')
  expect(body).toMatchObject({ extension: { agentName: 'Ada •••' } })
  expect(text).not.toContain('second')
})

test('rejects a token whose redaction would change ordinary data, and redacts nothing', async () => {
  const own = await startService()
  own.on('get_token', v5Success({ item: { token: '8001800180018001', expires_in: '86400' } }))
  own.on('extension_detail', extensionSuccess({ ext: '8001', agentName: 'Desk 8001800180018001' }))
  const other = await openBff({ serviceUrl: own.url })
  try {
    expect((await other.requestAs('admin', '/api/extensions/8001')).body).toMatchObject({
      code: 'upstream-invalid',
      upstream: { operation: 'get_token', code: 'unusable token' },
    })
  } finally {
    await other.close()
    await own.close()
  }
})

test.each([
  ['13800138000', '13800138000'],
  ['contactcenter', 'contactcenter'],
  ['Sent-to-8100', '•••'],
])('shows the sent password %j as %j in later responses', async (password, shown) => {
  service.on('extension_detail', respondJson({ retCode: '310005', retMsg: 'not found' }))
  service.on('create_extension', respondJson({ retCode: '310999', retMsg: `no ${password}` }))
  const created = await bff.requestAs(
    'admin',
    '/api/extensions',
    { ext: '8100', password },
    { 'idempotency-key': `a-key-of-a-creation-${password}` },
  )
  expect(created.body).toMatchObject({ code: 'upstream-refused', upstream: { message: 'no •••' } })
  service.on('extension_detail', extensionSuccess({ ext: '8002', agentName: password }))
  expect((await bff.requestAs('admin', '/api/extensions/8002')).body).toMatchObject({
    extension: { agentName: shown },
  })
})

test('never reveals the token or a password from a contradicted success', async () => {
  service.on('extension_detail', (request, response) =>
    extensionSuccess(record(service.token()))(request, response),
  )
  expect((await reveal()).body).toMatchObject({ code: 'upstream-invalid' })
  service.on(
    'extension_detail',
    respondJson({ status: 'Fail', code: 500, retCode: '000000', data: record('Secret-of-8001') }),
  )
  expect((await reveal()).body).toMatchObject({ code: 'upstream-invalid' })
  service.on('extension_detail', extensionSuccess(record('Secret-of-8001')))
  expect((await reveal()).body).toEqual({ password: 'Secret-of-8001' })
})

test.each(['1.50', '1e5', '-0', '-12345678'])(
  'does not reveal a password sent as the number %s, which has more than one text form',
  async (password) => {
    service.on('extension_detail', (_request, response) => {
      response.end(`{"retCode":"000000","data":{"ext":"8001","password" : ${password}}}`)
    })
    expect((await reveal()).body).toMatchObject({ code: 'upstream-invalid' })
    service.on('extension_detail', extensionSuccess(record(12_345_678)))
    expect((await reveal()).body).toEqual({ password: '12345678' })
  },
)

test.each(['password', 'ha1', 'ha1b'])(
  'redacts the %s of one number from later responses about other numbers',
  async (name) => {
    const secret = name === 'password' ? 'Received-8001' : `${name.length}`.repeat(32)
    service.on('extension_detail', extensionSuccess({ ext: '8001', [name]: secret }))
    await bff.requestAs('admin', '/api/extensions/8001')
    service.on(
      'extension_detail',
      extensionSuccess({ ext: '8002', [name]: secret, agentName: `see ${secret}` }),
    )
    const { text, body } = await bff.requestAs('admin', '/api/extensions/8002')
    expect(body).toMatchObject({ extension: { agentName: 'see •••', secretsHeld: [name] } })
    expect(text).not.toContain(secret)
    service.on('search_idle_page', extensionSuccess({ list: [{ ext: '8003', domain: secret }], total: 1 }))
    expect((await bff.requestAs('admin', '/api/extensions/idle')).body).toMatchObject({
      items: [{ domain: '•••' }],
    })
  },
)

test.each(['adalovelace1', 'contact center', '20261123235959', 'Ada-8001'])(
  'does not redact the weak password %j from later responses, where it may be ordinary text',
  async (weak) => {
    service.on('extension_detail', extensionSuccess(record(weak)))
    await bff.requestAs('admin', '/api/extensions/8001')
    service.on('extension_detail', extensionSuccess({ ext: '8002', agentName: weak }))
    expect((await bff.requestAs('admin', '/api/extensions/8002')).body).toMatchObject({
      extension: { agentName: weak },
    })
  },
)
