import { sql } from 'kysely'
import { expect, onTestFinished, test, vi } from 'vitest'
import { personSorts } from '#contract/people.ts'
import { LabelStore } from '#server/labels/store.ts'
import { readPeople } from '#server/people/named.ts'
import { People, type PersonFilter } from '#server/people/people.ts'
import { openDatabase } from '#server/platform/database/database.ts'
import { eachStore, emptyStoreLocation } from '../../stores/each-store.ts'
import { queryPlans } from '../../stores/query-plans.ts'

const filters: [what: string, filter: PersonFilter][] = [
  ['everyone', {}],
  ['a search', { q: 'w' }],
  ['a state', { state: 'none' }],
  ['a kind', { kind: 'resource' }],
]

eachStore(({ engine, open }) => {
  test.each(filters)('%s: a list of people reads no rows but those that it shows', async (_what, filter) => {
    const database = await open()
    const plans = await queryPlans(database, async (db) => {
      const reads = new People({
        database: { ...database, db },
        account: 'a',
        labels: new LabelStore(database, 'a').of('agent'),
      })
      for (const sort of personSorts)
        await reads.list(filter, { sort, order: 'asc' }, { offset: 0, limit: 50 })
      await reads.departments()
    })
    const ofPeople = plans.filter((step) => / person\b|person_/.test(step))
    expect(ofPeople.length).toBeGreaterThan(personSorts.length)
    // PostgreSQL scans the table as fast (migration 033).
    const isFast = (step: string) =>
      engine === 'postgres' || step.includes('USING COVERING INDEX person_list')
    expect(ofPeople.filter((step) => !isFast(step))).toEqual([])
  })
})

test('SQLite finds people by their IDs along an index once the directory has grown', async () => {
  vi.useFakeTimers({ toFake: ['setInterval', 'clearInterval'] })
  const cleanUps: (() => unknown)[] = [() => vi.useRealTimers()]
  const database = await openDatabase(await emptyStoreLocation('sqlite', cleanUps))
  cleanUps.push(() => database.close())
  onTestFinished(async () => {
    for (const cleanUp of cleanUps.toReversed()) await cleanUp()
  })
  await sql`INSERT INTO person (id, account, facts, name_key, sort_key, exts, numbers, search, first_seen_at, record_at)
    WITH RECURSIVE n(i) AS (SELECT 1 UNION ALL SELECT i + 1 FROM n WHERE i < 2000)
    SELECT 'id-' || i, 'a', '{}', '', '', '', 0, '', 0, 0 FROM n`.execute(database.db)
  const ids = Array.from({ length: 50 }, (_, index) => `id-${index}`)
  const plans = async () => (await queryPlans(database, (db) => readPeople(db, 'a', ids))).join('; ')
  const readsAll = /person USING INDEX \w+ \(account=\?\)/
  expect(await plans()).toMatch(readsAll)
  vi.advanceTimersByTime(60_000)
  await vi.waitFor(async () => expect(await plans()).not.toMatch(readsAll))
})
