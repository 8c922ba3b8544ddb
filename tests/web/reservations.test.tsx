import { afterEach, describe, expect, test, vi } from 'vitest'
import type { Reservation, PairOutcome } from '#contract/reservations.ts'
import { sendable, type Planned } from '#web/pages/reservations/batch/pairs.ts'
import { withParts, type PersonLine } from '#web/entities/person/find-people.ts'
import { outcomeText } from '#web/entities/reservation/outcome-text.ts'
import { translator } from '#web/i18n/catalogue.ts'
import { en, zh } from '../all-messages.ts'
import { outcomeOf } from './reservation-of.ts'

const now = 1_800_000_000_000
const reservation: Reservation = {
  id: 'a',
  ext: '8012',
  agentUuid: 'agent-ada-1',
  colleagueId: null,
  agentName: 'Ada',
  workNumber: null,
  department: null,
  personKind: 'person',
  domain: null,
  langCodeTxt: null,
  state: 'reserved',
  by: { id: 'bob', name: 'Bob' },
  reservedAt: now - 8_000,
  expiresAt: now + 3_600_000,
  checkedAt: now,
  missing: false,
  holder: null,
  endedAt: null,
  endedBy: null,
  reason: null,
}
const outcome = (changes: Partial<PairOutcome>): PairOutcome => outcomeOf('8012', changes)

afterEach(() => vi.unstubAllGlobals())

describe('the outcome of a race', () => {
  const textOf = (changes: Partial<PairOutcome>, userId = 'me') =>
    outcomeText(outcome(changes), { t: translator('en', en), language: 'en', now, userId })

  test('names the user, the time and the agent, and marks the user’s own reservation', () => {
    const held = { code: 'reservation-held', reservation: reservation } as const
    expect(textOf(held)).toMatch(/^8012 was reserved 8 seconds ago by Bob for Ada, until /)
    expect(textOf(held, 'bob')).toMatch(/^You reserved 8012 for Ada 8 seconds ago, until /)
  })

  test('names the agent of a number bound in between, and the time when the service reports it', () => {
    const holder = { agentUuid: 'x', agentName: 'Carl', since: now - 120_000 }
    expect(textOf({ code: 'extension-bound', holder })).toBe('8012 was bound to Carl 2 minutes ago.')
    expect(textOf({ code: 'extension-bound', holder: { ...holder, since: null } })).toBe(
      '8012 is already bound to Carl.',
    )
  })

  test('says why a number is unavailable, and that a missing binding is unknown', () => {
    const holder = { agentUuid: 'x', agentName: 'Carl', since: null }
    expect(textOf({ code: 'extension-unavailable', reason: 'in-use', holder })).toBe(
      "8012 isn't available: in use by Carl.",
    )
    expect(textOf({ code: 'extension-unavailable', reason: 'disabled' })).toBe(
      "8012 isn't available: disabled.",
    )
    expect(textOf({ code: 'extension-unavailable' })).toBe(
      "8012 isn't available: the phone platform doesn't list it as idle.",
    )
    expect(textOf({ code: 'binding-unknown' })).toBe(
      "The phone platform doesn't say whether this number is bound",
    )
  })

  test('never shows a future time when the clock is behind', () => {
    const ahead = { ...reservation, reservedAt: now + 5_000 }
    expect(textOf({ code: 'reservation-held', reservation: ahead })).toContain('1 second ago')
  })

  test('is shown in Chinese', () => {
    const text = outcomeText(outcome({ code: 'reservation-held', reservation: reservation }), {
      t: translator('zh', zh),
      language: 'zh',
      now,
      userId: 'me',
    })
    expect(text).toMatch(/^8012 已于 8 秒钟前由 Bob 为 Ada 预留，有效期至/)
  })
})

describe('a batch', () => {
  const line = (changes: Partial<PersonLine> = {}): PersonLine => ({
    text: 'ada',
    person: { id: 'agent-ada-1', isNewColleague: false, name: 'Ada' },
    why: null,
    entry: null,
    candidates: [],
    total: 0,
    name: '',
    workNumber: null,
    parts: [],
    ...changes,
  })
  const unread = line({ text: 'x', person: null, why: 'name-unknown' })
  const planned = (ext: string | null, status: Planned['status'], found = true): Planned => ({
    line: found ? line() : unread,
    ext,
    status,
    spared: null,
  })

  test('reads a list in one line as its people when all are known, or when the user says so', () => {
    const several = (...of: PersonLine[]) => line({ text: 'a, b', person: null, why: 'several', parts: of })
    const [clear, open] = [several(line(), line()), several(line(), unread)]
    const textsOf = (lines: readonly PersonLine[]) => lines.map(({ text }) => text)
    expect(textsOf(withParts([clear, open], () => false))).toEqual(['ada', 'ada', 'a, b'])
    expect(textsOf(withParts([open], (text) => text === 'a, b'))).toEqual(['ada', 'x'])
  })

  test('sends only free, unreserved numbers with an agent', () => {
    const plan = [
      planned('8001', { kind: 'free' }),
      planned('8002', { kind: 'bound', agent: 'Carl' }),
      planned('8003', { kind: 'missing' }),
      planned('8004', { kind: 'failed' }),
      planned('8005', { kind: 'free' }, false),
      planned('8012', { kind: 'free' }),
      planned(null, { kind: 'none' }),
    ]
    expect(sendable(plan, new Map([['8012', reservation]])).map(({ ext }) => ext)).toEqual(['8001'])
  })
})
