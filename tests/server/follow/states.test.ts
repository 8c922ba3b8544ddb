import { expect, test } from 'vitest'
import { observableKinds } from '#contract/service-requests.ts'
import { graceMs, isFulfilled, next, type OpenReservation } from '#server/follow/states.ts'
import type { ShownNumber } from '#server/numbers/shown.ts'

const [maria, ravi] = ['9348ee74c2cefd4740db23a3b5bf4a0d', '11111111111111111111111111111111']
const end = 1_000_000_000
const dayMs = 24 * 3_600_000
const held = (agentUuid: string | null): ShownNumber => ({
  holder: { agentUuid, agentName: null, since: null },
})

const reservations = {
  own: { agentUuid: maria, kind: 'person', keepDays: null, expiresAt: end, isWaiting: false },
  colleague: { agentUuid: null, kind: 'person', keepDays: null, expiresAt: end, isWaiting: false },
  assigned: { agentUuid: null, kind: 'person', keepDays: null, expiresAt: end, isWaiting: true },
  resource: { agentUuid: null, kind: 'resource', keepDays: null, expiresAt: end, isWaiting: false },
  leaving: { agentUuid: maria, kind: 'person', keepDays: 2, expiresAt: 0, isWaiting: true },
  left: { agentUuid: maria, kind: 'person', keepDays: 2, expiresAt: end, isWaiting: false },
} as const satisfies Record<string, OpenReservation>

/** Every sight, in the order of the columns below. `stranger`: an account that the console knew before, with another name. */
const sights = {
  free: { number: 'free', mayBeColleague: true },
  gone: { number: 'missing', mayBeColleague: true },
  maria: { number: held(maria.toUpperCase()), mayBeColleague: true },
  ravi: { number: held(ravi), mayBeColleague: true },
  stranger: { number: held(ravi), mayBeColleague: false },
  unnamed: { number: held(null), mayBeColleague: true },
  unclear: { number: 'unclear', mayBeColleague: true },
} as const satisfies Record<string, { number: ShownNumber; mayBeColleague: boolean }>

const reserved = 'reserved'
/** Before the end, at a look-up that began after it, and when no look-up has answered for an hour. */
test.each([
  // free, gone, maria, ravi, stranger, unnamed, unclear
  ['own', 'before', [reserved, reserved, 'bound', 'taken', 'taken', 'waits', reserved]],
  ['own', 'after', ['expired', 'expired', 'bound', 'taken', 'taken', 'bound', reserved]],
  ['own', 'unanswered', ['expired', 'expired', 'bound', 'taken', 'taken', 'bound', 'expired']],
  ['colleague', 'before', [reserved, reserved, 'waits', 'waits', 'taken', 'waits', reserved]],
  ['colleague', 'after', ['expired', 'expired', 'bound', 'bound', 'taken', 'bound', reserved]],
  ['colleague', 'unanswered', ['expired', 'expired', 'bound', 'bound', 'taken', 'bound', 'expired']],
  ['assigned', 'before', [reserved, reserved, 'waits', 'waits', 'taken', 'waits', 'waits']],
  ['assigned', 'unanswered', ['expired', 'expired', 'bound', 'bound', 'taken', 'bound', 'bound']],
  ['resource', 'before', [reserved, reserved, 'bound', 'bound', 'bound', 'bound', reserved]],
  ['resource', 'after', ['expired', 'expired', 'bound', 'bound', 'bound', 'bound', reserved]],
  ['resource', 'unanswered', ['expired', 'expired', 'bound', 'bound', 'bound', 'bound', 'expired']],
  ['leaving', 'before', ['begins', 'begins', 'waits', 'taken', 'taken', 'waits', 'waits']],
  ['leaving', 'unanswered', ['begins', 'begins', 'waits', 'taken', 'taken', 'waits', 'waits']],
  ['left', 'before', [reserved, reserved, 'waits', 'taken', 'taken', 'waits', reserved]],
  ['left', 'after', ['expired', 'expired', 'waits', 'taken', 'taken', 'waits', reserved]],
] as const)('changes the reservation "%s" %s its end by what is shown', (kind, when, states) => {
  const row = reservations[kind]
  const now = { before: end - 1, after: end + 5, unanswered: end + graceMs }[when]
  const at = when === 'after' ? end : end - 2
  const found = Object.values(sights).map((sight) => {
    const { state, isWaiting, expiresAt } = next(row, { ...sight, at }, now)
    if (expiresAt !== row.expiresAt) return expiresAt === now + 2 * dayMs ? 'begins' : expiresAt
    return isWaiting && state === 'reserved' ? 'waits' : state
  })
  expect(found).toEqual(states)
})

test('fulfills a request by what is shown of its number', () => {
  const fulfilledBy = (kind: string) =>
    Object.entries(sights).flatMap(([name, { number }]) =>
      isFulfilled({ kind, agentUuid: kind === 'rebind' || kind === 'swap' ? maria : null }, number)
        ? [name]
        : [],
    )
  expect(
    Object.fromEntries([...observableKinds, 'new-password'].map((kind) => [kind, fulfilledBy(kind)])),
  ).toEqual({
    unbind: ['free'],
    rebind: ['maria'],
    swap: ['maria'],
    delete: ['gone'],
    'new-password': [],
  })
})

test('fulfills a swap once each of the two numbers is shown with the other’s agent', () => {
  const found = Object.entries(sights).flatMap(([name, { number }]) =>
    isFulfilled(
      { kind: 'swap', agentUuid: maria, other: { agentUuid: maria, shown: number } },
      sights.maria.number,
    )
      ? [name]
      : [],
  )
  expect(found).toEqual(['maria'])
})
