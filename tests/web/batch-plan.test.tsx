import { expect, test } from 'vitest'
import { asNewResource, type PersonLine } from '#web/entities/person/find-people.ts'
import {
  choosePairs,
  countNewColleagues,
  countSpare,
  noChoices,
  readyPairs,
  type Choices,
} from '#web/pages/reservations/batch/batch-plan.ts'
import type { Plan } from '#web/pages/reservations/batch/pairs.ts'

const line = (text: string, rest: Partial<PersonLine> = {}): PersonLine => ({
  text,
  person: null,
  why: null,
  entry: null,
  candidates: [],
  total: 0,
  name: text,
  workNumber: null,
  parts: [],
  ...rest,
})
const person = (name: string) => line(name, { person: { id: name, isNewColleague: false, name } })
const numbers = ['1001', '1002', '1003', '1004']
const plan: Plan = {
  lines: [
    line('Dear team:', { why: 'no-name', name: '' }),
    person('Ada'),
    line('Not Known', { why: 'name-unknown' }),
    line('Chen', { why: 'ambiguous' }),
    person('Bo'),
  ],
  numbers,
  statuses: new Map(numbers.map((ext) => [ext, { kind: 'free' }])),
  reservedNumbers: new Map([['Ada', ['8001']]]),
  isBeside: false,
}
const outcome = (choices: Partial<Choices>) => {
  const { rows, unclear, unknownNames, holders } = choosePairs(plan, { ...noChoices, ...choices })
  return {
    numbers: rows.map(({ ext }) => ext),
    unclear: unclear.map(({ text }) => text),
    unknownNames,
    holders,
  }
}

test('gives numbers to exactly known people only, until the user decides about the others', () => {
  const open = { unclear: ['Not Known', 'Chen'], unknownNames: ['Not Known'], holders: 1 }
  expect(outcome({})).toEqual({ numbers: [null, null, null, null, '1001'], ...open })
  expect(outcome({ withHolders: true })).toEqual({ numbers: [null, '1001', null, null, '1002'], ...open })
  expect(outcome({ areColleagues: true }).numbers).toEqual([null, null, '1001', null, '1002'])
  const chosen = { person: { id: 'chen-2', isNewColleague: false, name: 'Chen' }, entry: null }
  expect(outcome({ people: new Map([['Chen', chosen]]) })).toEqual({
    numbers: [null, null, null, '1001', '1002'],
    ...open,
  })
})

test('sends what is entered once with each new colleague, without a first day with each room, and with no one else', () => {
  const { rows } = choosePairs(plan, { ...noChoices, areColleagues: true })
  const facts = { department: ' Billing ', startsOn: '2026-12-03' }
  expect(readyPairs(rows, new Map(), facts)).toMatchObject([
    { ext: '1001', colleague: { name: 'Not Known', department: 'Billing', startsOn: '2026-12-03' } },
    { ext: '1002', agentUuid: 'Bo' },
  ])
  const room = { person: asNewResource('Not Known'), entry: null }
  const chosen = choosePairs(plan, { ...noChoices, people: new Map([['Not Known', room]]) })
  expect(readyPairs(chosen.rows, new Map(), facts)[0]?.colleague).toEqual({
    name: 'Not Known',
    kind: 'resource',
    department: 'Billing',
  })
  expect(chosen.unknownNames).toEqual([])
  expect(countNewColleagues(readyPairs(rows, new Map(), facts))).toEqual({ person: 1, resource: 0 })
  expect(countNewColleagues(readyPairs(chosen.rows, new Map(), facts))).toEqual({ person: 0, resource: 1 })
  expect(countSpare(plan, rows)).toBe(2)
  const [pair] = readyPairs(rows, new Map(), { department: '', startsOn: '' })
  expect(pair?.colleague).toEqual({ name: 'Not Known' })
})
