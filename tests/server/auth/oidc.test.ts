import { createHash } from 'node:crypto'
import * as z from 'zod'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { listAudit } from '#contract/audit.ts'
import { createServiceRequests } from '#contract/service-requests.ts'
import { listNotifications } from '#contract/notifications.ts'
import { testMail } from '#contract/notification-channels.ts'
import { openWithProvider, people, type WithProvider } from '../../oidc/real-console.ts'
import { eachStore } from '../../stores/each-store.ts'
import { origin, passwords } from '../bff.ts'
import { asAdmin, changeUser } from '../change-user.ts'
import { mailPassword, startMailServer } from '../mail-server.ts'

const { ada, sun, nora } = people
const sessionUser = z.object({ user: z.object({ id: z.string(), email: z.string() }) })

eachStore(({ copyStore }) => {
  let console: WithProvider
  beforeAll(async () => {
    const store = await copyStore()
    console = await openWithProvider(store)
  })
  afterAll(() => console.close())
  /** Returns the console's name for a person at the provider. */
  const there = (shownAs: string, subject = shownAs.split('@')[0] ?? '') => {
    const { issuer } = console.provider
    const hash = createHash('sha256')
      .update(JSON.stringify([issuer, subject]))
      .digest('hex')
    return `${shownAs} (${new URL(issuer).host} ${hash.slice(0, 12)})`
  }

  describe('sign-in at a real provider', () => {
    test('signs in an admin by the admin value, opens the requested page and writes to the audit', async () => {
      const browser = console.openBrowser()
      expect(await console.signIn(browser, 'ada', { next: '/extensions/idle?ext=12' })).toBe(
        '/extensions/idle?ext=12',
      )
      expect(await console.session(browser)).toMatchObject({
        status: 200,
        role: 'admin',
        user: { name: 'Ada', email: there('ada@example.com') },
      })
      expect(browser.jar(origin).size).toBe(1)
      expect(await console.recorded()).toMatchObject({
        action: 'session.begin',
        actor: there('ada@example.com'),
        role: 'admin',
        object: `${console.provider.issuer} ada`,
        result: 'done',
      })
    })

    test('signs in a supervisor by the supervisor value', async () => {
      const browser = console.openBrowser()
      expect(await console.signIn(browser, 'sun')).toBe('/')
      expect(await console.session(browser)).toMatchObject({ role: 'supervisor', user: { name: '孙主管' } })
    })

    test('refuses a person without either value, and shows why', async () => {
      const browser = console.openBrowser()
      expect(await console.signIn(browser, 'nora', { next: '/people' })).toBe(
        '/sign-in?sso=no-role&next=%2Fpeople',
      )
      expect(await console.session(browser)).toMatchObject({ status: 401 })
      expect((await console.bff.console.auth.users.list()).map(({ email }) => email)).not.toContain(
        there('nora'),
      )
      expect(await console.recorded()).toMatchObject({
        action: 'session.refused',
        actor: there('nora'),
        object: `${console.provider.issuer} nora`,
        result: 'sso-no-role',
      })
    })

    test('returns to the sign-in page when the person cancels at the provider', async () => {
      const browser = console.openBrowser()
      expect(await console.signIn(browser, 'stranger')).toBe('/sign-in?sso=cancelled')
      expect(await console.session(browser)).toMatchObject({ status: 401 })
    })

    test('reads the role at every sign-in, and ends every session when the role is lost', async () => {
      const browser = console.openBrowser()
      await console.signIn(browser, 'ada')
      await console.provider.setPeople({ ada: { ...ada, groups: ['console-supervisors'] }, sun, nora })
      const second = console.openBrowser()
      await console.signIn(second, 'ada')
      expect(await console.session(second)).toMatchObject({ role: 'supervisor' })
      expect(await console.session(browser)).toMatchObject({ role: 'supervisor' })
      // Of several values, the first role of the list decides.
      await console.provider.setPeople({
        ada: { ...ada, groups: ['console-auditors', 'console-help-desk'] },
        sun,
        nora,
      })
      await console.signIn(second, 'ada')
      expect(await console.session(second)).toMatchObject({ role: 'help-desk' })
      await console.provider.setPeople({ ada: { ...ada, groups: [] }, sun, nora })
      expect(await console.signIn(console.openBrowser(), 'ada')).toBe('/sign-in?sso=no-role')
      for (const one of [browser, second]) expect(await console.session(one)).toMatchObject({ status: 401 })
      await console.provider.setPeople({ ada, sun, nora })
    })

    test('gives the requests of a user back to the administrators when the role is taken away', async () => {
      const { bff, provider } = console
      for (const groups of [['console-auditors'], []]) {
        await provider.setPeople({ ada, sun, nora })
        const browser = console.openBrowser()
        await console.signIn(browser, 'ada')
        const { user } = sessionUser.parse(await console.session(browser))
        const asked = await bff.requestAs('supervisor', '/api/service-requests', {
          kind: 'delete',
          reason: 'old',
          items: [{ ext: groups.length === 0 ? '1000' : '1001' }],
        })
        const ids = createServiceRequests.answer
          .parse(asked.body)
          .items.flatMap(({ request }) => request?.id ?? [])
        await bff.requestAs('admin', '/api/service-requests/assignee', { ids, userId: user.id }, {}, 'PUT')
        const assigned = async () =>
          (await bff.requestAs('admin', `/api/service-requests?assignee=${user.id}&state=pending`)).body[
            'total'
          ]
        expect(await assigned()).toBe(1)
        await provider.setPeople({ ada: { ...ada, groups }, sun, nora })
        await console.signIn(console.openBrowser(), 'ada')
        expect(await assigned()).toBe(0)
      }
      await provider.setPeople({ ada, sun, nora })
    })

    test('records each change of a role at a sign-in, and reports a new administrator', async () => {
      const eve = { ...ada, name: 'Eve', email: 'eve@example.com' }
      for (const groups of [['console-supervisors'], ada.groups, ada.groups]) {
        await console.provider.setPeople({ ada, sun, nora, eve: { ...eve, groups } })
        expect(await console.signIn(console.openBrowser(), 'eve')).toBe('/')
      }
      const object = there('eve@example.com')
      const { body } = await console.bff.requestAs('admin', '/api/audit?action=user.role')
      const entries = listAudit.answer.parse(body).items.filter((entry) => entry.object === object)
      const by = new URL(console.provider.issuer).host
      expect(entries.map(({ actor, values, result }) => [actor, values, result])).toEqual([
        [by, { role: { before: 'supervisor', after: 'admin' } }, 'done'],
        [by, { role: { before: null, after: 'supervisor' } }, 'done'],
      ])
      const told = await console.bff.requestAs('admin', '/api/notifications?pageSize=100')
      expect(listNotifications.answer.parse(told.body).items.map(({ event }) => event)).toContainEqual({
        kind: 'administrator-added',
        name: object,
        by,
      })
      await console.provider.setPeople({ ada, sun, nora })
    })

    test('keeps a person apart from a local account with the same email', async () => {
      await console.provider.setPeople({ ada: { ...ada, email: 'admin@example.com' }, sun, nora })
      const browser = console.openBrowser()
      await console.signIn(browser, 'ada')
      const local = sessionUser.parse((await console.bff.requestAs('admin', '/api/session')).body).user
      const foreign = sessionUser.parse(await console.session(browser)).user
      expect([local.email, foreign.email]).toEqual(['admin@example.com', there('admin@example.com', 'ada')])
      expect(local.id).not.toBe(foreign.id)
      const entries = listAudit.answer.parse((await console.bff.requestAs('admin', '/api/audit')).body).items
      const begun = entries.filter(({ action }) => action === 'session.begin')
      for (const user of [local, foreign])
        expect(begun.find(({ actor }) => actor === user.email)).toMatchObject({ actorId: user.id })
      const again = await console.bff.requestAs(null, '/api/auth/sign-in/email', {
        email: 'admin@example.com',
        password: passwords.admin,
      })
      expect(again.status).toBe(200)
      await console.provider.setPeople({ ada, sun, nora })
    })

    test('keeps people with one email, and a person whose subject is that email, apart in the audit', async () => {
      const { email, ...unnamed } = ada
      await console.provider.setPeople({ ada, sun, nora, second: ada, [email]: unnamed })
      const expected = [there(email, 'ada'), there(email, 'second'), there(`subject ${email}`, email)]
      const users = await Promise.all(
        ['ada', 'second', email].map(async (login) => {
          const browser = console.openBrowser()
          await console.signIn(browser, login)
          return sessionUser.parse(await console.session(browser)).user
        }),
      )
      expect(users.map((user) => user.email)).toEqual(expected)
      for (const user of users)
        for (const actor of [user.email, user.id]) {
          const query = new URLSearchParams({ actor, pageSize: '1000' }).toString()
          const { items } = listAudit.answer.parse(
            (await console.bff.requestAs('admin', `/api/audit?${query}`)).body,
          )
          expect(new Set(items.map((entry) => entry.actorId))).toEqual(new Set([user.id]))
        }
      await console.provider.setPeople({ ada, sun, nora })
    })

    test.each([
      ['says nothing of it', {}],
      ['denies it', { email_verified: false }],
      ['says it in words', { email_verified: 'true' }],
    ])('does not show an email as a person’s name when the provider %s', async (_what, claim) => {
      const claims = { name: 'Mallory', email: 'admin@example.com', groups: ['console-admins'], ...claim }
      await console.provider.setPeople({ ada, sun, nora, mallory: claims })
      const browser = console.openBrowser()
      expect(await console.signIn(browser, 'mallory')).toBe('/')
      expect(await console.session(browser)).toMatchObject({ user: { email: there('mallory') } })
      const changed = await browser.request(new URL('/api/settings', origin), {
        method: 'PATCH',
        headers: console.bff.pageHeaders,
        body: JSON.stringify({ jobConcurrency: 4 }),
      })
      expect(changed.status).toBe(200)
      const requestId = changed.headers.get('x-request-id') ?? ''
      const { text } = await console.bff.requestAs('admin', `/api/audit?requestId=${requestId}`)
      const { items } = listAudit.answer.parse(JSON.parse(text))
      expect(items.map(({ actor }) => actor)).toEqual([there('mallory')])
      expect(text).not.toContain('admin@example.com')
      await console.provider.setPeople({ ada, sun, nora })
    })

    test('sends mail to an email that the provider has verified, and to no other', async () => {
      const mail = await startMailServer()
      await console.bff.requestAs(
        'admin',
        '/api/notification-channels/mail',
        { ...mail.settings, password: mailPassword },
        {},
        'PUT',
      )
      const groups = ['console-admins']
      await console.provider.setPeople({
        ada,
        mallory: { name: 'Mallory', email: 'mallory@example.com', groups },
      })
      const sent = ['ada', 'mallory'].map(async (login) => {
        const browser = console.openBrowser()
        await console.signIn(browser, login)
        const tried = await browser.request(new URL(testMail.path, origin), {
          method: 'POST',
          headers: console.bff.pageHeaders,
          body: '{}',
        })
        return testMail.answer.parse(JSON.parse(await tried.text()))
      })
      expect(await Promise.all(sent)).toEqual([
        { status: null, failure: null },
        { status: null, failure: 'ENORECIPIENT' },
      ])
      expect(mail.mails.map(({ to }) => to)).toEqual([['ada@example.com']])
      await console.bff.requestAs('admin', '/api/notification-channels/mail', {}, {}, 'DELETE')
      await mail.close()
      await console.provider.setPeople({ ada, sun, nora })
    })

    test('creates one user for parallel first sign-ins of one person', async () => {
      await console.provider.setPeople({ ada, sun, nora, twin: { ...ada, email: 'twin@example.com' } })
      const answers = await Promise.all(
        Array.from({ length: 4 }, async () => {
          const browser = console.openBrowser()
          return { browser, answer: await console.signInAtProvider(browser, 'twin') }
        }),
      )
      const led = await Promise.all(answers.map(({ browser, answer }) => browser.request(answer)))
      expect(led.map(({ headers }) => headers.get('location'))).toEqual(['/', '/', '/', '/'])
      const users = await console.bff.console.auth.users.list()
      expect(users.filter(({ email }) => email === there('twin@example.com'))).toHaveLength(1)
      await console.provider.setPeople({ ada, sun, nora })
    })

    test('refuses a user who is disabled here although the provider accepts them', async () => {
      const browser = console.openBrowser()
      await console.signIn(browser, 'sun')
      const { user } = await console.session(browser)
      const { id } = z.object({ id: z.string() }).parse(user)
      const change = (disabled: boolean) => changeUser(asAdmin(console.bff), id, { disabled })
      expect((await change(true)).status).toBe(200)
      expect(await console.session(browser)).toMatchObject({ status: 401 })
      expect(await console.signIn(console.openBrowser(), 'sun')).toBe('/sign-in?sso=disabled')
      expect(await console.recorded()).toMatchObject({ actor: there('sun'), result: 'sso-disabled' })
      expect((await change(false)).status).toBe(200)
      expect(await console.signIn(console.openBrowser(), 'sun')).toBe('/')
    })

    test('makes the provider ask again for a fresh sign-in, although it remembers the person', async () => {
      const browser = console.openBrowser()
      await console.signIn(browser, 'ada')
      expect(await console.asked(browser)).toBeNull()

      expect(await console.asked(browser, { fresh: true })).toContain('<h1>Provider</h1>')

      expect(await console.signIn(console.openBrowser(), 'ada', { fresh: true })).toBe('/')
    })

    test('ends the session in which the browser began the sign-in, whichever user has it', async () => {
      const browser = console.openBrowser()
      const local = { email: 'admin@example.com', password: passwords.admin }
      const init = { method: 'POST', headers: console.bff.pageHeaders, body: JSON.stringify(local) }
      await browser.request(new URL('/api/auth/sign-in/email', origin), init)
      const name = '__Host-console-session'
      const statusOf = async (value: string) =>
        (await console.bff.send('/api/session', { headers: { cookie: `${name}=${value}` } })).status
      for (const login of ['ada', 'ada']) {
        const before = browser.jar(origin).get(name) ?? ''
        const answer = await console.signInAtProvider(browser, login, { fresh: true })
        expect(await statusOf(before)).toBe(200)
        // A browser that comes from the provider does not send strict cookies.
        browser.jar(origin).delete(name)
        await browser.request(answer)
        expect(await statusOf(before)).toBe(401)
        expect(await console.session(browser)).toMatchObject({ status: 200, user: { name: 'Ada' } })
      }
    })

    test('signs out here and at the provider', async () => {
      const browser = console.openBrowser()
      await console.signIn(browser, 'ada')
      const out = await browser.request(new URL('/api/auth/sign-out', origin), {
        method: 'POST',
        headers: console.bff.pageHeaders,
        body: '{}',
      })
      const { endSessionUrl } = z.object({ endSessionUrl: z.string() }).parse(await out.json())
      expect(await console.session(browser)).toMatchObject({ status: 401 })
      // Proxies and the provider log this URL, so it names the client and nothing about the person.
      expect(Object.fromEntries(new URL(endSessionUrl).searchParams)).toEqual({
        client_id: 'console',
        post_logout_redirect_uri: `${origin}/sign-in`,
      })
      const { url, response } = await browser.follow(new URL(endSessionUrl), () => false)
      const [, action = ''] = /action="([^"]+)"/.exec((await response?.text()) ?? '') ?? []
      const [, xsrf = ''] =
        /name="xsrf" value="([^"]+)"/.exec(await (await browser.request(url)).text()) ?? []
      const form = { method: 'POST', body: new URLSearchParams({ xsrf, logout: 'yes' }) }
      const back = await browser.follow(new URL(action, url), ({ origin: at }) => at === origin, form)
      expect(back.url.href).toBe(`${origin}/sign-in`)
      expect(await console.asked(browser)).toContain('<h1>Provider</h1>')
    })

    test('signs a local user out without the provider', async () => {
      const out = await console.bff.requestAs('supervisor', '/api/auth/sign-out', {})
      console.bff.forgetCookies()
      expect(out.body).toEqual({})
    })
  })
})
