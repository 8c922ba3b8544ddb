import { randomUUID } from 'node:crypto'
import { describe, expect, test } from 'vitest'
import { createCreationStore, type CreationIntent } from '#server/store/creation-store.ts'
import type { Database } from '#server/store/database.ts'
import { migrate } from '#server/store/migrations/migrations.ts'
import { createSeal } from '#server/store/seal.ts'
import { createSettingsStore } from '#server/store/settings-store.ts'
import { createTokenStore } from '#server/store/token-store.ts'
import { eachStore } from '../stores/each-store.ts'

const seal = createSeal('a-session-secret-of-at-least-32-characters')

eachStore(({ engine, open, place, emptyPlace }) => {
  /** Two processes on one store. Replicas start together; the embedded store is one process's own, so there one comes after the other. */
  const openTwo = async (): Promise<[Database, Database]> => {
    const where = await emptyPlace()
    return engine === 'postgres'
      ? Promise.all([open(where), open(where)])
      : [await open(where), await open(where)]
  }

  test('opening twice migrates once; two at the same time do not meet', async () => {
    const [one, two] = await openTwo()
    await migrate(one.db, one.engine)
    expect(await one.alive()).toBe(true)
    expect(await createSettingsStore(two).read()).toMatchObject({ legacyCreate: false })
  })

  test('settings keep what was changed', async () => {
    const where = await place()
    const settings = createSettingsStore(await open(where))
    expect(await settings.change({ legacyCreate: true })).toMatchObject({ legacyCreate: true })
    expect(await createSettingsStore(await open(where)).read()).toMatchObject({ legacyCreate: true })
  })

  describe('token state', () => {
    test('one lease at a time, whoever asks; the generation is the fence', async () => {
      const [store, other] = (await openTwo()).map((database) => createTokenStore(database, seal))
      if (store === undefined || other === undefined) throw new Error('two stores')
      await store.read('k')
      const leases = await Promise.all(
        Array.from({ length: 20 }, (_, i) =>
          (i % 2 === 0 ? store : other).lease('k', 0, `owner-${i}`, 5_000),
        ),
      )
      expect(leases.filter(Boolean)).toHaveLength(1)
      const owner = `owner-${leases.indexOf(true)}`
      const renewals = [{ at: 1, because: 'due' as const }]
      expect(
        await store.renewed('k', 0, 'somebody else', { token: 'stolen', lifeMs: 1000, renewals: [] }),
      ).toBe(false)
      expect(await store.renewed('k', 0, owner, { token: 'first-token', lifeMs: 60_000, renewals })).toBe(
        true,
      )
      expect(await store.renewed('k', 0, owner, { token: 'late', lifeMs: 1000, renewals: [] })).toBe(false)
      const { state, now } = await store.read('k')
      expect(state).toMatchObject({
        token: 'first-token',
        generation: 1,
        leaseOwner: null,
        lastError: null,
        renewals,
      })
      expect((state.expiresAt ?? 0) - (state.issuedAt ?? 0)).toBe(60_000)
      expect(Math.abs(now - Date.now())).toBeLessThan(60_000)
    })

    test('a lease ends by itself, a failure starts a cooldown and keeps the old token', async () => {
      const database = await open()
      const store = createTokenStore(database, seal)
      await store.read('k')
      expect(await store.lease('k', 0, 'dead', 60_000)).toBe(true)
      expect(await store.lease('k', 0, 'alive', 5_000)).toBe(false)
      await database.db
        .updateTable('token_state')
        .set(({ eb }) => ({ lease_until: eb('lease_until', '-', 60_001) }))
        .execute()
      expect(await store.lease('k', 0, 'alive', 5_000)).toBe(true)
      await store.renewed('k', 0, 'alive', { token: 'good-token', lifeMs: 60_000, renewals: [] })
      await store.lease('k', 1, 'alive', 5_000)
      await store.failed('k', 1, 'alive', { error: 'timeout||', cooldownMs: 5_000 })
      const { state, now } = await store.read('k')
      expect(state).toMatchObject({ token: 'good-token', lastError: 'timeout||', leaseOwner: null })
      expect(state.cooldownUntil).toBeGreaterThan(now)
    })

    test('the token is not readable in the store, nor under another secret', async () => {
      const where = await place()
      const database = await open(where)
      const store = createTokenStore(database, seal)
      await store.read('k')
      await store.lease('k', 0, 'me', 1_000)
      await store.renewed('k', 0, 'me', { token: 'a-very-secret-token', lifeMs: 60_000, renewals: [] })
      const rows = await database.db.selectFrom('token_state').selectAll().execute()
      expect(JSON.stringify(rows)).not.toContain('a-very-secret-token')
      const other = createTokenStore(database, createSeal('another-secret-of-at-least-32-characters'))
      expect((await other.read('k')).state.token).toBeNull()
    })

    test('a token moved to another row does not open there', async () => {
      const database = await open()
      const store = createTokenStore(database, seal)
      for (const key of ['one', 'two']) {
        await store.read(key)
        await store.lease(key, 0, 'me', 60_000)
        await store.renewed(key, 0, 'me', { token: `token-of-${key}`, lifeMs: 60_000, renewals: [] })
      }
      const { db } = database
      const from = db.selectFrom('token_state').select('token').where('key', '=', 'one')
      await db.updateTable('token_state').set({ token: from }).where('key', '=', 'two').execute()
      expect((await store.read('one')).state.token).toBe('token-of-one')
      expect((await store.read('two')).state.token).toBeNull()
    })
  })

  describe('creations', () => {
    const intent = (changes: Partial<CreationIntent> = {}): CreationIntent => ({
      userId: 'u',
      idempotencyKey: randomUUID(),
      body: '{"ext":"8001","password":"S3cret-8001"}',
      operation: 'create_extension',
      ext: '8001',
      ...changes,
    })

    test('100 at once with one key: one is new, the others find it', async () => {
      const [one, two] = await openTwo()
      const ledgers = [createCreationStore(one, seal, 'a'), createCreationStore(two, seal, 'a')] as const
      const same = intent()
      const begun = await Promise.all(
        Array.from({ length: 100 }, (_, i) => ledgers[i % 2 === 0 ? 0 : 1].begin(same)),
      )
      expect(begun.filter((each) => each.kind === 'new')).toHaveLength(1)
      expect(begun.filter((each) => each.kind === 'known')).toHaveLength(99)
    })

    test('another body under the key, and another key for the number, are refused', async () => {
      const ledger = createCreationStore(await open(), seal, 'a')
      const first = intent()
      await ledger.begin(first)
      expect(await ledger.begin({ ...first, body: '{"ext":"8002"}', ext: '8002' })).toEqual({
        kind: 'key-reused',
      })
      expect(await ledger.begin(intent())).toEqual({ kind: 'number-under-way' })
      expect(await ledger.begin({ ...first, userId: 'other', ext: '8003' })).toMatchObject({ kind: 'new' })
      expect((await createCreationStore(await open(), seal, 'b').begin(intent())).kind).toBe('new')
    })

    test('an ended one lets the number go; one in doubt keeps it until it has settled', async () => {
      const database = await open()
      const ledger = createCreationStore(database, seal, 'a')
      const first = await ledger.begin(intent())
      if (first.kind !== 'new') throw new Error('expected a new one')
      await ledger.finish(first.id, 'in-doubt')
      expect(await ledger.begin(intent())).toEqual({ kind: 'number-under-way' })
      expect(await ledger.abandon('8001')).toBe(false)
      await database.db
        .updateTable('creation')
        .set({ ended_at: Date.now() - 61_000 })
        .execute()
      expect(await ledger.abandon('8001')).toBe(true)
      expect((await ledger.begin(intent())).kind).toBe('new')
    })

    test('what a dead process left as sending is in doubt, not free', async () => {
      const database = await open()
      const ledger = createCreationStore(database, seal, 'a')
      const lost = intent()
      await ledger.begin(lost)
      await database.db
        .updateTable('creation')
        .set({ started_at: Date.now() - 61_000 })
        .execute()
      expect(await ledger.begin(intent())).toEqual({ kind: 'number-under-way' })
      expect(await ledger.begin(lost)).toMatchObject({ kind: 'known', creation: { state: 'in-doubt' } })
    })

    test('no secret of the request is stored', async () => {
      const database = await open()
      await createCreationStore(database, seal, 'a').begin(intent())
      expect(JSON.stringify(await database.db.selectFrom('creation').selectAll().execute())).not.toContain(
        'S3cret',
      )
    })
  })
})
