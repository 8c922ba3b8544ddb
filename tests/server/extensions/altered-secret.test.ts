import { afterAll, beforeAll, expect, test } from 'vitest'
import { exts, json, startService, type Service } from '../../upstream/service.ts'
import { openBff, type Bff } from '../bff.ts'

let service: Service
let bff: Bff
beforeAll(async () => {
  service = await startService()
  bff = await openBff({ serviceUrl: service.url })
})
afterAll(async () => {
  await bff.close()
  await service.close()
})

const reveal = () => bff.as('admin', '/api/extensions/8001/secret', { reason: 'ticket 4711' })
const record = (password: unknown) => ({ ext: '8001', password })

test.each<[string, unknown]>([
  ['characters that change the direction of writing', 'ab\u202ecd-8001'],
  ['control characters', 'ab\u0000cd-8001'],
  ['more characters than are read', 'x'.repeat(1_200)],
  ['a value that is no text', ['Secret-of-8001']],
])('reveals no password with %s', async (_what, password) => {
  service.on('extension_detail', exts(record(password)))
  const answer = await reveal()
  expect([answer.status, answer.body['code']]).toEqual([502, 'upstream-invalid'])
  expect(answer.body).not.toHaveProperty('password')
})

test('reveals neither the token as a password nor one of a contradicted success', async () => {
  service.on('extension_detail', (request, response) => exts(record(service.token()))(request, response))
  expect((await reveal()).body).toMatchObject({ code: 'upstream-invalid' })
  service.on(
    'extension_detail',
    json({ status: 'Fail', code: 500, retCode: '000000', data: record('Secret-of-8001') }),
  )
  expect((await reveal()).body).toMatchObject({ code: 'upstream-invalid' })
  service.on('extension_detail', exts(record('Secret-of-8001')))
  expect((await reveal()).body).toEqual({ password: 'Secret-of-8001' })
})
