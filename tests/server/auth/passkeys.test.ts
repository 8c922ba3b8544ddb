import { sql } from 'kysely'
import { expect, onTestFinished, test, vi } from 'vitest'
import { account } from '#contract/account.ts'
import { listAudit } from '#contract/audit.ts'
import { eachStore } from '../../stores/each-store.ts'
import { createAuthenticator, type Authenticator } from '../authenticator.ts'
import { changeUser } from '../change-user.ts'
import { openBff, passwords, type Bff } from '../bff.ts'
import { appCode, visitor, type Visitor } from '../visitor.ts'

const domain = 'console.example.com'
const email = 'admin@example.com'
const sessionCookie = '__Host-console-session'

const challengeFrom = async (browser: Visitor, path: string) =>
  String((await browser.request('POST', path)).body['challenge'])

async function addPasskey(browser: Visitor, device: Authenticator, name = 'Work laptop') {
  const challenge = await challengeFrom(browser, '/api/account/passkey-options')
  return browser.request('POST', '/api/account/passkeys', { name, response: device.make({ challenge }) })
}

async function signInBy(browser: Visitor, device: Authenticator, change: object = {}) {
  const challenge = await challengeFrom(browser, '/api/auth/sign-in/passkey/options')
  const response = device.use({ challenge, ...change })
  return browser.request('POST', '/api/auth/sign-in/passkey', { response })
}

async function stepUpBy(browser: Visitor, device: Authenticator) {
  const challenge = await challengeFrom(browser, '/api/session/step-up/passkey/options')
  const response = device.use({ challenge })
  return browser.request('POST', '/api/session/step-up/passkey', { response })
}

eachStore(({ copyStore, open }) => {
  test('signs in and steps up with a passkey, without the code of the second factor, until it is removed', async () => {
    const where = await copyStore()
    const bff = await openBff({ store: where })
    const database = await open(where)
    const age = () => sql`UPDATE session SET proved_at = ${Date.now() - 6 * 60_000}`.execute(database.db)
    const owner = visitor(bff)
    await owner.signIn(email, passwords.admin)
    const { body } = await owner.request('POST', '/api/account/second-factor')
    const app = String(body['uri'])
    await owner.request('POST', '/api/account/second-factor/confirm', { code: appCode(app) })
    const proof = { password: passwords.admin, code: appCode(app, Date.now() + 30_000) }
    expect((await owner.request('POST', '/api/session/step-up', proof)).status).toBe(200)
    const device = createAuthenticator(domain)
    const [added] = account.parse((await addPasskey(owner, device)).body).passkeys
    expect(added).toMatchObject({ name: 'Work laptop', lastUsedAt: null })
    expect((await addPasskey(owner, device)).body['code']).toBe('passkey-wrong')

    const browser = visitor(bff)
    expect((await signInBy(browser, device)).status).toBe(200)
    expect([...browser.jar.keys()]).toEqual([sessionCookie])
    expect((await browser.get('/api/session')).body).toMatchObject({ user: { email } })
    const reveal = () => browser.request('POST', '/api/extensions/1000/secret', { reason: 'ticket 4711' })
    expect((await reveal()).status).toBe(200)
    await age()
    expect((await reveal()).body['code']).toBe('step-up-needed')
    expect((await browser.get('/api/session/step-up')).body).toEqual({
      need: 'password-and-code',
      passkey: true,
    })
    const before = browser.jar.get(sessionCookie)
    expect((await stepUpBy(browser, device)).status).toBe(200)
    expect(browser.jar.get(sessionCookie)).not.toBe(before)
    expect((await reveal()).status).toBe(200)
    // Another user's passkey is no proof.
    const other = visitor(bff)
    await other.signIn('supervisor@example.com', passwords.supervisor)
    expect((await stepUpBy(other, device)).body['code']).toBe('passkey-wrong')

    const path = `/api/account/passkeys/${added?.id ?? ''}`
    await other.request('DELETE', path)
    const renamed = await browser.request('PATCH', path, { name: 'Old laptop' })
    expect(account.parse(renamed.body).passkeys).toMatchObject([
      { name: 'Old laptop', lastUsedAt: expect.any(Number) },
    ])
    expect(account.parse((await browser.request('DELETE', path)).body).passkeys).toEqual([])
    expect((await signInBy(visitor(bff), device)).body['code']).toBe('passkey-wrong')
    const { text } = await bff.requestAs('supervisor', '/api/session')
    expect(text).not.toContain('passkey')
    await bff.close()
  })
})

test('refuses a passkey used elsewhere, without its user, for another challenge, twice, or of a disabled user', async () => {
  const bff = await openBff()
  const owner = visitor(bff)
  await owner.signIn(email, passwords.admin)
  const device = createAuthenticator(domain)
  await addPasskey(owner, device)
  for (const change of [
    { origin: 'https://evil.example.com' },
    { isVerified: false },
    { challenge: 'AAAAAAAAAAAAAAAAAAAAAA' },
  ])
    expect([change, await signInBy(visitor(bff), device, change)]).toMatchObject([
      change,
      { status: 401, body: { code: 'passkey-wrong' } },
    ])
  expect((await signInBy(visitor(bff), createAuthenticator(domain))).body['code']).toBe('passkey-wrong')

  const browser = visitor(bff)
  const challenge = await challengeFrom(browser, '/api/auth/sign-in/passkey/options')
  const kept = browser.jar.get('__Host-console-passkey') ?? ''
  const use = { response: device.use({ challenge }) }
  expect((await browser.request('POST', '/api/auth/sign-in/passkey', use)).status).toBe(200)
  const thief = visitor(bff)
  thief.jar.set('__Host-console-passkey', kept)
  expect((await thief.request('POST', '/api/auth/sign-in/passkey', use)).body['code']).toBe('passkey-wrong')

  const [admin] = await bff.console.auth.users.list()
  const second = { email: 'second@example.com', password: 'a second long password' }
  await bff.console.auth.users.create({ ...second, name: 'Second', role: 'admin' })
  const colleague = visitor(bff)
  await colleague.signIn(second.email, second.password)
  await changeUser(colleague.request, admin?.id, { disabled: true })
  const late = visitor(bff)
  expect((await signInBy(late, device)).body['code']).toBe('passkey-wrong')
  expect(late.jar.get(sessionCookie)).toBeUndefined()
  await bff.close()
})

eachStore(({ copyStore, engine }) => {
  test('opens nothing to a password alone where the role requires a second factor, although its user owns a passkey', async () => {
    const store = await copyStore()
    const device = createAuthenticator(domain)
    const before = await openBff({ store })
    const owner = visitor(before)
    await owner.signIn(email, passwords.admin)
    expect((await addPasskey(owner, device)).status).toBe(200)
    await before.close()

    const bff = await openBff({ store, requireSecondFactor: 'admin' })
    const browser = visitor(bff)
    await browser.signIn(email, passwords.admin)
    expect((await browser.get('/api/session')).body).toMatchObject({
      secondFactorNeed: 'give',
      permissions: [],
    })
    const reveal = () => browser.request('POST', '/api/extensions/1000/secret', { reason: 'ticket 4711' })
    expect((await reveal()).body['code']).toBe('second-factor-required')
    // Nor may it add a factor of its own, or a token that works without one.
    expect((await browser.request('POST', '/api/account/passkey-options')).body['code']).toBe(
      'second-factor-required',
    )
    expect((await browser.request('POST', '/api/account/second-factor')).body['code']).toBe(
      'second-factor-required',
    )
    const token = { name: 'Night job', scopes: ['secret.reveal'], days: 30 }
    expect((await browser.request('POST', '/api/account/api-tokens', token)).body['code']).toBe(
      'second-factor-required',
    )
    expect((await browser.get('/api/session/step-up')).body).toEqual({ need: 'passkey', passkey: true })
    const byPassword = await browser.request('POST', '/api/session/step-up', { password: passwords.admin })
    expect(byPassword.body['code']).toBe('second-factor-required')
    expect((await stepUpBy(browser, device)).status).toBe(200)
    expect((await reveal()).status).toBe(200)
    expect((await browser.get('/api/users')).body['items']).toContainEqual(
      expect.objectContaining({ email, secondFactor: false, passkeys: 1 }),
    )

    const signedInByPasskey = visitor(bff)
    await signInBy(signedInByPasskey, device)
    expect((await signedInByPasskey.get('/api/users')).status).toBe(200)
    await bff.close()
  })

  test('requires a second factor of a role that an administrator chooses, on record, on every replica at once', async () => {
    const store = await copyStore()
    const one = await openBff({ store })
    const two = engine === 'sqlite' ? one : await openBff({ store, serviceUrl: one.serviceUrl })
    const path = '/api/second-factor-roles/supervisor'
    const supervisorOn = (bff: Bff) => bff.requestAs('supervisor', '/api/pools')
    expect((await supervisorOn(two)).status).toBe(200)
    const put = (required: boolean) => one.requestAs('admin', path, { required }, {}, 'PUT')
    expect((await put(true)).body).toEqual({ configured: [], chosen: ['supervisor'] })
    expect((await supervisorOn(two)).body['code']).toBe('second-factor-required')
    expect((await two.requestAs('admin', '/api/users')).body).toMatchObject({
      secondFactorRoles: { chosen: ['supervisor'] },
    })
    expect((await put(false)).body).toEqual({ configured: [], chosen: [] })
    expect((await supervisorOn(two)).status).toBe(200)
    const { items } = listAudit.answer.parse(
      (await one.requestAs('admin', '/api/audit?object=supervisor')).body,
    )
    expect(items.filter(({ phase }) => phase === 'outcome').map(({ action }) => action)).toEqual([
      'user.waive-second-factor',
      'user.require-second-factor',
    ])
    if (two !== one) await two.close()
    await one.close()
  })
})

test('keeps the sign-in time and the twelve hours of a session through a step-up', async () => {
  vi.useFakeTimers({ toFake: ['Date'], now: Date.now() })
  onTestFinished(() => void vi.useRealTimers())
  const bff = await openBff()
  const owner = visitor(bff)
  await owner.signIn(email, passwords.admin)
  const signedInAt = Date.now()
  const begun = async () => account.parse((await owner.get('/api/account')).body).sessions[0]?.createdAt
  const stepUp = () => owner.request('POST', '/api/session/step-up', { password: passwords.admin })
  for (let minutes = 0; minutes < 700; minutes += 25) {
    vi.setSystemTime(Date.now() + 25 * 60_000)
    expect((await stepUp()).status).toBe(200)
    expect(await begun()).toBe(signedInAt)
  }
  vi.setSystemTime(signedInAt + 12 * 3_600_000 + 1)
  expect((await owner.get('/api/session')).status).toBe(401)
  await bff.close()
})
