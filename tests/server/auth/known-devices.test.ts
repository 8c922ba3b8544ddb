import { afterAll, beforeAll, expect, test, vi } from 'vitest'
import { user } from '#contract/users.ts'
import { eachStore } from '../../stores/each-store.ts'
import { openBff, passwords, type Bff } from '../bff.ts'
import { visitor, type Visitor } from '../visitor.ts'

const deviceCookie = '__Host-console-device'
const password = 'a long enough password'
/** On a busy machine, thirty hashes take longer than the deadline of a response. */
const timings = { answerMs: 600_000, signInWaitMs: 300_000 }

eachStore(({ engine, copyStore }) => {
  let bff: Bff
  /** A second replica on PostgreSQL; the same process on SQLite. */
  let other: Bff
  beforeAll(async () => {
    const store = await copyStore()
    bff = await openBff({ store, timings })
    other = engine === 'sqlite' ? bff : await openBff({ store, serviceUrl: bff.serviceUrl, timings })
  })
  afterAll(async () => {
    if (other !== bff) await other.close()
    await bff.close()
  })

  let count = 0
  async function newUser() {
    const email = `owner${++count}@example.com`
    await bff.console.auth.createUser({ email, name: 'Owner', password, role: 'supervisor' })
    return email
  }
  const stepUp = async (browser: Visitor, typed: string) =>
    (await browser.request('POST', '/api/session/step-up', { password: typed })).status
  /** Returns a browser that has signed in and out, so it is known for the account. */
  async function knownFor(...emails: string[]): Promise<Visitor> {
    const browser = visitor(bff)
    for (const email of emails) expect((await browser.signIn(email, password)).status).toBe(200)
    await browser.request('POST', '/api/auth/sign-out')
    expect([...browser.jar.keys()]).toEqual([deviceCookie])
    return browser
  }
  /** Guesses as strangers until the account is locked for them. */
  async function lock(email: string) {
    for (let n = 0; n < 10; n++) expect((await visitor(bff).signIn(email, 'a guess')).status).toBe(401)
    expect((await visitor(other).signIn(email, password)).status).toBe(429)
  }
  const signInWith = async (cookie: string, email: string) => {
    const browser = visitor(bff)
    browser.jar.set(deviceCookie, cookie)
    return (await browser.signIn(email, password)).status
  }

  test('locks out neither a known browser nor a signed-in user when strangers guess', async () => {
    const email = await newUser()
    const signedIn = visitor(bff)
    await signedIn.signIn(email, password)
    const known = await knownFor(email)
    await lock(email)
    expect((await known.request('POST', '/api/auth/sign-in/email', { email, password }, other)).status).toBe(
      200,
    )
    expect([await stepUp(signedIn, 'a guess'), await stepUp(signedIn, password)]).toEqual([403, 200])

    // A browser's wrong attempts lock only that browser, and a signed-in user's only the step-up.
    for (let n = 0; n < 10; n++) expect((await known.signIn(email, 'a guess')).status).toBe(401)
    expect((await known.signIn(email, password)).status).toBe(429)
    expect(await stepUp(signedIn, password)).toBe(200)
    // The wrong step-up above counts as one of the ten.
    for (let n = 0; n < 9; n++) expect(await stepUp(signedIn, 'a guess')).toBe(403)
    expect(await stepUp(signedIn, password)).toBe(429)

    const find = async () => (await bff.console.auth.users()).find((each) => each.email === email)
    const { id, lockedUntil } = user.parse(await find())
    expect(lockedUntil).not.toBeNull()
    expect((await bff.requestAs('admin', `/api/users/${id}/lock`, {}, {}, 'DELETE')).status).toBe(200)
    expect(await find()).toMatchObject({ lockedUntil: null })
    expect([await stepUp(signedIn, password), (await known.signIn(email, password)).status]).toEqual([
      200, 200,
    ])
    expect((await visitor(bff).signIn(email, password)).status).toBe(200)
  })

  test('gives all known browsers of an account fifty wrong attempts together', async () => {
    const email = await newUser()
    const statuses: number[] = []
    for (let browser = 0; browser < 6; browser++) {
      const known = await knownFor(email)
      for (let n = 0; n < 9; n++) statuses.push((await known.signIn(email, 'a guess')).status)
    }
    expect(statuses.filter((status) => status === 401)).toHaveLength(50)
    expect(statuses.slice(-4)).toEqual([429, 429, 429, 429])
  })

  test('shows the account as locked only when one of its sign-ins would be refused', async () => {
    const email = await newUser()
    const lockedUntil = async () =>
      (await bff.console.auth.users()).find((each) => each.email === email)?.lockedUntil
    const browsers = [await knownFor(email), await knownFor(email)]
    for (const browser of browsers)
      for (let n = 0; n < 5; n++) expect((await browser.signIn(email, 'a guess')).status).toBe(401)
    expect(await lockedUntil()).toBeNull()
    for (const browser of browsers) expect((await browser.signIn(email, password)).status).toBe(200)

    // A step-up without attempts left refuses no sign-in.
    const [signedIn] = browsers
    for (let n = 0; n < 10; n++) await stepUp(signedIn ?? visitor(bff), 'a guess')
    expect(await stepUp(signedIn ?? visitor(bff), password)).toBe(429)
    expect(await lockedUntil()).toBeNull()

    const [, guessing] = browsers
    for (let n = 0; n < 5; n++) await guessing?.signIn(email, 'a guess')
    expect((await guessing?.signIn(email, password))?.status).toBe(429)
    expect(await lockedUntil()).toEqual(expect.any(Number))
  })

  test('lets a known browser sign in after wrong attempts from its address', async () => {
    const email = await newUser()
    const known = await knownFor(email)
    const device = known.jar.get(deviceCookie) ?? ''
    known.jar.clear()
    for (let n = 0; n < 10; n++)
      expect((await known.signIn(`unknown${n}@example.com`, 'a guess')).status).toBe(401)
    expect((await known.signIn(email, password)).status).toBe(429)
    known.jar.set(deviceCookie, device)
    expect((await known.signIn(email, password)).status).toBe(200)
  })

  test('recognizes no browser by a forged, duplicated or expired cookie, or one of other accounts', async () => {
    const [email, second] = [await newUser(), await newUser()]
    const answer = await visitor(bff).signIn(email, password)
    const line = answer.headers.getSetCookie().find((each) => each.startsWith(deviceCookie)) ?? ''
    expect(line).toMatch(
      /^__Host-console-device=[\w.-]+; Max-Age=34560000; Path=\/; HttpOnly; Secure; SameSite=Strict$/,
    )
    const cookie = line.slice(deviceCookie.length + 1).split(';')[0] ?? ''
    const ofSecond = (await knownFor(second)).jar.get(deviceCookie) ?? ''
    await lock(email)
    const forged = `${cookie.slice(0, -4)}${cookie.endsWith('AAAA') ? 'BBBB' : 'AAAA'}`
    for (const bad of ['', 'forged', forged, ofSecond, `${cookie}; ${deviceCookie}=${cookie}`])
      expect([bad, await signInWith(bad, email)]).toEqual([bad, 429])
    vi.useFakeTimers({ toFake: ['Date'], now: Date.now() + 401 * 24 * 3_600_000 })
    try {
      expect(await signInWith(cookie, email)).toBe(429)
    } finally {
      vi.useRealTimers()
    }
    expect(await signInWith(cookie, email.toUpperCase())).toBe(200)
    // The cookie grants no access: sign-in still requires the password.
    const thief = visitor(bff)
    thief.jar.set(deviceCookie, cookie)
    expect((await thief.signIn(email, 'a guess')).status).toBe(401)
    expect((await thief.get('/api/session')).status).toBe(401)
  })

  test('recognizes a shared browser for its latest eight accounts', async () => {
    const emails = await Promise.all(Array.from({ length: 9 }, newUser))
    const browser = await knownFor(...emails)
    const device = browser.jar.get(deviceCookie) ?? ''
    const [first = '', next = ''] = emails
    await lock(first)
    await lock(next)
    expect([await signInWith(device, first), await signInWith(device, next)]).toEqual([429, 200])
  })

  test('accepts thirty right sign-ins at once from one address', async () => {
    const from = [
      { email: 'admin@example.com', password: passwords.admin },
      { email: 'supervisor@example.com', password: passwords.supervisor },
    ]
    const answers = await Promise.all(
      Array.from({ length: 30 }, (_, n) =>
        (n % 4 < 2 ? bff : other).requestAs(null, '/api/auth/sign-in/email', from[n % 2]),
      ),
    )
    expect(answers.map(({ status }) => status)).toEqual(Array.from({ length: 30 }, () => 200))
  })
})
