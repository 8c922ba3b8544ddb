import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { user, type User } from '#contract/users.ts'
import { newPlace } from '../stores/each-store.ts'
import { openBff, passwords, type Bff } from './bff.ts'
import { visitor, type Visitor } from './visitor.ts'

describe.each(['sqlite', 'postgres'] as const)('on %s', (engine) => {
  const cleanUps: (() => unknown)[] = []
  let bff: Bff
  /** Another replica where there can be one. */
  let other: Bff
  let admin: Visitor
  beforeAll(async () => {
    const store = await newPlace(engine, cleanUps)
    bff = await openBff({ store })
    cleanUps.push(() => bff.close())
    other = engine === 'sqlite' ? bff : await openBff({ store, serviceUrl: bff.serviceUrl })
    if (other !== bff) cleanUps.push(() => other.close())
    admin = visitor(bff)
    await admin.signIn('admin@example.com', passwords.admin)
  })
  afterAll(async () => {
    for (const cleanUp of cleanUps.toReversed()) await cleanUp()
  })

  let count = 0
  /** A new user who has chosen a password and is signed in. */
  async function settled(role: 'admin' | 'supervisor' = 'supervisor') {
    const email = `user${++count}@example.com`
    const invited = await admin.ask('POST', '/api/users', { email, name: `User ${count}`, role })
    const { id } = user.parse(invited.body['user'])
    const password = `a long password ${count}`
    const browser = visitor(bff)
    await browser.signIn(email, String(invited.body['password']))
    const changed = await browser.ask('POST', '/api/account/password', {
      current: invited.body['password'],
      next: password,
    })
    expect(changed.status).toBe(200)
    return { id, email, password, browser }
  }
  const shown = async (id: string): Promise<User | undefined> => {
    const { body } = await admin.get('/api/users')
    const items: unknown[] = Array.isArray(body['items']) ? body['items'] : []
    return items.map((item) => user.parse(item)).find((each) => each.id === id)
  }

  test('an invited user signs in with the password shown once, and can do nothing before changing it', async () => {
    const invited = await admin.ask('POST', '/api/users', {
      email: 'New.Person@Example.com',
      name: ' New Person ',
      role: 'supervisor',
    })
    expect(invited).toMatchObject({
      status: 200,
      body: {
        user: {
          email: 'new.person@example.com',
          name: 'New Person',
          role: 'supervisor',
          mustChangePassword: true,
          lastSignInAt: null,
          sessions: 0,
        },
        password: expect.stringMatching(/^[\w-]{16}$/),
      },
    })
    const once = String(invited.body['password'])
    const browser = visitor(bff)
    expect(await browser.signIn('new.person@example.com', once)).toMatchObject({ status: 200 })
    const first = browser.jar.get('__Host-console-session')
    expect((await browser.get('/api/session')).body).toMatchObject({
      mustChangePassword: true,
      permissions: [],
    })
    expect(await browser.get('/api/extensions/idle')).toMatchObject({
      status: 403,
      body: { code: 'password-change-required' },
    })
    const change = (next: string, current = once) =>
      browser.ask('POST', '/api/account/password', { current, next })
    for (const bad of ['short', once, 'aaaaaaaaaaaaaaaa', 'new.person-2026!'])
      expect(await change(bad)).toMatchObject({ status: 400, body: { errors: [{ path: 'next' }] } })
    for (const common of ['Password12345!', 'QWERTYuiop2026', 'passwordpassword', '1qaz2wsx3edc'])
      expect(await change(common)).toMatchObject({
        status: 400,
        body: { code: 'password-common', errors: [{ path: 'next' }] },
      })
    expect(await change('a password of my own', 'wrong one')).toMatchObject({
      status: 403,
      body: { code: 'password-wrong' },
    })
    expect(await change('a password of my own')).toMatchObject({ status: 200 })
    expect(browser.jar.get('__Host-console-session')).not.toBe(first)
    expect((await browser.get('/api/extensions/idle')).status).toBe(200)
    expect(await visitor(bff).signIn('new.person@example.com', once)).toMatchObject({ status: 401 })
    expect(
      await admin.ask('POST', '/api/users', { email: 'NEW.person@example.com', name: 'x', role: 'admin' }),
    ).toMatchObject({ status: 409, body: { code: 'user-exists' } })
  })

  test('T33: disabled, of another role, ended, reset: the sessions of before are refused at once on every replica', async () => {
    const { id, email, password, browser } = await settled()
    const refused = async () => {
      for (const replica of [bff, other])
        expect((await browser.get('/api/session', replica)).status).toBe(401)
    }
    expect(await shown(id)).toMatchObject({ sessions: 1, lastSignInAt: expect.any(Number) })
    expect((await browser.get('/api/session', other)).status).toBe(200)
    await admin.ask('PATCH', `/api/users/${id}`, { disabled: true })
    await refused()
    expect(await shown(id)).toMatchObject({ disabled: true, sessions: 0 })
    expect(await browser.signIn(email, password)).toMatchObject({ status: 401 })
    await refused()
    await admin.ask('PATCH', `/api/users/${id}`, { disabled: false })
    await refused()
    await browser.signIn(email, password)
    await admin.ask('PATCH', `/api/users/${id}`, { role: 'admin' })
    await refused()
    await browser.signIn(email, password)
    expect((await browser.get('/api/session', other)).body).toMatchObject({ role: 'admin' })
    await admin.ask('DELETE', `/api/users/${id}/sessions`)
    await refused()
    await browser.signIn(email, password)
    const reset = await admin.ask('POST', `/api/users/${id}/password`)
    expect(reset.body).toMatchObject({ user: { mustChangePassword: true } })
    await refused()
    expect(await browser.signIn(email, password)).toMatchObject({ status: 401 })
    expect(await browser.signIn(email, String(reset.body['password']))).toMatchObject({ status: 200 })
  })

  test('nobody disables or demotes themselves, nor the last admin; two admins at once do not demote each other', async () => {
    const own = user.parse(
      (await bff.console.auth.users()).find(({ email }) => email === 'admin@example.com'),
    )
    for (const change of [{ role: 'supervisor' }, { disabled: true }])
      expect(await admin.ask('PATCH', `/api/users/${own.id}`, change)).toMatchObject({
        status: 409,
        body: { code: 'own-account' },
      })
    expect(await admin.ask('PATCH', `/api/users/${own.id}`, {})).toMatchObject({ status: 400 })
    for (const each of (await bff.console.auth.users()).filter((one) => one.role === 'admin'))
      if (each.id !== own.id) await admin.ask('PATCH', `/api/users/${each.id}`, { role: 'supervisor' })
    const second = await settled('admin')
    const changes = await Promise.all([
      admin.ask('PATCH', `/api/users/${second.id}`, { role: 'supervisor' }),
      second.browser.ask('PATCH', `/api/users/${own.id}`, { disabled: true }, other),
    ])
    const admins = (await bff.console.auth.users()).filter((one) => one.role === 'admin' && !one.disabled)
    expect(admins.length).toBeGreaterThanOrEqual(1)
    expect(changes.filter(({ status }) => status === 200).length).toBe(1)
    // Whoever was left restores the rest.
    await bff.console.auth.changeUser(own.id, { disabled: false })
    await admin.signIn('admin@example.com', passwords.admin)
    expect(await bff.console.auth.changeUser(second.id, { role: 'supervisor' })).toMatchObject({
      role: 'supervisor',
    })
    await expect(bff.console.auth.changeUser(own.id, { disabled: true })).rejects.toMatchObject({
      code: 'last-admin',
    })
  })

  test('every act is on record with who, whom and what; an unknown user is not found', async () => {
    const { email, id } = await settled()
    await admin.ask('PATCH', `/api/users/${id}`, { disabled: true })
    const { body } = await admin.get(`/api/audit?action=user.change&object=${email}`)
    expect(body['items']).toMatchObject([
      { phase: 'outcome', result: 'disabled', actor: 'admin@example.com' },
      { phase: 'intent', reason: 'disabled', actor: 'admin@example.com' },
      { phase: 'outcome', result: 'own password changed', actor: email },
      { phase: 'intent', reason: 'own password changed' },
      { phase: 'outcome', result: 'invited as supervisor' },
      { phase: 'intent', reason: 'invited as supervisor' },
    ])
    expect(JSON.stringify(body)).not.toContain('a long password')
    expect((await admin.ask('PATCH', '/api/users/nobody', { disabled: true })).status).toBe(404)
  })
})
