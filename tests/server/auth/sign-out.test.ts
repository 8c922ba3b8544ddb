import { sql } from 'kysely'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { listAudit } from '#contract/audit.ts'
import type { Database } from '#server/platform/database/database.ts'
import { eachStore } from '../../stores/each-store.ts'
import { openBff, passwords, type Bff } from '../bff.ts'
import { visitor } from '../visitor.ts'

const name = '__Host-console-session'
const signOut = '/api/auth/sign-out'

eachStore(({ engine, open, copyStore }) => {
  let bff: Bff
  let database: Database
  beforeAll(async () => {
    const where = await copyStore()
    bff = await openBff({ store: where })
    database = await open(where)
  })
  afterAll(() => bff.close())

  const signedIn = async () => {
    const browser = visitor(bff)
    expect((await browser.signIn('supervisor@example.com', passwords.supervisor)).status).toBe(200)
    return { browser, cookie: browser.jar.get(name) ?? '' }
  }
  /** Returns the status for a kept copy of the session cookie. */
  const statusOf = async (cookie: string) => {
    const keeper = visitor(bff)
    keeper.jar.set(name, cookie)
    return (await keeper.get('/api/session')).status
  }
  const recorded = async (requestId: string | null) => {
    const { body } = await bff.requestAs('admin', `/api/audit?requestId=${requestId ?? ''}`)
    return listAudit.answer.parse(body).items
  }

  test('ends a session while two hundred strangers sign out', async () => {
    const { browser, cookie } = await signedIn()
    for (let n = 0; n < 8; n++)
      await Promise.all(Array.from({ length: 25 }, () => bff.requestAs(null, signOut, {})))
    const out = await browser.request('POST', signOut)
    expect(out.status).toBe(200)
    expect(out.headers.getSetCookie()).toEqual([
      `${name}=; Max-Age=0; Path=/; HttpOnly; Secure; SameSite=Strict`,
    ])
    // The browser keeps the language, the theme and other cookies.
    expect(out.headers.get('clear-site-data')).toBe('"cache"')
    expect(await statusOf(cookie)).toBe(401)
    expect(await recorded(out.headers.get('x-request-id'))).toMatchObject([
      { action: 'session.end', begunAt: expect.any(Number), result: 'done' },
    ])
  })

  test('reports an error when the store keeps the session', async () => {
    const { browser, cookie } = await signedIn()
    if (engine === 'sqlite')
      await sql`CREATE TRIGGER kept BEFORE DELETE ON session BEGIN SELECT RAISE(ABORT, 'kept'); END`.execute(
        database.db,
      )
    else {
      await sql`CREATE FUNCTION kept() RETURNS trigger LANGUAGE plpgsql AS 'BEGIN RAISE ''kept''; END'`.execute(
        database.db,
      )
      await sql`CREATE TRIGGER kept BEFORE DELETE ON session FOR EACH ROW EXECUTE FUNCTION kept()`.execute(
        database.db,
      )
    }
    const refused = await browser.request('POST', signOut)
    await sql`DROP TRIGGER kept ${engine === 'sqlite' ? sql`` : sql`ON session`}`.execute(database.db)
    expect(refused).toMatchObject({ status: 503, body: { code: 'unavailable' } })
    expect(refused.headers.getSetCookie()).toEqual([])
    expect(refused.headers.get('clear-site-data')).toBeNull()
    expect(await statusOf(cookie)).toBe(200)
    expect(await recorded(refused.headers.get('x-request-id'))).toMatchObject([
      { action: 'session.end', begunAt: expect.any(Number), result: 'unavailable' },
    ])
    expect((await browser.request('POST', signOut)).status).toBe(200)
    expect(await statusOf(cookie)).toBe(401)
  })
})
