import { afterAll, beforeAll, expect, test } from 'vitest'
import { changeUser } from '../change-user.ts'
import { openBff, passwords, type Bff } from '../bff.ts'
import { endpoints, urlOf } from '../endpoints.ts'
import { visitor } from '../visitor.ts'

let bff: Bff
beforeAll(async () => {
  bff = await openBff()
})
afterAll(() => bff.close())

const methods = ['GET', 'HEAD', 'POST', 'PUT', 'PATCH', 'DELETE', 'OPTIONS']

test('R31: answers a disabled user like a request without a session, on every route by seven methods', async () => {
  const disabledUser = visitor(bff)
  await disabledUser.signIn('admin@example.com', passwords.admin)
  const [admin] = await bff.console.auth.users.list()
  const cookie = [...disabledUser.jar].map((pair) => pair.join('=')).join('; ')
  expect((await disabledUser.get('/api/users')).status).toBe(200)
  await bff.console.auth.users.create({
    email: 'second@example.com',
    name: 'Second',
    password: 'a second long password',
    role: 'admin',
  })
  const second = visitor(bff)
  await second.signIn('second@example.com', 'a second long password')
  await changeUser(second.request, admin?.id, { disabled: true })
  for (const [, endpoint] of endpoints)
    for (const method of methods) {
      const send = (headers: Record<string, string>) =>
        bff.send(urlOf(endpoint), {
          method,
          headers: { ...bff.pageHeaders, ...headers },
          ...(method === 'GET' || method === 'HEAD' ? {} : { body: '{}' }),
        })
      const [anonymous, disabled] = [await send({}), await send({ cookie })]
      const facts = ({ status, body }: typeof anonymous) => [endpoint.path, method, status, body['code']]
      expect(facts(disabled)).toEqual(facts(anonymous))
      const kept = endpoint.access === 'anyone' || disabled.status >= 400
      expect([endpoint.path, method, kept]).toEqual([endpoint.path, method, true])
    }
})

test('R33: never adopts a planted session cookie', async () => {
  const planted = visitor(bff)
  const name = '__Host-console-session'
  planted.jar.set(name, 'planted.c2lnbmF0dXJl')
  await planted.signIn('second@example.com', 'a second long password')
  const given = planted.jar.get(name) ?? ''
  expect(given).not.toContain('planted')
  expect((await planted.get('/api/session')).status).toBe(200)
  const again = visitor(bff)
  again.jar.set(name, given)
  await again.signIn('second@example.com', 'a second long password')
  expect(again.jar.get(name)).not.toBe(given)
  await planted.request('POST', '/api/auth/sign-out')
  const old = visitor(bff)
  old.jar.set(name, given)
  expect((await old.get('/api/session')).status).toBe(401)
})

test('R34: answers unknown, known and disabled users identically, byte for byte', async () => {
  const varying = ['requestId', 'x-request-id', 'date']
  const answerTo = async (email: string, password: string) => {
    const { text, headers, status } = await visitor(bff).signIn(email, password)
    const plain = text.replace(/"requestId":"[^"]+"/, '')
    return [status, plain, [...headers].filter(([header]) => !varying.includes(header))]
  }
  const unknown = await answerTo('unknown@example.com', 'some wrong password')
  expect(unknown[0]).toBe(401)
  expect(await answerTo('second@example.com', 'some wrong password')).toEqual(unknown)
  expect(await answerTo('admin@example.com', 'some wrong password')).toEqual(unknown)
  // The account is disabled above: even its right password gets the same response.
  expect(await answerTo('admin@example.com', passwords.admin)).toEqual(unknown)
})
