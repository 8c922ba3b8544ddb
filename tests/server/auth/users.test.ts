import { afterAll, beforeAll, describe, expect, onTestFinished, test, vi } from 'vitest'
import { listAudit } from '#contract/audit.ts'
import { openReservations } from '#contract/reservations.ts'
import { createServiceRequests } from '#contract/service-requests.ts'
import { listUsers, user, type User } from '#contract/users.ts'
import { copyPreparedStore, eachStore } from '../../stores/each-store.ts'
import { openBff, passwords, type Bff } from '../bff.ts'
import { changeUser } from '../change-user.ts'
import { visitor, type Visitor } from '../visitor.ts'

describe.each(['sqlite', 'postgres'] as const)('on %s', (engine) => {
  const cleanUps: (() => unknown)[] = []
  let bff: Bff
  /** A second replica on PostgreSQL; the same process on SQLite. */
  let other: Bff
  let admin: Visitor
  beforeAll(async () => {
    const store = await copyPreparedStore(engine, cleanUps)
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
  /** Creates a user who has chosen a password and is signed in. */
  async function settled(role: 'admin' | 'supervisor' = 'supervisor') {
    const email = `user${++count}@example.com`
    const invited = await admin.request('POST', '/api/users', { email, name: `User ${count}`, role })
    const { id } = user.parse(invited.body['user'])
    const password = `a long password ${count}`
    const browser = visitor(bff)
    await browser.signIn(email, String(invited.body['password']))
    const changed = await browser.request('POST', '/api/account/password', {
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

  test('signs an invited user in with the password shown once, and requires a new one first', async () => {
    const invited = await admin.request('POST', '/api/users', {
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
          oneTimePassword: 'waiting',
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
      browser.request('POST', '/api/account/password', { current, next })
    /** Converts to full-width letters, which have the same hash. */
    const wide = (text: string) =>
      text.replaceAll(/[!-~]/g, (sign) => String.fromCharCode(sign.charCodeAt(0) + 0xfee0))
    const bads = [
      'short',
      once,
      wide(once),
      'aaaaaaaaaaaaaaaa',
      ' '.repeat(12),
      'abcabcabcabc',
      'new.person-2026!',
      wide('new.person-2026!'),
    ]
    for (const bad of bads)
      expect(await change(bad)).toMatchObject({ status: 400, body: { errors: [{ path: 'next' }] } })
    const commons = ['Password12345!', 'QWERTYuiop2026', '1qaz2wsx3edc', wide('password1234')]
    const ofProduct = ['extension-console', 'Extension Console 2026', 'console.extension']
    const ofOwner = ['Person New 1!', 'new-person-new', 'person-Person1']
    const ofDomain = ['example.com1', 'Example-2026!', 'com.example.1']
    for (const common of [...commons, ...ofProduct, ...ofOwner, ...ofDomain])
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
      await admin.request('POST', '/api/users', {
        email: 'NEW.person@example.com',
        name: 'x',
        role: 'admin',
      }),
    ).toMatchObject({ status: 409, body: { code: 'user-exists' } })
  })

  /** Invites a user and returns the ID, email and one-time password. */
  async function invited() {
    const email = `user${++count}@example.com`
    const made = await admin.request('POST', '/api/users', { email, name: 'Invited', role: 'supervisor' })
    return { email, id: user.parse(made.body['user']).id, once: String(made.body['password']) }
  }

  test('refuses a one-time password after a day, and accepts a new one', async () => {
    const { email, id, once } = await invited()
    const signInAgain = () => admin.signIn('admin@example.com', passwords.admin)
    onTestFinished(async () => {
      vi.useRealTimers()
      // The sign-in below lies in the future now.
      await signInAgain()
    })
    const dayMs = 24 * 3_600_000
    vi.useFakeTimers({ toFake: ['Date'], now: Date.now() + dayMs })
    expect(await visitor(bff).signIn(email, once)).toMatchObject({
      status: 403,
      body: { code: 'one-time-password-invalid' },
    })
    expect((await visitor(bff).signIn(email, 'a guess')).status).toBe(401)
    expect((await signInAgain()).status).toBe(200)
    expect(await shown(id)).toMatchObject({ oneTimePassword: 'expired', sessions: 0 })
    const reset = await admin.request('POST', `/api/users/${id}/password`)
    expect(reset.body).toMatchObject({ user: { oneTimePassword: 'waiting' } })
    vi.setSystemTime(Date.now() + dayMs - 60_000)
    expect((await visitor(bff).signIn(email, String(reset.body['password']))).status).toBe(200)
  })

  test("R33: refuses a user's sessions at once on every replica after disabling, a role change, ending and a reset", async () => {
    const { id, email, password, browser } = await settled()
    const refused = async () => {
      for (const replica of [bff, other])
        expect((await browser.get('/api/session', replica)).status).toBe(401)
    }
    expect(await shown(id)).toMatchObject({ sessions: 1, lastSignInAt: expect.any(Number) })
    expect((await browser.get('/api/session', other)).status).toBe(200)
    await changeUser(admin.request, id, { disabled: true })
    await refused()
    expect(await shown(id)).toMatchObject({ disabled: true, sessions: 0 })
    expect(await browser.signIn(email, password)).toMatchObject({ status: 401 })
    await refused()
    await changeUser(admin.request, id, { disabled: false })
    await refused()
    await browser.signIn(email, password)
    await changeUser(admin.request, id, { role: 'admin' })
    await refused()
    await browser.signIn(email, password)
    expect((await browser.get('/api/session', other)).body).toMatchObject({ role: 'admin' })
    await admin.request('DELETE', `/api/users/${id}/sessions`)
    await refused()
    await browser.signIn(email, password)
    const reset = await admin.request('POST', `/api/users/${id}/password`)
    expect(reset.body).toMatchObject({ user: { oneTimePassword: 'waiting' } })
    await refused()
    expect(await browser.signIn(email, password)).toMatchObject({ status: 401 })
    expect(await browser.signIn(email, String(reset.body['password']))).toMatchObject({ status: 200 })
  })

  test('refuses to disable, demote or unlock oneself', async () => {
    const own = user.parse(
      (await bff.console.auth.users.list()).find(({ email }) => email === 'admin@example.com'),
    )
    for (const change of [{ role: 'supervisor' }, { disabled: true }])
      expect(await changeUser(admin.request, own.id, change)).toMatchObject({
        status: 409,
        body: { code: 'own-account' },
      })
    // Otherwise an administrator could guess at their own step-up without limit.
    expect(await admin.request('DELETE', `/api/users/${own.id}/lock`)).toMatchObject({
      status: 409,
      body: { code: 'own-account' },
    })
    expect(await changeUser(admin.request, own.id, {})).toMatchObject({ status: 400 })
  })

  test('records every change with actor, user and change, and answers 404 for an unknown user', async () => {
    const { email, id } = await settled()
    const change = async (body: object) =>
      expect((await changeUser(admin.request, id, body)).status).toBe(200)
    await change({ role: 'supervisor', limit: { departments: ['Sales'], pools: [] } })
    await change({ role: 'supervisor', limit: null })
    await change({ role: 'admin' })
    await change({ role: 'admin' })
    await change({ disabled: true })
    await change({ disabled: false })
    for (const path of ['lock', 'second-factor', 'sessions'])
      await admin.request('DELETE', `/api/users/${id}/${path}`, {})
    await admin.request('POST', `/api/users/${id}/password`, {})
    const { body } = await admin.get(`/api/audit?object=${email}`)
    const { items } = listAudit.answer.parse(body)
    const done = items.filter(({ phase, action }) => phase === 'outcome' && !action.startsWith('session.'))
    expect(done.map(({ actor, action, values, result }) => [actor, action, values, result])).toEqual([
      ['admin@example.com', 'user.reset-password', {}, 'done'],
      ['admin@example.com', 'user.end-sessions', {}, 'done'],
      ['admin@example.com', 'user.remove-second-factor', {}, 'done'],
      ['admin@example.com', 'user.unlock', {}, 'done'],
      ['admin@example.com', 'user.enable', {}, 'done'],
      ['admin@example.com', 'user.disable', {}, 'done'],
      ['admin@example.com', 'user.role', {}, 'done'],
      ['admin@example.com', 'user.role', { role: { before: 'supervisor', after: 'admin' } }, 'done'],
      ['admin@example.com', 'user.limit', expect.anything(), 'done'],
      ['admin@example.com', 'user.limit', expect.anything(), 'done'],
      [email, 'account.change-password', {}, 'done'],
      ['admin@example.com', 'user.invite', { role: 'supervisor' }, 'done'],
    ])
    expect((await changeUser(admin.request, id, { role: 'admin', disabled: true })).status).toBe(400)
    expect(JSON.stringify(body)).not.toContain('a long password')
    expect((await admin.request('PATCH', '/api/users/unknown', { version: 0, disabled: true })).status).toBe(
      404,
    )
  })
})

eachStore(({ copyStore, engine }) => {
  const second = { email: 'second@example.com', password: 'a second long password' }

  /** Two administrators, on PostgreSQL each on a replica of their own. */
  async function twoAdministrators() {
    const store = await copyStore()
    const one = await openBff({ store })
    onTestFinished(() => one.close())
    const two = engine === 'sqlite' ? one : await openBff({ store, serviceUrl: one.serviceUrl })
    if (two !== one) onTestFinished(() => two.close())
    await one.console.auth.users.create({ ...second, name: 'Second', role: 'admin' })
    const [first, other] = [visitor(one), visitor(two)]
    await first.signIn('admin@example.com', passwords.admin)
    await other.signIn(second.email, second.password)
    const { items } = listUsers.answer.parse((await first.get('/api/users')).body)
    const shown = (email: string) => {
      const found = items.find((each) => each.email === email)
      if (found === undefined) throw new Error(`no ${email}`)
      return found
    }
    return { first, other, shown, one }
  }

  test("does not overwrite another administrator's change of the same user", async () => {
    const { first, other, shown } = await twoAdministrators()
    const { id, version } = shown('supervisor@example.com')
    const change = (by: Visitor, department: string) =>
      by.request('PATCH', `/api/users/${id}`, { version, limit: { departments: [department], pools: [] } })
    const answers = await Promise.all([change(first, 'Sales'), change(other, 'Support')])
    expect(answers.map(({ status }) => status).toSorted((a, b) => a - b)).toEqual([200, 409])
    expect(answers.find(({ status }) => status === 409)?.body['code']).toBe('edit-conflict')
    const done = user.parse(answers.find(({ status }) => status === 200)?.body)
    const now = listUsers.answer.parse((await first.get('/api/users')).body).items
    expect(now.find((each) => each.id === id)?.limit).toEqual(done.limit)
  })

  test.each([{ disabled: true, releaseReason: 'left' }, { disabled: true }, { role: 'auditor' }])(
    'gives the requests of a user back to the administrators with %j, and releases reservations only when asked',
    async (change) => {
      const { first, shown, one } = await twoAdministrators()
      const { id, email } = shown('supervisor@example.com')
      const bound = ['1000', '1001', '1002', '1003', '1004']
      const asked = await first.request('POST', '/api/service-requests', {
        kind: 'delete',
        reason: 'old',
        items: bound.map((ext) => ({ ext })),
      })
      const ids = createServiceRequests.answer
        .parse(asked.body)
        .items.flatMap(({ request }) => request?.id ?? [])
      expect(ids).toHaveLength(5)
      await first.request('PUT', '/api/service-requests/assignee', { ids, userId: id })
      const idle = await first.get('/api/extensions/idle?pageSize=3')
      const free = JSON.stringify(idle.body).match(/(?<="ext":")\d+/g) ?? []
      const agentUuid = '9348ee74c2cefd4740db23a3b5bf4a0d'
      const reserved = await one.requestAs(
        'supervisor',
        '/api/reservations',
        { items: free.map((ext) => ({ ext, agentUuid })) },
        { 'idempotency-key': 'reserved-before-leaving' },
      )
      expect(reserved.status).toBe(200)
      const assigned = async () =>
        (await first.get(`/api/service-requests?assignee=${id}&state=pending`)).body['total']
      const open = async () =>
        openReservations.answer.parse((await first.get('/api/reservations/open')).body).items.length
      expect([await assigned(), await open()]).toEqual([5, 3])
      expect((await changeUser(first.request, id, change)).status).toBe(200)
      const releases = 'releaseReason' in change
      expect([await assigned(), await open()]).toEqual([0, releases ? 0 : 3])
      const { items } = listAudit.answer.parse((await first.get('/api/audit?pageSize=100')).body)
      const done = items.filter(({ actor, phase }) => actor === 'admin@example.com' && phase === 'outcome')
      const entries = (action: string) => done.filter((entry) => entry.action === action)
      // Each is assigned once to the user, and once to no one.
      expect(entries('request.assign').map(({ values }) => values['assignee'] !== null)).toEqual([
        ...bound.map(() => false),
        ...bound.map(() => true),
      ])
      expect(entries('reservation.release').map(({ object, reason }) => [object, reason])).toEqual(
        releases ? free.toReversed().map((ext) => [ext, 'left']) : [],
      )
      const action = 'role' in change ? 'user.role' : 'user.disable'
      expect(entries(action).map(({ object }) => object)).toEqual([email])
    },
  )

  test('releases reservations only with disabling', async () => {
    const { first, shown } = await twoAdministrators()
    const { id } = shown('supervisor@example.com')
    for (const change of [{ disabled: false }, { role: 'auditor' }])
      expect((await changeUser(first.request, id, { ...change, releaseReason: 'left' })).status).toBe(400)
    expect(
      (await changeUser(first.request, id, { disabled: true, releaseReason: 'password: k8Zq2LmP' })).body,
    ).toMatchObject({ errors: [{ path: 'releaseReason' }] })
  })

  test.each([{ role: 'supervisor' }, { disabled: true }])(
    'keeps one of two administrators who change each other to %j at once',
    async (change) => {
      const { first, other, shown, one } = await twoAdministrators()
      const take = (by: Visitor, email: string) => {
        const { id, version } = shown(email)
        return by.request('PATCH', `/api/users/${id}`, { version, ...change })
      }
      const answers = await Promise.all([take(first, second.email), take(other, 'admin@example.com')])
      expect(answers.filter(({ status }) => status === 200)).toHaveLength(1)
      const left = (await one.console.auth.users.list()).filter(
        ({ role, disabled }) => role === 'admin' && !disabled,
      )
      expect(left).toHaveLength(1)
    },
  )
})
