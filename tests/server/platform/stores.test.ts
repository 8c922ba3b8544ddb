import { randomUUID } from 'node:crypto'
import { describe, expect, test, vi } from 'vitest'
import { migrate, storeTime, type Database } from '#server/platform/database/database.ts'
import { ProblemError } from '#server/platform/problems.ts'
import { JobCreation, type JobIntent } from '#server/jobs/creation.ts'
import { JobLedger } from '#server/jobs/ledger.ts'
import type { ItemRow } from '#server/jobs/schema.ts'
import { createSeal } from '#server/platform/database/encryption.ts'
import { SettingsStore } from '#server/settings/store.ts'
import { DatabaseTokenStore } from '#server/platform/upstream/token-store.ts'
import { jobContext } from '../../jobs-service/context.ts'
import { eachStore } from '../../stores/each-store.ts'

const seal = createSeal('a-session-secret-of-at-least-32-characters')
const hourMs = 3_600_000

eachStore(({ engine, open, copyStore, emptyStore }) => {
  /** Opens one store twice. PostgreSQL replicas start together; the embedded store allows one process, so it opens in sequence. */
  const openTwo = async (): Promise<[Database, Database]> => {
    const where = await emptyStore()
    return engine === 'postgres'
      ? Promise.all([open(where), open(where)])
      : [await open(where), await open(where)]
  }

  test('migrates once when a store is opened twice, even at the same time', async () => {
    const [one, two] = await openTwo()
    await migrate(one.db, one.engine)
    expect(await one.alive()).toBe(true)
    expect(await new SettingsStore(two).read()).toMatchObject({ legacyCreate: false })
  })

  test('knows how far the store’s clock is away, also after an answer that took long', async () => {
    const read = Date.now
    vi.useFakeTimers({ toFake: ['setInterval', 'clearInterval'] })
    const process = vi.spyOn(Date, 'now').mockImplementation(() => read() + 2 * hourMs)
    try {
      const database = await open()
      // Within five minutes, because a query may take seconds on a busy machine; the clocks are further apart.
      const isClose = async () =>
        Math.abs(database.clock() - (await storeTime(database.db, database))) < 5 * 60_000
      expect(await isClose()).toBe(true)
      // As if the clocks came ten minutes closer, and the next measurement waited for hours.
      process.mockImplementation(() => read() + 2 * hourMs - 10 * 60_000)
      process.mockImplementationOnce(() => read() - hourMs)
      vi.advanceTimersByTime(10 * 60_000)
      await vi.waitFor(async () => expect(await isClose()).toBe(true))
      process.mockImplementation(() => read() - 2 * hourMs)
      vi.advanceTimersByTime(10 * 60_000)
      await vi.waitFor(async () => expect(await isClose()).toBe(true))
    } finally {
      vi.useRealTimers()
      process.mockRestore()
    }
  })

  test('stores changed settings', async () => {
    const where = await copyStore()
    const { db } = await open(where)
    const settings = new SettingsStore({ db })
    const changed = db
      .transaction()
      .execute((transaction) => settings.change(transaction, { legacyCreate: true }))
    expect(await changed).toMatchObject({ before: { legacyCreate: false }, after: { legacyCreate: true } })
    expect(await new SettingsStore(await open(where)).read()).toMatchObject({ legacyCreate: true })
  })

  describe('token state', () => {
    test('grants one lease at a time and rejects writes with another fencing token', async () => {
      const [store, other] = (await openTwo()).map((database) => new DatabaseTokenStore(database, seal))
      if (store === undefined || other === undefined) throw new Error('two stores')
      await store.read('k')
      const leases = await Promise.all(
        Array.from({ length: 20 }, (_, i) => (i % 2 === 0 ? store : other).lease('k', 0, 5_000)),
      )
      const [fencingToken = 0, ...others] = leases.filter((lease) => lease !== null)
      expect([fencingToken, others]).toEqual([1, []])
      const renewals = [{ at: 1, because: 'due' as const }]
      const write = (lease: number, token: string) =>
        store.renewed('k', lease, { token, lifeMs: 60_000, renewals })
      expect(await write(fencingToken - 1, 'stolen')).toBe(false)
      expect(await write(fencingToken, 'first-token')).toBe(true)
      expect(await write(fencingToken, 'late')).toBe(false)
      const { state, now } = await store.read('k')
      expect(state).toMatchObject({
        token: 'first-token',
        generation: 1,
        lastError: null,
        renewals,
      })
      expect((state.expiresAt ?? 0) - (state.issuedAt ?? 0)).toBe(60_000)
      expect(await other.lease('k', 0, 5_000)).toBeNull()
      expect(await other.lease('k', 1, 5_000)).toBe(fencingToken + 1)
      expect(Math.abs(now - Date.now())).toBeLessThan(60_000)
    })

    test('expires a lease; a failed renewal starts a cooldown and keeps the old token', async () => {
      const database = await open()
      const store = new DatabaseTokenStore(database, seal)
      await store.read('k')
      expect(await store.lease('k', 0, 60_000)).toBe(1)
      expect(await store.lease('k', 0, 5_000)).toBeNull()
      await database.db
        .updateTable('token_state')
        .set(({ eb }) => ({ lease_until: eb('lease_until', '-', 60_001) }))
        .execute()
      expect(await store.lease('k', 0, 5_000)).toBe(2)
      await store.failed('k', 1, { error: 'late||', cooldownMs: 5_000 })
      await store.renewed('k', 2, { token: 'good-token', lifeMs: 60_000, renewals: [] })
      expect(await store.lease('k', 1, 5_000)).toBe(3)
      await store.failed('k', 3, { error: 'timeout||', cooldownMs: 5_000 })
      const { state, now } = await store.read('k')
      expect(state).toMatchObject({ token: 'good-token', lastError: 'timeout||' })
      expect(await store.lease('k', 1, 5_000)).toBe(4)
      expect(state.cooldownUntil).toBeGreaterThan(now)
    })

    test('hides the token in the store and from another secret', async () => {
      const where = await copyStore()
      const database = await open(where)
      const store = new DatabaseTokenStore(database, seal)
      await store.read('k')
      await store.lease('k', 0, 1_000)
      await store.renewed('k', 1, { token: 'a-very-secret-token', lifeMs: 60_000, renewals: [] })
      const rows = await database.db.selectFrom('token_state').selectAll().execute()
      expect(JSON.stringify(rows)).not.toContain('a-very-secret-token')
      const other = new DatabaseTokenStore(database, createSeal('another-secret-of-at-least-32-characters'))
      expect((await other.read('k')).state.token).toBeNull()
    })

    test('does not open a token that was moved to another row', async () => {
      const database = await open()
      const store = new DatabaseTokenStore(database, seal)
      for (const key of ['one', 'two']) {
        await store.read(key)
        await store.lease(key, 0, 60_000)
        await store.renewed(key, 1, { token: `token-of-${key}`, lifeMs: 60_000, renewals: [] })
      }
      const { db } = database
      const from = db.selectFrom('token_state').select('token').where('key', '=', 'one')
      await db.updateTable('token_state').set({ token: from }).where('key', '=', 'two').execute()
      expect((await store.read('one')).state.token).toBe('token-of-one')
      expect((await store.read('two')).state.token).toBeNull()
    })
  })

  describe('creating a job', () => {
    const creationOf = (database: Database, account = 'a') => {
      const context = jobContext(database, { account, seal })
      return new JobCreation(context, new JobLedger(context))
    }
    const intent = (changes: Partial<JobIntent> & { exts?: string[] } = {}): JobIntent => ({
      kind: 'single',
      operation: 'create_extension',
      actor: { id: 'u', name: 'u@example.com', role: 'admin', session: null, address: null, requestId: null },
      idempotencyKey: randomUUID(),
      body: '{"ext":"8001","password":"S3cret-8001"}',
      name: '8001',
      items: (changes.exts ?? ['8001']).map((ext) => ({
        ext,
        password: `S3cret-${ext}`,
        password_source: 'given',
      })),
      passwordFill: 'none',
      ...changes,
    })

    /** `new` or `known`, or the code of the refusal. */
    const resultOf = (
      creation: ReturnType<typeof creationOf>,
      ...request: Parameters<typeof creation.create>
    ) =>
      creation.create(...request).then(
        ({ created }) => (created === null ? 'known' : 'new'),
        (error: unknown) => (error instanceof ProblemError ? error.code : error),
      )

    test('creates one job from 100 concurrent requests with the same key', async () => {
      const [one, two] = await openTwo()
      const creations = [creationOf(one), creationOf(two)] as const
      const same = intent()
      const results = await Promise.all(
        Array.from({ length: 100 }, (_, i) => resultOf(creations[i % 2 === 0 ? 0 : 1], same)),
      )
      expect(results.filter((result) => result === 'new')).toHaveLength(1)
      expect(results.filter((result) => result === 'known')).toHaveLength(99)
    })

    test('rejects another body with the same key, and another key for the same number', async () => {
      const database = await open()
      const creation = creationOf(database)
      const first = intent()
      await creation.create(first)
      expect(await resultOf(creation, { ...first, body: '{"ext":"8002"}' })).toBe('key-reused')
      expect(await resultOf(creation, intent())).toBe('creation-in-progress')
      const actor = { ...first.actor, id: 'other' }
      expect(await resultOf(creation, { ...first, ...intent({ exts: ['8003'] }), actor })).toBe('new')
      expect(await resultOf(creationOf(database, 'b'), intent())).toBe('new')
    })

    test('accepts one of several concurrent jobs that share numbers, and stores nothing of the rest', async () => {
      const [one, two] = await openTwo()
      const creations = [creationOf(one), creationOf(two)] as const
      const exts = Array.from({ length: 50 }, (_, index) => String(8000 + index))
      const results = await Promise.all(
        Array.from({ length: 8 }, (_, index) =>
          resultOf(
            creations[index % 2 === 0 ? 0 : 1],
            intent({ kind: 'bulk', exts: index % 4 < 2 ? exts : exts.toReversed() }),
          ),
        ),
      )
      expect(results.filter((result) => result === 'new')).toHaveLength(1)
      expect(results.filter((result) => result === 'creation-in-progress')).toHaveLength(7)
      const { count } = await one.db
        .selectFrom('job_item')
        .select(({ fn }) => fn.countAll<number>().as('count'))
        .executeTakeFirstOrThrow()
      expect(count).toBe(50)
    })

    test.each<[Partial<ItemRow>, string]>([
      [{ state: 'sending' }, 'creation-in-progress'],
      [{ state: 'inDoubt' }, 'creation-in-progress'],
      [{ state: 'done', checked: null }, 'creation-in-progress'],
      [{ state: 'done', checked: 'seen' }, 'new'],
      [{ state: 'needsReview' }, 'creation-in-progress'],
      [{ state: 'failed' }, 'new'],
    ])('for a number whose row is %j, returns %s', async (row, result) => {
      const database = await open()
      const creation = creationOf(database)
      await creation.create(intent())
      await database.db.updateTable('job_item').set(row).execute()
      expect(await resultOf(creation, intent())).toBe(result)
    })

    test('stores no secret of the request in plain text', async () => {
      const database = await open()
      await creationOf(database).create(intent())
      const rows = await Promise.all([
        database.db.selectFrom('job').selectAll().execute(),
        database.db.selectFrom('job_item').selectAll().execute(),
      ])
      expect(JSON.stringify(rows)).not.toContain('S3cret')
    })
  })
})
