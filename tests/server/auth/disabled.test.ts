import { afterAll, beforeAll, expect, test } from 'vitest'
import { changeUser } from '../change-user.ts'
import { openBff, passwords, type Bff } from '../bff.ts'
import { visitor } from '../visitor.ts'

let bff: Bff
beforeAll(async () => {
  bff = await openBff()
  const [admin] = await bff.console.auth.users.list()
  const user = { email: 'second@example.com', name: 'Second', password: 'a second long password' }
  await bff.console.auth.users.create({ ...user, role: 'admin' })
  const second = visitor(bff)
  await second.signIn(user.email, user.password)
  await changeUser(second.request, admin?.id, { disabled: true })
})
afterAll(() => bff.close())

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
  // The account is disabled: even its right password gets the same response.
  expect(await answerTo('admin@example.com', passwords.admin)).toEqual(unknown)
})
