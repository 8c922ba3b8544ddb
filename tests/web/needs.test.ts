import { expect, test } from 'vitest'
import type { Person } from '#contract/people.ts'
import type { Reservation } from '#contract/reservations.ts'
import type { ServiceRequest } from '#contract/service-requests.ts'
import { sortTeam, type Need, type TeamState } from '#web/pages/team/needs.ts'

const now = new Date(2026, 10, 26, 9).getTime()
const hour = 3_600_000

const person = (id: string, values: Partial<Person> = {}): Person => ({
  id,
  agentUuid: `uuid-${id}`,
  kind: 'person',
  name: id,
  workNumber: null,
  department: null,
  startsOn: null,
  ext: null,
  numbers: 0,
  state: 'none',
  reserved: [],
  labels: [],
  ...values,
})
const reservation = (id: string, values: Partial<Reservation> = {}): Reservation => ({
  id: `reservation-${id}`,
  ext: '8001',
  agentUuid: `uuid-${id}`,
  colleagueId: null,
  agentName: id,
  workNumber: null,
  department: null,
  personKind: 'person',
  domain: null,
  langCodeTxt: null,
  state: 'reserved',
  by: { id: 'me', name: 'Me' },
  reservedAt: now - hour,
  expiresAt: now + 40 * hour,
  checkedAt: now,
  missing: false,
  holder: null,
  endedAt: null,
  endedBy: null,
  reason: null,
  ...values,
})
const request = (ext: string, dueOn: string | null): ServiceRequest => ({
  id: `request-${ext}`,
  kind: 'unbind',
  ext,
  boundTo: null,
  rebindTo: null,
  swapWith: null,
  reason: 'left',
  dueOn,
  state: 'open',
  assignee: null,
  by: { id: 'me', name: 'Me' },
  askedAt: now,
  sentAt: null,
  sentBy: null,
  closedAt: null,
  closedBy: null,
  note: null,
})
const nothing: TeamState = {
  now,
  today: '2026-11-26',
  open: [],
  ended: [],
  requests: [],
  namesakes: [],
}
const kindsOf = (people: readonly Person[], state: Partial<TeamState>) => {
  const [needing, waiting, others] = sortTeam(people, { ...nothing, ...state })
  for (const { need } of waiting) expect(['starts', 'requested']).toContain(need?.kind)
  for (const { need } of needing) expect(['starts', 'requested']).not.toContain(need?.kind)
  const kinds = [...needing, ...waiting].map(
    ({ person: { id }, need }): [string, Need['kind'] | undefined] => [id, need?.kind],
  )
  return [kinds, others.map(({ person: { id } }) => id)]
}

test('lists who needs something by urgency, and everyone else in the given order', () => {
  const people = [
    person('bound', { ext: '1000' }),
    person('without'),
    person('starts', { agentUuid: null }),
    person('bind'),
    person('requested', { ext: '1001' }),
    person('ends today'),
    person('ends tonight'),
    person('missing'),
    person('taken'),
    person('overdue', { ext: '1002' }),
    person('may be known', { agentUuid: null }),
    person('calm', { ext: '1003' }),
  ]
  const newColleague = (id: string) => reservation(id, { agentUuid: null, colleagueId: id })
  const state: Partial<TeamState> = {
    open: [
      newColleague('starts'),
      reservation('bind', { ext: '8002' }),
      reservation('ends today', { expiresAt: now + 9 * hour }),
      reservation('ends tonight', { expiresAt: now + 3 * hour }),
      reservation('missing', { missing: true }),
      newColleague('may be known'),
    ],
    ended: [
      reservation('taken', { state: 'taken', endedAt: now - hour }),
      reservation('without', { state: 'expired', endedAt: now - 8 * 24 * hour }),
      reservation('bind', { state: 'expired', endedAt: now - hour }),
    ],
    requests: [request('1001', '2026-11-26'), request('1002', '2026-11-25')],
    namesakes: [{ colleagueId: 'may be known', agents: [person('known')] }],
  }
  expect(kindsOf(people, state)).toEqual([
    [
      ['may be known', 'confirm'],
      ['overdue', 'overdue'],
      ['ends today', 'ends'],
      ['ends tonight', 'ends'],
      ['missing', 'missing'],
      ['taken', 'lost'],
      ['bind', 'bind'],
      ['without', 'number'],
      ['starts', 'starts'],
      ['requested', 'requested'],
    ],
    ['bound', 'calm'],
  ])
})

test('needs a binding for a line or room at once, and waits once it is requested, for any agent', () => {
  const room = (id: string, ext: string) =>
    person(id, { agentUuid: null, kind: 'resource', reserved: [{ ext, expiresAt: now + 40 * hour }] })
  const asked = {
    ...request('8002', null),
    kind: 'rebind' as const,
    rebindTo: { agentUuid: 'uuid-operator', agentName: null, workNumber: null, department: null },
  }
  const inUse = person('fax', { agentUuid: null, kind: 'resource', ext: '8003', state: 'number' })
  const open = [
    reservation('lobby', { agentUuid: null, colleagueId: 'lobby', ext: '8001' }),
    reservation('line', { agentUuid: null, colleagueId: 'line', ext: '8002' }),
  ]
  expect(kindsOf([room('lobby', '8001'), room('line', '8002'), inUse], { open, requests: [asked] })).toEqual([
    [
      ['lobby', 'bind'],
      ['line', 'requested'],
    ],
    ['fax'],
  ])
})

test('asks for nothing twice: a request to bind the reserved number is shown instead', () => {
  const asked = {
    ...request('8002', null),
    kind: 'rebind' as const,
    rebindTo: { agentUuid: 'uuid-bind', agentName: null, workNumber: null, department: null },
  }
  const state = { open: [reservation('bind', { ext: '8002' })], requests: [asked] }
  expect(kindsOf([person('bind')], state)).toEqual([[['bind', 'requested']], []])
})

test('shows a request at the people whom it names, not at who has its number since', () => {
  const agent = (id: string) => ({
    agentUuid: `uuid-${id}`,
    agentName: id,
    workNumber: null,
    department: null,
  })
  const unbind = { ...request('8001', null), boundTo: agent('before') }
  const people = [person('before', { ext: '8003' }), person('since', { ext: '8001' })]
  expect(kindsOf(people, { requests: [unbind] })).toEqual([[['before', 'requested']], ['since']])
})

test('asks for no number for an agent who leaves', () => {
  const kept = reservation('leaver', {
    agentUuid: null,
    keptBack: { agentUuid: 'uuid-leaver', agentName: 'leaver', days: 30 },
  })
  const people = [person('leaver'), person('without')]
  expect(kindsOf(people, { open: [kept] })).toEqual([[['without', 'number']], ['leaver']])
})
