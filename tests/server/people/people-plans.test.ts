import { expect, test } from 'vitest'
import { personSorts } from '#contract/people.ts'
import { LabelStore } from '#server/labels/store.ts'
import { People, type PersonFilter } from '#server/people/people.ts'
import { eachStore } from '../../stores/each-store.ts'
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
