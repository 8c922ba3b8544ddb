import { sql } from 'kysely'
import { afterAll, beforeAll, describe, expect, onTestFinished, test, vi } from 'vitest'
import { openBff, openBffAndStore, passwords, type BffAndStore } from '../bff.ts'
import { appCode, visitor, type Visitor } from '../visitor.ts'

const password = 'a long enough password'
const reason = 'ticket 4711, new desk phone'
const halfMinute = 30_000
/** Two time steps are valid at once, so each test uses a code of each. */
const nextCode = (uri: string) => appCode(uri, Date.now() + halfMinute)

// account.test.ts tests the second factor on PostgreSQL.
describe('the second factor', () => {
  let bff: BffAndStore
  beforeAll(async () => {
    bff = await openBffAndStore()
  })
  afterAll(() => bff.close())

  let count = 0
  /** Creates an administrator who is signed in and has an unconfirmed authenticator. */
  async function newUser() {
    const email = `user${++count}@example.com`
    await bff.console.auth.users.create({ email, name: 'Ada', password, role: 'admin' })
    const browser = visitor(bff)
    await browser.signIn(email, password)
    const begun = await browser.request('POST', '/api/account/second-factor')
    return { email, browser, uri: String(begun.body['uri']), backupCodes: begun.body['backupCodes'] }
  }
  const confirm = (browser: Visitor, code: string) =>
    browser.request('POST', '/api/account/second-factor/confirm', { code })
  async function withSecondFactor() {
    const made = await newUser()
    expect((await confirm(made.browser, appCode(made.uri))).status).toBe(200)
    return made
  }
  const begin = (ago: number) => {
    const at = Date.now() - ago
    return sql`UPDATE session SET proved_at = ${at}`.execute(bff.database.db)
  }
  const stepUp = (browser: Visitor, body: object) => browser.request('POST', '/api/session/step-up', body)
  const reveal = (browser: Visitor) => browser.request('POST', '/api/extensions/1000/secret', { reason })

  test('requires the code as well as the password for a reveal, and accepts each code once', async () => {
    const { browser, uri, backupCodes } = await withSecondFactor()
    await begin(6 * 60_000)
    expect((await browser.get('/api/session/step-up')).body).toEqual({ need: 'password-and-code' })
    expect((await reveal(browser)).body).toMatchObject({ code: 'step-up-needed' })
    const refused: [object, string][] = [
      [{ password }, 'bad-request'],
      [{ password, code: '12345' }, 'bad-request'],
      [{ password: 'not my password', code: nextCode(uri) }, 'password-wrong'],
      [{ password, code: '000000' }, 'code-wrong'],
      [{ password, code: 'aaaaaa-aaaaaa-aaaaaa-aaaaaa' }, 'code-wrong'],
    ]
    for (const [body, code] of refused) expect((await stepUp(browser, body)).body['code']).toBe(code)
    expect((await reveal(browser)).body).toMatchObject({ code: 'step-up-needed' })

    const code = nextCode(uri)
    const before = new Map(browser.jar)
    expect((await stepUp(browser, { password, code })).status).toBe(200)
    expect([...browser.jar]).not.toEqual([...before])
    expect((await reveal(browser)).status).toBe(200)

    await begin(6 * 60_000)
    expect((await stepUp(browser, { password, code })).body['code']).toBe('code-wrong')
    const [backup] = Array.isArray(backupCodes) ? backupCodes.map(String) : []
    expect((await stepUp(browser, { password, code: backup })).status).toBe(200)
    await begin(6 * 60_000)
    expect((await stepUp(browser, { password, code: backup })).body['code']).toBe('code-wrong')
  })

  test('signs out every other session of the user when it is switched on', async () => {
    const { email, browser, uri } = await newUser()
    const others = [visitor(bff), visitor(bff)]
    for (const other of others) await other.signIn(email, password)
    expect((await confirm(browser, '000000')).body['code']).toBe('code-wrong')
    for (const other of others) expect((await other.get('/api/session')).status).toBe(200)
    expect((await confirm(browser, appCode(uri))).status).toBe(200)
    for (const other of others) expect((await other.get('/api/session')).status).toBe(401)
    expect((await browser.get('/api/session')).status).toBe(200)
  })

  test('accepts a code once when five browsers send it at the same time', async () => {
    const { email, uri } = await withSecondFactor()
    const doors = await Promise.all(
      Array.from({ length: 5 }, async () => {
        const door = visitor(bff)
        await door.signIn(email, password)
        return door
      }),
    )
    const code = nextCode(uri)
    const answers = await Promise.all(doors.map((door) => door.giveCode(code)))
    expect(answers.map(({ status }) => status).toSorted((a, b) => a - b)).toEqual([200, 401, 401, 401, 401])
  })

  test('refuses a code of the last used step or an earlier one', async () => {
    vi.useFakeTimers({ now: Date.now(), toFake: ['Date'] })
    onTestFinished(() => void vi.useRealTimers())
    const { email, browser, uri } = await newUser()
    expect((await confirm(browser, nextCode(uri))).status).toBe(200)
    const door = visitor(bff)
    await door.signIn(email, password)
    for (const ago of [-1, 0, 1])
      expect((await door.giveCode(appCode(uri, Date.now() - ago * halfMinute))).body['code']).toBe(
        'code-wrong',
      )
    vi.setSystemTime(Date.now() + halfMinute)
    expect((await door.giveCode(appCode(uri))).body['code']).toBe('code-wrong')
    expect((await door.giveCode(nextCode(uri))).status).toBe(200)
  })

  test('asks for the code after a one-time password too', async () => {
    const { email, uri } = await withSecondFactor()
    const { id = '' } = (await bff.console.auth.users.list()).find((user) => user.email === email) ?? {}
    const once = String((await bff.requestAs('admin', `/api/users/${id}/password`, {})).body['password'])
    const door = visitor(bff)
    expect((await door.signIn(email, once)).body).toEqual({ codeNeeded: true })
    expect((await door.giveCode('000000')).body['code']).toBe('code-wrong')
    expect((await door.giveCode(nextCode(uri))).status).toBe(200)
    expect((await door.get('/api/session')).body).toMatchObject({ mustChangePassword: true })
  })

  test("counts a stolen session's codes before it is on, and accepts none afterwards", async () => {
    const on = await withSecondFactor()
    for (const code of ['000000', nextCode(on.uri)])
      expect((await confirm(on.browser, code)).body['code']).toBe('second-factor-on')
    const { browser, uri } = await newUser()
    const codes: unknown[] = []
    for (let n = 0; n < 12; n++) codes.push((await confirm(browser, String(n).padStart(6, '0'))).body['code'])
    expect(codes.filter((code) => code === 'code-wrong').length).toBeLessThanOrEqual(10)
    expect(codes.at(-1)).toBe('too-many-requests')
    expect((await confirm(browser, appCode(uri))).body['code']).toBe('too-many-requests')
  })
})

test('opens nothing that needs a permission to a role that must have a second factor, until it has one', async () => {
  const bff = await openBff({ requireSecondFactor: 'admin' })
  const admin = visitor(bff)
  await admin.signIn('admin@example.com', passwords.admin)
  expect((await admin.get('/api/session')).body).toMatchObject({
    secondFactorNeed: 'set-up',
    permissions: [],
  })
  expect(await admin.get('/api/users')).toMatchObject({
    status: 403,
    body: { code: 'second-factor-required' },
  })
  const { body } = await admin.request('POST', '/api/account/second-factor')
  const code = appCode(String(body['uri']))
  expect((await admin.request('POST', '/api/account/second-factor/confirm', { code })).status).toBe(200)
  expect((await admin.get('/api/users')).status).toBe(200)
  expect((await bff.requestAs('supervisor', '/api/extensions/idle')).status).toBe(200)
  expect((await bff.requestAs('auditor', '/api/extensions/idle')).status).toBe(200)
  // The help desk reveals passwords.
  expect((await bff.requestAs('help-desk', '/api/extensions/idle')).body['code']).toBe(
    'second-factor-required',
  )
  await bff.close()
})
