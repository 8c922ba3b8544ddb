import { sql } from 'kysely'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import type { StoreLocation } from '#server/platform/database/database.ts'
import { eachStore } from '../../stores/each-store.ts'
import { openBff, openBffAndStore, passwordOf, passwords, type Answer, type BffAndStore } from '../bff.ts'

const minuteMs = 60_000
const ext = '1000'
const path = `/api/extensions/${ext}/secret`
const reason = 'ticket 4711, new desk phone'

eachStore(({ engine, copyStore }) => {
  let bff: BffAndStore
  let where: StoreLocation
  beforeAll(async () => {
    where = await copyStore()
    bff = await openBffAndStore({ store: where })
  })
  afterAll(() => bff.close())
  beforeEach(async () => {
    await bff.database.db.deleteFrom('attempt_count').execute()
  })

  const reveal = (body: unknown = { reason }, cookie?: string): Promise<Answer> =>
    bff.requestAs('admin', path, body, cookie === undefined ? {} : { cookie })
  const calls = () => bff.sandbox.calls('extension_detail')
  const entries = (action: string) =>
    bff.database.db
      .selectFrom('audit')
      .select(['phase', 'result', 'object', 'reason', 'actor_name'])
      .where('action', '=', action)
      .orderBy('seq')
      .execute()
  const newEntries = async (action: string, work: () => Promise<unknown>) => {
    const before = (await entries(action)).length
    await work()
    return (await entries(action)).slice(before)
  }

  test('R25: returns the password in the reveal response only', async () => {
    const password = passwordOf(bff, ext)
    const seen: string[] = []
    const added = await newEntries('extension.reveal', async () => {
      const answer = await reveal()
      expect([answer.status, answer.body]).toEqual([200, { password }])
      expect(answer.headers.get('cache-control')).toBe('no-store')
      seen.push(JSON.stringify([...answer.headers]))
    })
    expect(added).toEqual([
      { phase: 'intent', result: null, object: ext, reason, actor_name: 'admin@example.com' },
      { phase: 'outcome', result: 'done', object: ext, reason, actor_name: 'admin@example.com' },
    ])
    for (const read of [`/api/extensions/${ext}`, '/api/audit?pageSize=1000', '/api/status'])
      seen.push((await bff.requestAs('admin', read)).text)
    expect([...seen, ...bff.logged].join('\n')).not.toContain(password)
  })

  test('R25: refuses a supervisor before calling the service', async () => {
    const before = calls()
    const added = await newEntries('extension.reveal', async () => {
      expect((await bff.requestAs('supervisor', path, { reason })).body).toMatchObject({ code: 'forbidden' })
      expect((await bff.requestAs(null, path, { reason })).body).toMatchObject({ code: 'unauthenticated' })
    })
    expect([added, calls()]).toEqual([[], before])
  })

  test('audits a refusal of the service', async () => {
    const added = await newEntries('extension.reveal', async () => {
      const answer = await bff.requestAs('admin', '/api/extensions/4999/secret', { reason })
      expect(answer.body).toMatchObject({ code: 'extension-not-found' })
    })
    expect(added.map(({ phase, result }) => [phase, result])).toEqual([
      ['intent', null],
      ['outcome', 'extension-not-found'],
    ])
  })

  test('audits the number sent to the service, however the URL encodes it', async () => {
    const asked: unknown[] = []
    const added = await newEntries('extension.reveal', async () => {
      const spell = (number: string) => bff.requestAs('admin', `/api/extensions/${number}/secret`, { reason })
      asked.push((await spell('%31%300%30')).body['password'])
      for (const other of ['１０００', '1000%00', '%201000', '1000%0A', '%2531000', '1000%E2%80%8B', '+1000'])
        expect([other, (await spell(other)).status]).toEqual([other, 400])
    })
    expect(asked).toEqual([passwordOf(bff, ext)])
    expect(added.map(({ object }) => object)).toEqual([ext, ext])
  })

  test.each([
    [{}],
    [{ reason: 'why' }],
    [{ reason: '        ' }],
    [{ reason: 'x'.repeat(201) }],
    [{ reason: 'two\nlines of it' }],
    [{ reason: 'ticket \u202e4711 turned' }],
    [{ reason: 'the password: k8Zq2LmP' }],
    [{ reason, password: 'more' }],
  ])('refuses %j as a reason', async (body) => {
    const before = calls()
    expect([(await reveal(body)).status, calls()]).toEqual([400, before])
  })

  test('R28: writes one intent and one outcome for each of many parallel reveals', async () => {
    const added = await newEntries('extension.reveal', async () => {
      for (let batch = 0; batch < 8; batch++) {
        await bff.database.db.deleteFrom('attempt_count').execute()
        const answers = await Promise.all(Array.from({ length: 10 }, () => reveal()))
        expect(new Set(answers.map(({ status }) => status))).toEqual(new Set([200]))
      }
    })
    const phases = Map.groupBy(added, ({ phase }) => phase)
    expect([phases.get('intent')?.length, phases.get('outcome')?.length]).toEqual([80, 80])
  })

  describe('limits', () => {
    test('allows ten reveals a minute across all replicas', async () => {
      // SQLite allows one process only.
      const other = engine === 'sqlite' ? bff : await openBff({ store: where, serviceUrl: bff.serviceUrl })
      const asked = calls()
      try {
        const answers = await Promise.all(
          Array.from({ length: 14 }, (_, n) =>
            (n % 2 === 0 ? bff : other).requestAs('admin', path, { reason }),
          ),
        )
        expect(answers.filter(({ status }) => status === 200)).toHaveLength(10)
        const refused = answers.filter(({ status }) => status !== 200)
        for (const { body, headers } of refused) {
          expect(body).toMatchObject({ code: 'too-many-requests' })
          expect(Number(headers.get('retry-after'))).toBeGreaterThan(30)
          expect(Number(headers.get('retry-after'))).toBeLessThanOrEqual(60)
        }
        expect(calls() - asked).toBe(10)
      } finally {
        if (other !== bff) await other.close()
      }
    })

    test('does not count reveals without a password or refused for an old sign-in', async () => {
      const unknown = () => bff.requestAs('admin', '/api/extensions/4999/secret', { reason })
      for (let n = 0; n < 11; n++)
        expect((await unknown()).body).toMatchObject({ code: 'extension-not-found' })
      const begun = (ms: number) =>
        sql`UPDATE session SET began_at = ${ms}, proved_at = ${ms}`.execute(bff.database.db)
      await begun(Date.now() - 6 * minuteMs)
      for (let n = 0; n < 11; n++) expect((await reveal()).body).toMatchObject({ code: 'step-up-needed' })
      await begun(Date.now())
      const answers = []
      for (let n = 0; n < 11; n++) answers.push((await reveal()).status)
      expect(answers).toEqual([...Array<number>(10).fill(200), 429])
    })

    test('allows a hundred reveals a day', async () => {
      const signedIn = await bff.console.auth.sessions.check(await bff.cookieOf('admin'))
      const key = `dailyReveal:${signedIn?.user.id ?? ''}`
      const used = { key, tries: 100, until: Date.now() + 23 * 60 * minuteMs }
      await bff.database.db.insertInto('attempt_count').values(used).execute()
      const { body, headers } = await reveal()
      expect(body).toMatchObject({ code: 'too-many-requests' })
      expect(Number(headers.get('retry-after')) / 3_600).toBeCloseTo(23, 0)
      await bff.database.db
        .updateTable('attempt_count')
        .set({ until: Date.now() - 1_000 })
        .where('key', '=', key)
        .execute()
      expect((await reveal()).status).toBe(200)
    })
  })

  describe('a sign-in older than five minutes', () => {
    const setAge = async (age: number) => {
      await bff.cookieOf('admin')
      const begun = Date.now() - age
      await sql`UPDATE session SET began_at = ${begun}, proved_at = ${begun}`.execute(bff.database.db)
    }
    const need = async () => (await bff.requestAs('admin', '/api/session/step-up')).body['need']
    const stepUp = (password: string) => bff.requestAs('admin', '/api/session/step-up', { password })

    test('R28: asks for the password again and continues the session under a new ID', async () => {
      await setAge(5 * minuteMs - 5_000)
      expect([await need(), (await reveal()).status]).toEqual(['nothing', 200])
      await setAge(5 * minuteMs + 1_000)
      const before = calls()
      const added = await newEntries('extension.reveal', async () => {
        expect((await reveal()).body).toMatchObject({ code: 'step-up-needed', status: 403 })
      })
      expect([await need(), calls(), added]).toEqual(['password', before, []])

      const known = await bff.cookieOf('admin')
      let renewed = ''
      const steps = await newEntries('session.step-up', async () => {
        const wrong = await stepUp('not my password')
        expect([wrong.body['code'], wrong.headers.getSetCookie()]).toEqual(['password-wrong', []])
        expect((await reveal()).body).toMatchObject({ code: 'step-up-needed' })
        const right = await stepUp(passwords.admin)
        expect([right.status, right.text]).toEqual([200, '{}'])
        renewed = right.headers.getSetCookie().at(-1)?.split(';')[0] ?? ''
      })
      expect(steps.map(({ phase, result }) => [phase, result])).toEqual([
        ['intent', null],
        ['outcome', 'password-wrong'],
        ['intent', null],
        ['outcome', 'done'],
      ])
      expect((await reveal({ reason }, known)).body).toMatchObject({ code: 'unauthenticated' })
      expect((await reveal({ reason }, renewed)).status).toBe(200)
      expect(bff.logged.join('\n')).not.toMatch(/not my password|correct horse/)
      bff.forgetCookies()
    })

    test('R50: asks for it again when the sign-in is in the future, for example after the clock was set back', async () => {
      await setAge(-50_000)
      expect([await need(), (await reveal()).status]).toEqual(['nothing', 200])
      await setAge(-2 * minuteMs)
      expect(await need()).toBe('password')
      expect((await reveal()).body).toMatchObject({ code: 'step-up-needed' })
      await setAge(0)
    })

    test('counts wrong passwords and checks none after ten', async () => {
      await setAge(6 * minuteMs)
      const codes: unknown[] = []
      for (let n = 0; n < 12; n++) codes.push((await stepUp(`guess number ${n}`)).body['code'])
      expect(codes.filter((code) => code === 'password-wrong').length).toBeLessThanOrEqual(10)
      expect(codes.at(-1)).toBe('too-many-requests')
      expect((await stepUp(passwords.admin)).body).toMatchObject({ code: 'too-many-requests' })
      expect((await reveal()).body).toMatchObject({ code: 'step-up-needed' })
      await sql`DELETE FROM attempt_count`.execute(bff.database.db)
    })

    test('asks a user without a password to sign in at the provider', async () => {
      await setAge(6 * minuteMs)
      const before = await bff.database.db.selectFrom('user').select(['id', 'password']).execute()
      await sql`UPDATE "user" SET password = NULL`.execute(bff.database.db)
      try {
        expect(await need()).toBe('sign-in')
        expect((await reveal()).body).toMatchObject({ code: 'sign-in-again', status: 403 })
        expect((await stepUp(passwords.admin)).body).toMatchObject({ code: 'sign-in-again' })
      } finally {
        for (const { id, password } of before)
          await bff.database.db.updateTable('user').set({ password }).where('id', '=', id).execute()
        await setAge(0)
      }
    })
  })
})
