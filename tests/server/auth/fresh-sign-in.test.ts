import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { sql } from 'kysely'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { eachStore } from '../../stores/each-store.ts'
import { openBff, openBffAndStore, passwords, type BffAndStore } from '../bff.ts'
import { endpoints, urlOf } from '../endpoints.ts'

const guarded = endpoints.map(([, endpoint]) => endpoint).filter(({ freshSignIn }) => freshSignIn)
const oldMs = 5 * 60_000 + 1_000

test('requires a fresh sign-in for exactly the endpoints that SECURITY.md lists', () => {
  const text = readFileSync(join(import.meta.dirname, '../../../SECURITY.md'), 'utf8')
  const listed = [...text.matchAll(/^\| `((?:GET|POST|PUT|PATCH|DELETE) \/api[^`]*)` \|/gm)].map(
    ([, name]) => name,
  )
  expect(guarded.map(({ method, path }) => `${method} ${path}`).toSorted()).toEqual(
    listed.map(String).toSorted(),
  )
  expect(listed).toContain('DELETE /api/users/:id/sessions')
})

eachStore(({ copyStore }) => {
  let bff: BffAndStore
  beforeAll(async () => {
    bff = await openBffAndStore({ store: await copyStore() })
  })
  afterAll(() => bff.close())

  async function ageSignIns(): Promise<void> {
    for (const role of ['admin', 'supervisor'] as const) await bff.cookieOf(role)
    await sql`UPDATE session SET proved_at = ${Date.now() - oldMs}`.execute(bff.database.db)
  }
  const codeOf = async (endpoint: (typeof guarded)[number], role: 'admin' | 'supervisor') => {
    const body = endpoint.method === 'GET' ? undefined : {}
    return (await bff.requestAs(role, urlOf(endpoint), body, {}, endpoint.method)).body['code']
  }

  test.each(guarded)('$method $path: refuses an old sign-in until the user steps up', async (endpoint) => {
    expect(await codeOf(endpoint, 'admin')).not.toBe('step-up-needed')
    bff.forgetCookies()
    await ageSignIns()
    // Endpoints of one's own account are open to every role.
    const code = endpoint.access === 'signed-in' ? 'step-up-needed' : 'forbidden'
    expect(await codeOf(endpoint, 'supervisor')).toBe(code)
    expect(await codeOf(endpoint, 'admin')).toBe('step-up-needed')
    bff.forgetCookies()
  })

  test('uses up the sign-in with each retrieval of a job’s passwords', async () => {
    const path = '/api/jobs/00000000-0000-4000-8000-000000000000/credentials'
    const ask = async (print: boolean, cookie?: string) => {
      const [at, body] = print ? [`${path}/print`, {}] : [path, { passphrase: 'a-long-enough-passphrase' }]
      const answer = await bff.requestAs('admin', at, body, cookie === undefined ? {} : { cookie })
      return String(answer.body['code'])
    }
    bff.forgetCookies()
    expect([await ask(false), await ask(false), await ask(true)]).toEqual([
      'not-found',
      'step-up-needed',
      'step-up-needed',
    ])
    expect((await bff.requestAs('admin', '/api/session/step-up')).body).toEqual({ need: 'password' })
    const proved = await bff.requestAs('admin', '/api/session/step-up', { password: passwords.admin })
    const cookie = proved.headers.getSetCookie().at(-1)?.split(';')[0] ?? ''
    const codes = await Promise.all([ask(true, cookie), ask(true, cookie), ask(false, cookie)])
    expect(codes.toSorted()).toEqual(['not-found', 'step-up-needed', 'step-up-needed'])
    bff.forgetCookies()
  })

  test('renews the session for one of several parallel step-ups, and refuses the rest', async () => {
    bff.forgetCookies()
    await bff.cookieOf('admin')
    const answers = await Promise.all(
      Array.from({ length: 4 }, () =>
        bff.requestAs('admin', '/api/session/step-up', { password: passwords.admin }),
      ),
    )
    const statuses = answers.map(({ status }) => status)
    expect(statuses.filter((status) => status === 200).length).toBeGreaterThan(0)
    expect(new Set([...statuses, 200, 401])).toEqual(new Set([200, 401]))
    bff.forgetCookies()
  })

  test('dates a provider session by its auth time alone, and sends users without a password to the provider', async () => {
    const [endpoint] = guarded
    if (endpoint === undefined) throw new Error('there is one')
    await bff.cookieOf('admin')
    await sql`UPDATE session SET proved_at = NULL`.execute(bff.database.db)
    expect(await codeOf(endpoint, 'admin')).toBe('step-up-needed')
    const answer = await bff.requestAs('admin', '/api/session/step-up', { password: passwords.admin })
    const renewed = answer.headers.getSetCookie().at(-1)?.split(';')[0] ?? ''
    const { body } = await bff.requestAs(
      'admin',
      '/api/extensions/1000/secret',
      { reason: 'ticket 4711' },
      { cookie: renewed },
    )
    expect(Object.keys(body)).toEqual(['password'])
    await sql`UPDATE session SET proved_at = NULL`.execute(bff.database.db)
    await sql`UPDATE "user" SET password = NULL`.execute(bff.database.db)
    for (const each of guarded) {
      const { method } = each
      const sent = method === 'GET' ? undefined : {}
      const refused = await bff.requestAs('admin', urlOf(each), sent, { cookie: renewed }, method)
      expect(refused.body['code']).toBe('sign-in-again')
    }
  })
})

test("counts a job's passwords together with revealed ones", async () => {
  const bff = await openBff()
  const secrets = async () => {
    const path = '/api/jobs/00000000-0000-4000-8000-000000000000/credentials'
    return (await bff.requestAs('admin', path, { passphrase: 'a-long-enough-passphrase' })).body['code']
  }
  for (let n = 0; n < 10; n++)
    expect(
      (await bff.requestAs('admin', '/api/extensions/1000/secret', { reason: 'ticket 4711' })).status,
    ).toBe(200)
  expect(await secrets()).toBe('too-many-requests')
  await bff.close()
})
