import { randomUUID } from 'node:crypto'
import { sql } from 'kysely'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { openBff, openBffAndStore, type BffAndStore } from '../bff.ts'
import { piecewise } from '../piecewise.ts'
import { visitor } from '../visitor.ts'

const password = 'a long enough password'
const reason = 'ticket 4711'
let bff: BffAndStore
let count = 0
beforeAll(async () => {
  bff = await openBffAndStore()
})
afterAll(() => bff.close())

interface Subject {
  id: string
  email: string
}
const change =
  (path: string, method: string, body: object) =>
  async ({ id }: Subject) =>
    expect((await bff.requestAs('admin', `/api/users/${id}${path}`, body, {}, method)).status).toBe(200)

/** Each way to lose access, and the response to the request afterwards. */
const ways: [how: string, take: (user: Subject) => Promise<unknown>, status: number, code: string][] = [
  ['the user is disabled', change('', 'PATCH', { disabled: true }), 401, 'unauthenticated'],
  ['the user is made a supervisor', change('', 'PATCH', { role: 'supervisor' }), 401, 'unauthenticated'],
  ['the password is reset', change('/password', 'POST', {}), 401, 'unauthenticated'],
  [
    'the provider takes the role away',
    ({ id }) => sql`UPDATE "user" SET role = 'supervisor' WHERE id = ${id}`.execute(bff.database.db),
    403,
    'forbidden',
  ],
  [
    'the password has to be changed',
    ({ id }) => sql`UPDATE "user" SET one_time_until = 0 WHERE id = ${id}`.execute(bff.database.db),
    403,
    'password-change-required',
  ],
  [
    'the sign-in becomes old',
    ({ id }) =>
      sql`UPDATE session SET proved_at = ${Date.now() - 301_000} WHERE user_id = ${id}`.execute(
        bff.database.db,
      ),
    403,
    'step-up-needed',
  ],
]
const requests: [path: string, body: object][] = [
  ['/api/users', { email: 'new@example.com', name: 'New', role: 'admin' }],
  ['/api/extensions/1000/secret', { reason }],
  [`/api/jobs/${randomUUID()}/credentials`, { passphrase: 'p'.repeat(20) }],
]

test.each(ways.flatMap((way) => requests.map((request) => [...request, ...way] as const)))(
  'POST %s, %o: refused when %s while the body is sent',
  async (path, given, _how, take, status, code) => {
    const email = `ada${++count}@example.com`
    await bff.console.auth.createUser({ email, name: 'Ada', password, role: 'admin' })
    const browser = visitor(bff)
    const signedIn = await browser.signIn(email, password)
    const cookie = signedIn.headers.getSetCookie()[0]?.split(';')[0] ?? ''
    const id = (await bff.console.auth.users()).find((user) => user.email === email)?.id ?? ''
    const sent = piecewise()
    const init: RequestInit & { duplex: 'half' } = {
      method: 'POST',
      headers: { ...bff.pageHeaders, cookie },
      body: sent.body,
      duplex: 'half',
    }
    const answer = bff.send(path, init)
    await sent.asked()
    await take({ id, email })
    sent.send(JSON.stringify(given))
    sent.end()
    expect(await answer).toMatchObject({ status, body: { code } })
    const done = await bff.database.db
      .selectFrom('audit')
      .select('action')
      .where('actor_id', '=', id)
      .where('action', 'not in', ['session.begin', 'access.refused'])
      .execute()
    expect(done).toEqual([])
  },
)

test('checks the access twice but counts the request once', async () => {
  const slow = await openBff({ requestsPerSecond: 1 })
  const rename = () => slow.requestAs('supervisor', '/api/account', { name: 'Sue' }, {}, 'PATCH')
  expect([(await rename()).status, (await rename()).status, (await rename()).status]).toEqual([200, 200, 200])
  await slow.close()
})
