import { afterAll, beforeAll, expect, test } from 'vitest'
import { auditEvent, auditExport, auditNames, listAudit } from '#contract/audit.ts'
import { currentSession } from '#contract/session.ts'
import { verifyAudit } from '#server/audit/audit-verify.ts'
import { Audit } from '#server/audit/audit-store.ts'
import { createSeal } from '#server/platform/database/encryption.ts'
import { openDatabase } from '#server/platform/database/database.ts'
import { eachStore } from '../../stores/each-store.ts'
import { openBff, type Bff } from '../bff.ts'
import { appCode, visitor } from '../visitor.ts'

const seal = createSeal('a session secret for tests, long enough')

eachStore(({ copyStore, open }) => {
  let bff: Bff
  let where: Awaited<ReturnType<typeof copyStore>>
  beforeAll(async () => {
    where = await copyStore()
    bff = await openBff({ store: where })
    await bff.requestAs(
      'admin',
      '/api/extensions',
      { ext: '60001', password: 'S3cret-60001' },
      { 'idempotency-key': 'k'.repeat(20) },
    )
    await bff.requestAs('admin', '/api/settings', { jobConcurrency: 4 }, {}, 'PATCH')
    await bff.requestAs('admin', '/api/status/token/renew', {})
    await bff.requestAs(null, '/api/auth/sign-in/email', {
      email: 'eve@example.com',
      password: 'a wrong password',
    })
    await bff.requestAs('supervisor', '/api/auth/sign-out', {})
    bff.forgetCookies()
  })
  afterAll(() => bff.close())

  const list = async (query = '') => {
    const { body } = await bff.requestAs('admin', `/api/audit?${query}`)
    return listAudit.answer.parse(body)
  }

  test('records privileged actions with user and address, and an intent when they leave the process', async () => {
    const { items } = await list('pageSize=1000')
    expect(
      items.map(({ action, object, result, begunAt }) =>
        [action, object, result, begunAt === null ? 'without intent' : 'with intent'].join(' '),
      ),
    ).toEqual(
      expect.arrayContaining([
        'extension.create 60001 done with intent',
        'settings.change - done with intent',
        'token.renew sandbox done with intent',
        'session.begin admin@example.com done without intent',
        'session.refused eve@example.com sign-in-failed without intent',
        'session.end supervisor@example.com done with intent',
      ]),
    )
    expect(items.map(({ phase }) => phase)).not.toContain('intent')
    const created = items.find(({ action }) => action === 'extension.create')
    expect(created).toMatchObject({
      actor: 'admin@example.com',
      role: 'admin',
      session: expect.stringMatching(/^[0-9a-f]{16}$/),
    })
    const { body: session } = await bff.requestAs('admin', '/api/session')
    const { user } = currentSession.answer.parse(session)
    const begun = items.find(
      (entry) => entry.action === 'session.begin' && entry.session === created?.session,
    )
    expect(begun).toMatchObject({ actor: user.email, actorId: user.id, role: 'admin' })
    expect(items.find(({ action }) => action === 'session.refused')).toMatchObject({ actorId: '-' })
    expect(JSON.stringify(items)).not.toMatch(/S3cret|wrong password/)
  })

  test('begins with the start of the console, before anything else happens', async () => {
    const fresh = await openBff({ store: await copyStore() })
    const begun = Date.now()
    await fresh.cookieOf('admin')
    const { body } = await fresh.requestAs('admin', '/api/audit?pageSize=1000')
    const first = listAudit.answer.parse(body).items.at(-1)
    expect(first).toMatchObject({ action: 'audit.begin', actorId: 'console', reason: null })
    expect(first?.at).toBeLessThanOrEqual(begun)
    await fresh.close()
  })

  test('records a sign-in with a second factor as what happened at each step', async () => {
    const account = { email: 'two-steps@example.com', password: 'a long enough password' }
    await bff.console.auth.users.create({ ...account, name: 'Tess', role: 'supervisor' })
    const owner = visitor(bff)
    await owner.signIn(account.email, account.password)
    const begun = await owner.request('POST', '/api/account/second-factor')
    const app = String(begun.body['uri'])
    await owner.request('POST', '/api/account/second-factor/confirm', { code: appCode(app) })
    const again = visitor(bff)
    await again.signIn(account.email, account.password)
    await again.giveCode('000000')
    expect((await again.giveCode(appCode(app, Date.now() + 30_000))).status).toBe(200)
    const { items } = await list(`object=${account.email}`)
    const turnedOn = items.findIndex(({ action }) => action === 'account.on-second-factor')
    expect(items.slice(0, turnedOn).map(({ action, result }) => [action, result])).toEqual([
      ['session.begin', 'done'],
      ['session.refused', 'code-wrong'],
      ['session.ask-code', 'done'],
    ])
  })

  test('filters by whole values, alone and combined', async () => {
    expect((await list('action=settings.change')).items).toHaveLength(1)
    expect((await list('object=60001')).items).toHaveLength(1)
    expect((await list('object=6000')).items).toHaveLength(0)
    expect((await list('actor=eve@example.com')).items).toHaveLength(1)
    expect((await list('actor=eve@example.com&action=settings.change')).items).toHaveLength(0)
    await bff.requestAs('admin', '/api/extensions/60001/secret', { reason: 'a lost phone' })
    const seen = (await list('action=passwords')).items
    expect(seen.map(({ action, object }) => [action, object])).toEqual([['extension.reveal', '60001']])
    expect((await list('object=60001&action=extension.create&actor=admin@example.com')).items).toHaveLength(1)
    expect((await list('to=1')).items).toHaveLength(0)
    expect((await list(`from=${Date.now() + 60_000}`)).items).toHaveLength(0)
    const { items } = await list('action=settings.change')
    const { at, id, requestId } = items[0] ?? auditEvent.parse(null)
    const then = await list(`action=settings.change&from=${at}&to=${at + 1}`)
    expect(then.items[0]?.id).toBe(id)
    expect((await list(`requestId=${requestId ?? ''}`)).items).toEqual(items)
  })

  test('finds a user under each of their names, without strangers who typed one of them', async () => {
    const email = 'admin@example.com'
    await bff.requestAs(null, '/api/auth/sign-in/email', { email, password: 'a wrong password' })
    const { items: byName } = await list(`pageSize=1000&actor=${email}`)
    const ids = new Set(byName.map(({ actorId }) => actorId))
    const [id = ''] = ids
    expect([ids.size, id]).toEqual([1, expect.stringMatching(/^\w{32}$/)])
    expect((await list(`object=${email}&action=session.refused`)).items).toMatchObject([{ actorId: '-' }])
    const renamed = { id, name: 'ada@example.net', role: null, session: null, address: null, requestId: null }
    await new Audit(await open(where), seal).write([
      { actor: renamed, action: 'token.renew', object: 'as another name', phase: 'outcome' },
    ])
    for (const actor of [email, renamed.name, id])
      expect((await list(`pageSize=1000&actor=${actor}`)).items).toHaveLength(byName.length + 1)
  })

  test('pages in both directions without gaps or overlaps', async () => {
    const all = (await list('pageSize=1000&to=' + Date.now())).items.map(({ id }) => id)
    expect(all.length).toBeGreaterThan(9)
    const pages: string[][] = []
    let page = await list('pageSize=4')
    for (;;) {
      pages.push(page.items.map(({ id }) => id))
      if (page.older === null) break
      page = await list(`pageSize=4&before=${page.older}`)
    }
    expect(pages.flat()).toEqual(all)
    const back: string[][] = [pages.at(-1) ?? []]
    while (page.newer !== null) {
      page = await list(`pageSize=4&after=${page.newer}`)
      back.unshift(page.items.map(({ id }) => id))
    }
    // The newest page is full although the steps back did not end on a page boundary.
    expect(back[0]).toEqual(pages[0])
    expect(new Set(back.flat())).toEqual(new Set(all))
  })

  test('lists an intent with its outcome as one event, also on a page of one, and an intent without outcome', async () => {
    const store = await open(where)
    const audit = new Audit(store, seal)
    const write = async (phase: 'intent' | 'outcome', requestId: string | null, object = 'sandbox 2') => {
      const actor = { id: 'u', name: 'ada', role: null, session: null, address: null, requestId }
      await audit.write([{ actor, action: 'token.renew', object, phase }])
      return store.db.selectFrom('audit').selectAll().orderBy('seq', 'desc').executeTakeFirstOrThrow()
    }
    const [one, other] = ['00000000-0000-4000-8000-000000000001', '00000000-0000-4000-8000-000000000002']
    // Two requests at once, then one that ends, dies and is repeated.
    const intents = [await write('intent', one), await write('intent', other)]
    const outcomes = [await write('outcome', one), await write('outcome', other)]
    const died = await write('intent', one)
    const again = await write('intent', one)
    const ended = await write('outcome', one)
    const late = await write('outcome', one)
    const expected = [
      [late.id, 'outcome', null],
      [ended.id, 'outcome', again.at],
      [died.id, 'intent', died.at],
      [outcomes[1]?.id, 'outcome', intents[1]?.at],
      [outcomes[0]?.id, 'outcome', intents[0]?.at],
    ]
    const { items } = await list('object=sandbox 2')
    expect(items.map(({ id, phase, begunAt }) => [id, phase, begunAt])).toEqual(expected)
    const below = await list(`object=sandbox 2&pageSize=1&before=${ended.at}.${ended.id}`)
    expect(below.items.map(({ id }) => id)).toEqual([died.id])
    // Operators at the command line have no request.
    const [begun, done] = [
      await write('intent', null, 'by command'),
      await write('outcome', null, 'by command'),
    ]
    expect((await list('object=by command')).items).toMatchObject([{ id: done.id, begunAt: begun.at }])
  })

  test('suggests each name with this beginning once', async () => {
    const names = async (query: string) =>
      auditNames.answer.parse((await bff.requestAs('admin', `/api/audit/names?${query}`)).body).items
    const typed = 'every-letter-of-a-password@example.com'
    await bff.requestAs(null, '/api/auth/sign-in/email', { email: typed, password: 'a wrong password' })
    expect((await list(`object=${typed}`)).items).toHaveLength(1)
    for (const of of ['actor', 'object']) expect(await names(`of=${of}&start=every`)).toEqual([])
    const actors = await names('of=actor')
    expect(actors).toContain('admin@example.com')
    expect(actors).not.toContain('eve@example.com')
    expect(await names('of=object&start=60001')).toEqual(['60001'])
    expect(await names('of=object&start=nothing')).toEqual([])
  })

  test('exports the filtered events, and records the export', async () => {
    const { body } = await bff.requestAs('admin', '/api/audit/export.json?action=settings.change')
    const { items } = await list('action=settings.change')
    expect(auditExport.parse(body)).toEqual({
      timeZone: new Intl.DateTimeFormat().resolvedOptions().timeZone,
      items,
    })
    expect(items.map(({ phase }) => phase)).toEqual(['outcome'])
    expect(items[0]?.actorId).toMatch(/^\w{16,}$/)
    const exports = (await list('action=audit.export')).items
    expect(exports).toMatchObject([
      { begunAt: expect.any(Number), result: 'done', values: { action: 'settings.change', rows: 1 } },
    ])
  })

  test.each(['\u202e', '\u200b', '\u2066', '\u0007', '\ufeff', '\u3164', '\u{e0041}'])(
    'refuses a name with the invisible character %j and does not record it',
    async (unseen) => {
      const email = `ada${unseen}@example.com`
      const refused = await bff.requestAs(null, '/api/auth/sign-in/email', {
        email,
        password: 'a wrong password',
      })
      expect([refused.status, refused.body['code']]).toEqual([400, 'bad-request'])
      expect(JSON.stringify(await list('pageSize=1000'))).not.toContain(unseen)
    },
  )

  test('refuses supervisors', async () => {
    expect((await bff.requestAs('supervisor', '/api/audit')).status).toBe(403)
    expect((await bff.requestAs('supervisor', '/api/audit/export.json')).status).toBe(403)
  })

  test("runs no privileged action while the audit can't be written", async () => {
    const sent = bff.sandbox.calls('create_extension')
    const renewed = bff.sandbox.calls('get_token')
    const database = await openDatabase(where)
    await database.db.schema.alterTable('audit').renameTo('audit_away').execute()
    try {
      const create = await bff.requestAs(
        'admin',
        '/api/extensions',
        { ext: '60002' },
        { 'idempotency-key': 'm'.repeat(20) },
      )
      expect([create.status, create.body['code']]).toEqual([503, 'unavailable'])
      expect((await bff.requestAs('admin', '/api/status/token/renew', {})).status).toBe(503)
      expect((await bff.requestAs('admin', '/api/settings', { jobConcurrency: 5 }, {}, 'PATCH')).status).toBe(
        503,
      )
      expect(bff.sandbox.calls('create_extension')).toBe(sent)
      expect(bff.sandbox.calls('get_token')).toBe(renewed)
    } finally {
      await database.db.schema.alterTable('audit_away').renameTo('audit').execute()
    }
    expect((await bff.requestAs('admin', '/api/settings')).body).toMatchObject({ jobConcurrency: 4 })
    // The key is still free, because the server sent nothing under it.
    const create = await bff.requestAs(
      'admin',
      '/api/extensions',
      { ext: '60002' },
      { 'idempotency-key': 'm'.repeat(20) },
    )
    expect(create.body).toMatchObject({ state: 'created' })
    const { errors } = await verifyAudit(database, seal)
    expect(errors).toEqual([])
    await database.close()
  })
})
