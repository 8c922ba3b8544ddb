import { afterAll, beforeAll, describe, expect, onTestFinished, test, vi } from 'vitest'
import { account } from '#contract/account.ts'
import { copyPreparedStore } from '../../stores/each-store.ts'
import { openBff, type Answer, type Bff } from '../bff.ts'
import { appCode, visitor, type Visitor } from '../visitor.ts'

const sessionCookie = '__Host-console-session'
const challengeCookie = '__Host-console-challenge'

// Runs on PostgreSQL with two replicas: some behavior exists only there.
describe('own account', () => {
  const cleanUps: (() => unknown)[] = []
  let bff: Bff
  let other: Bff
  beforeAll(async () => {
    const store = await copyPreparedStore('postgres', cleanUps)
    bff = await openBff({ store })
    cleanUps.push(() => bff.close())
    other = await openBff({ store, serviceUrl: bff.serviceUrl })
    cleanUps.push(() => other.close())
  })
  afterAll(async () => {
    for (const cleanUp of cleanUps.toReversed()) await cleanUp()
  })

  let count = 0
  async function newUser() {
    const email = `user${++count}@example.com`
    const password = `a long password ${count}`
    await bff.console.auth.users.create({ email, name: 'Ada', password, role: 'supervisor' })
    const browser = visitor(bff)
    await browser.signIn(email, password)
    return { email, password, browser }
  }
  const accountOf = async (browser: Visitor) => account.parse((await browser.get('/api/account')).body)

  test("lists the user's sessions without tokens, and ends one or all other sessions on every replica", async () => {
    const { email, password, browser } = await newUser()
    const otherBrowsers = [visitor(bff), visitor(bff), visitor(bff)] as const
    for (const each of otherBrowsers) await each.signIn(email, password)
    const listed = await browser.get('/api/account')
    const { sessions } = account.parse(listed.body)
    expect(sessions).toHaveLength(4)
    expect(sessions[0]).toMatchObject({ current: true, address: browser.address, userAgent: 'Test browser' })
    for (const { jar } of otherBrowsers) {
      const token = decodeURIComponent(jar.get(sessionCookie) ?? '?').split('.')[0] ?? '?'
      expect(listed.text).not.toContain(token)
    }
    const one = sessions.find(({ address }) => address === otherBrowsers[0].address)
    await browser.request('DELETE', `/api/account/sessions/${one?.id ?? ''}`)
    expect((await otherBrowsers[0].get('/api/session', other)).status).toBe(401)
    expect((await otherBrowsers[1].get('/api/session', other)).status).toBe(200)
    expect(await browser.request('DELETE', '/api/account/sessions')).toMatchObject({
      body: { sessions: [{ current: true }] },
    })
    for (const each of otherBrowsers) expect((await each.get('/api/session', other)).status).toBe(401)
    expect((await browser.get('/api/session', other)).status).toBe(200)
    const stranger = await newUser()
    await stranger.browser.request('DELETE', `/api/account/sessions/${sessions[0]?.id ?? ''}`)
    expect((await browser.get('/api/session')).status).toBe(200)
  })

  test('refuses a name without a visible letter or digit, or with invisible characters', async () => {
    const { browser } = await newUser()
    const rename = (name: string) => browser.request('PATCH', '/api/account', { name })
    const blank = ['\u2800', '\u3164', '\u00ad', '...', '🙂']
    const hidden = ['Ada\u200b', 'Ada\u2800Lo', 'Ada\u202eoL', 'Ada\u{e0041}', 'Ada\u{1d159}', 'A\ufe0fda']
    for (const name of [...blank, ...hidden])
      expect([name, await rename(name)]).toMatchObject([
        name,
        {
          status: 400,
          body: { errors: expect.arrayContaining([{ path: 'name', message: expect.any(String) }]) },
        },
      ])
    for (const name of ['孙 主管', 'Zoë O’Neil-Ng', '李', 'Ada 🙂', '7'])
      expect((await rename(name)).status).toBe(200)
  })

  test("changes the name and the password, ends all other sessions and renews the session's token", async () => {
    const { email, password, browser } = await newUser()
    expect((await browser.request('PATCH', '/api/account', { name: ' 孙 主管 ' })).body).toMatchObject({
      name: '孙 主管',
    })
    const otherBrowser = visitor(bff)
    await otherBrowser.signIn(email, password)
    const before = new Map(browser.jar)
    const change = await browser.request('POST', '/api/account/password', {
      current: password,
      next: 'quite another password',
    })
    expect(change.status).toBe(200)
    expect((await otherBrowser.get('/api/session', other)).status).toBe(401)
    expect((await browser.get('/api/session', other)).status).toBe(200)
    expect(await accountOf(browser)).toMatchObject({
      sessions: [{ current: true, address: browser.address, userAgent: 'Test browser' }],
    })
    const old = visitor(bff)
    for (const [name, value] of before) old.jar.set(name, value)
    expect((await old.get('/api/session')).status).toBe(401)
    expect((await visitor(bff).signIn(email, password)).status).toBe(401)
    expect((await visitor(bff).signIn(email, 'quite another password')).status).toBe(200)
  })

  test("sets up a second factor that sign-in requires and the password alone can't remove", async () => {
    const { email, password, browser } = await newUser()
    // Codes of an app change every half minute; a test on a busy machine may take longer.
    vi.useFakeTimers({ now: Date.now(), toFake: ['Date'] })
    onTestFinished(() => void vi.useRealTimers())
    const waitSixMinutes = () => vi.setSystemTime(Date.now() + 6 * 60_000)
    const stepUp = (by: Visitor, body: object) => by.request('POST', '/api/session/step-up', body)
    waitSixMinutes()
    expect(await browser.request('POST', '/api/account/second-factor')).toMatchObject({
      body: { code: 'step-up-needed' },
    })
    expect(await stepUp(browser, { password: 'wrong' })).toMatchObject({
      status: 403,
      body: { code: 'password-wrong' },
    })
    expect((await stepUp(browser, { password })).status).toBe(200)
    const begun = await browser.request('POST', '/api/account/second-factor')
    const uri = String(begun.body['uri'])
    expect(uri).toMatch(/^otpauth:\/\/totp\/Extension%20Console:/)
    expect(await accountOf(browser)).toMatchObject({ secondFactor: false })
    // Sign-ins require no code until the user confirms the second factor.
    expect((await visitor(bff).signIn(email, password)).body).toEqual({ codeNeeded: false })
    expect(
      await browser.request('POST', '/api/account/second-factor/confirm', { code: '000000' }),
    ).toMatchObject({
      status: 401,
      body: { code: 'code-wrong' },
    })
    const before = browser.jar.get(sessionCookie)
    const confirmed = await browser.request('POST', '/api/account/second-factor/confirm', {
      code: appCode(uri),
    })
    expect(confirmed.status).toBe(200)
    expect(browser.jar.get(sessionCookie)).not.toBe(before)
    expect(await accountOf(browser)).toMatchObject({ secondFactor: true, backupCodesLeft: 10 })

    const fresh = visitor(bff)
    expect((await fresh.signIn(email, password)).body).toEqual({ codeNeeded: true })
    expect([...fresh.jar.keys()]).toEqual([challengeCookie])
    expect((await fresh.get('/api/session')).status).toBe(401)
    expect(await fresh.giveCode('123456')).toMatchObject({ status: 401, body: { code: 'code-wrong' } })
    // The code that switched the second factor on is spent.
    expect((await fresh.giveCode(appCode(uri))).status).toBe(401)
    const next = appCode(uri, Date.now() + 30_000)
    expect(await fresh.giveCode(next)).toMatchObject({ status: 200, body: { codeNeeded: false } })
    expect([...fresh.jar.keys()].toSorted()).toEqual([sessionCookie])
    expect((await fresh.get('/api/session', other)).status).toBe(200)

    const codesOf = ({ backupCodes }: Record<string, unknown>) =>
      Array.isArray(backupCodes) ? backupCodes.map(String) : []
    const [backup, ...more] = codesOf(begun.body)
    for (const status of [200, 401]) {
      const lost = visitor(bff)
      await lost.signIn(email, password)
      expect((await lost.giveCode(backup ?? '')).status).toBe(status)
    }
    expect(await accountOf(fresh)).toMatchObject({ backupCodesLeft: 9 })
    const begin = () => fresh.request('POST', '/api/account/second-factor')
    const renew = () => fresh.request('POST', '/api/account/second-factor/backup-codes')
    const end = () => fresh.request('DELETE', '/api/account/second-factor')
    const newPassword = 'quite another password'
    const change = (current = password) =>
      fresh.request('POST', '/api/account/password', { current, next: newPassword })
    const code = ({ body }: Answer) => body['code']
    expect(code(await begin())).toBe('second-factor-on')
    waitSixMinutes()
    for (const each of [begin, renew, end, change]) expect(code(await each())).toBe('step-up-needed')
    expect(code(await stepUp(fresh, { password }))).toBe('bad-request')
    expect(code(await stepUp(fresh, { password, code: backup }))).toBe('code-wrong')
    for (const each of [begin, renew, end, change]) expect(code(await each())).toBe('step-up-needed')
    expect(await accountOf(fresh)).toMatchObject({ secondFactor: true, backupCodesLeft: 9 })

    expect((await stepUp(fresh, { password, code: more[0] })).status).toBe(200)
    const renewed = await renew()
    expect(renewed.body['backupCodes']).toHaveLength(10)
    expect(await accountOf(fresh)).toMatchObject({ backupCodesLeft: 10 })
    // Each of these changes takes a proof of its own.
    for (const each of [begin, renew, end]) expect(code(await each())).toBe('step-up-needed')
    const [first, second] = codesOf(renewed.body)
    expect((await stepUp(fresh, { password, code: first })).status).toBe(200)
    expect(code(await change('no'))).toBe('password-wrong')
    expect((await change()).status).toBe(200)
    // The new session of a changed password keeps the old proof.
    waitSixMinutes()
    expect(code(await end())).toBe('step-up-needed')
    expect((await stepUp(fresh, { password: newPassword, code: second })).status).toBe(200)
    expect((await end()).status).toBe(200)
    expect((await fresh.get('/api/session')).status).toBe(200)
    expect(code(await begin())).toBe('step-up-needed')
    expect((await visitor(bff).signIn(email, newPassword)).body).toEqual({ codeNeeded: false })
  })

  test('refuses a forged challenge, and a spent code', async () => {
    // Codes of an app change every half minute; a test on a busy machine may take longer.
    vi.useFakeTimers({ now: Date.now(), toFake: ['Date'] })
    onTestFinished(() => void vi.useRealTimers())
    const { email, password, browser } = await newUser()
    const { body } = await browser.request('POST', '/api/account/second-factor')
    const uri = String(body['uri'])
    await browser.request('POST', '/api/account/second-factor/confirm', { code: appCode(uri) })
    expect(await visitor(bff).giveCode(appCode(uri))).toMatchObject({ body: { code: 'code-expired' } })
    const forged = visitor(bff)
    forged.jar.set(challengeCookie, 'forged.c2lnbmF0dXJl')
    expect(await forged.giveCode(appCode(uri))).toMatchObject({ body: { code: 'code-expired' } })
    const signed = visitor(bff)
    await signed.signIn(email, password)
    const challenge = signed.jar.get(challengeCookie) ?? ''
    const tampered = visitor(bff)
    tampered.jar.set(challengeCookie, challenge.replace(/\.[\w%]{4}/, '.AAAA'))
    expect((await tampered.giveCode(appCode(uri, Date.now() - 30_000))).status).toBe(401)
    expect([...tampered.jar.keys()]).not.toContain(sessionCookie)
    const code = appCode(uri, Date.now() + 30_000)
    expect((await signed.giveCode(code)).status).toBe(200)
    const listener = visitor(bff)
    await listener.signIn(email, password)
    expect(await listener.giveCode(code)).toMatchObject({ status: 401, body: { code: 'code-wrong' } })
    // The command line's last resort.
    await bff.console.auth.users.resetPassword(email, 'set by the operator')
    expect((await visitor(bff).signIn(email, 'set by the operator')).body).toEqual({ codeNeeded: false })
    const { body: trail } = await bff.requestAs('admin', `/api/audit?object=${email}&pageSize=100`)
    expect(JSON.stringify(trail)).toContain('code-wrong')
    for (const secret of [new URL(uri).searchParams.get('secret') ?? '?', password])
      expect(JSON.stringify(trail) + bff.logged.join('')).not.toContain(secret)
  })
})
