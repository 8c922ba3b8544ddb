import * as fc from 'fast-check'
import { expect, test } from 'vitest'
import { personFacts, factSources } from '#contract/people.ts'
import { factsFrom, factsOf, mergeFacts, type Facts } from '#server/people/facts.ts'

const value = fc.constantFrom('Ada', '王小明', 'Bob')
const facts: fc.Arbitrary<Facts> = fc.dictionary(
  fc.constantFrom(...personFacts),
  fc.record({ value, source: fc.constantFrom(...factSources), at: fc.nat(3) }),
)
const sorted = (all: Facts) => Object.entries(all).toSorted(([a], [b]) => (a < b ? -1 : 1))

test('merges facts to the same result in any order', () => {
  fc.assert(
    fc.property(facts, facts, facts, (one, two, three) => {
      expect(sorted(mergeFacts(one, two))).toEqual(sorted(mergeFacts(two, one)))
      expect(sorted(mergeFacts(mergeFacts(one, two), three))).toEqual(
        sorted(mergeFacts(one, mergeFacts(two, three))),
      )
      expect(sorted(mergeFacts(one, one))).toEqual(sorted(one))
    }),
  )
})

test('keeps the latest fact, but prefers every other source to a user-typed value', () => {
  const old = factsOf({ name: 'Ada' }, 'agent-record', 1)
  expect(mergeFacts(old, factsOf({ name: 'Ada Lo' }, 'roster', 2)).name?.value).toBe('Ada Lo')
  expect(mergeFacts(old, factsOf({ name: 'Eve' }, 'reservation', 3)).name?.value).toBe('Ada')
  expect(mergeFacts(factsOf({ name: 'Eve' }, 'reservation', 3), old).name?.value).toBe('Ada')
})

test('ignores empty values, removes control characters and round-trips through JSON', () => {
  const seen = factsOf({ name: ' A\u0000d\na ', workNumber: ' ', email: null, note: '\ud800' }, 'roster', 1)
  expect(seen).toMatchObject({ name: { value: 'A d a' }, note: { value: '\ufffd' } })
  expect(seen.workNumber).toBeUndefined()
  expect(factsFrom(JSON.stringify(seen))).toEqual(seen)
})
