import { describe, expect, test } from 'vitest'
import { itemStates } from '#contract/jobs.ts'
import type { ItemRow } from '#server/jobs/schema.ts'
import { states, transition, type Refusal, type RowEvent } from '#server/jobs/transition.ts'
import { extensionRecord } from '#upstream/records.ts'
import { pendingRow } from './pending-row.ts'

const circumstances = {
  now: 1_700_000_000_000,
  isCancelled: false,
  visibilityTimeoutMs: 60_000,
}
const reason: Refusal = { code: 'upstream-busy', upstreamCode: '330007', message: 'busy' }
const record = { ...extensionRecord.parse({ bindStatus: 0 }), ext: pendingRow.ext }

const events: Record<RowEvent['kind'], RowEvent> = {
  claimed: { kind: 'claimed' },
  unsent: { kind: 'unsent', before: pendingRow },
  accepted: { kind: 'accepted' },
  refused: { kind: 'refused', reason, again: false },
  unclear: { kind: 'unclear', reason },
  workerLost: { kind: 'workerLost' },
  passwordGone: { kind: 'passwordGone' },
  found: { kind: 'found', record, password: null },
  absent: { kind: 'absent' },
  lookUpFailed: { kind: 'lookUpFailed', reason },
  cancelled: { kind: 'cancelled' },
  retried: { kind: 'retried' },
  rechecked: { kind: 'rechecked' },
  dismissed: { kind: 'dismissed' },
}
/** Rows that differ in everything that decides between an event's states. */
const variants: Partial<ItemRow>[] = [
  {},
  { open_since: 1 },
  { open_since: 1, looks: 9 },
  { open_since: 1, code: 'agent-bound', upstream_code: '310122' },
  { open_since: null, code: 'extension-exists', upstream_code: '310004' },
]

describe.each(itemStates)('a row that is %s', (state) => {
  const resultOf = (row: Partial<ItemRow>, event: RowEvent, isCancelled: boolean): string => {
    const before = { ...pendingRow, ...row }
    const happened = event.kind === 'unsent' ? { ...event, before } : event
    try {
      return transition({ ...before, attempts: 1, state }, happened, { ...circumstances, isCancelled }).state
    } catch {
      return 'refused'
    }
  }

  test.each(Object.values(events))('goes to each listed state when $kind, or refuses it', (event) => {
    const kinds = [event, ...(event.kind === 'refused' ? [{ ...event, again: true }] : [])]
    const results = kinds.flatMap((each) =>
      variants.flatMap((row) => [resultOf(row, each, false), resultOf(row, each, true)]),
    )
    expect(new Set(results)).toEqual(new Set(states[state][event.kind] ?? ['refused']))
  })
})

const after = (row: Partial<ItemRow>, event: RowEvent, isCancelled = false) =>
  transition({ ...pendingRow, ...row }, event, { ...circumstances, isCancelled })

test('notes a claim as sent, with its first time since the number was known to be absent', () => {
  const { now } = circumstances
  expect(after({ attempts: 1, open_since: 5 }, events.claimed)).toMatchObject({
    state: 'sending',
    attempts: 2,
    open_since: 5,
    started_at: now,
  })
})

test('puts an unsent row back as it was, and keeps an earlier send in doubt', () => {
  expect(transition(after({}, events.claimed), events.unsent, circumstances)).toEqual(pendingRow)
  const before: ItemRow = { ...pendingRow, attempts: 1, open_since: 5, code: 'upstream-timeout' }
  const again = transition(before, events.claimed, circumstances)
  const unsent: RowEvent = { kind: 'unsent', before }
  expect(transition(again, unsent, circumstances)).toEqual(before)
  expect(transition(again, unsent, { ...circumstances, isCancelled: true }).state).toBe('needsReview')
})

test('deletes a given password once the number is verified, and keeps a generated one', () => {
  for (const [source, kept] of [
    ['given', null],
    ['random', 'sealed'],
  ] as const)
    expect(after({ state: 'done', password: 'sealed', password_source: source }, events.found).password).toBe(
      kept,
    )
})

test('keeps the code of a refusal for now when the row is retried, and no other', () => {
  expect(after({ state: 'failed', code: 'upstream-busy', message: 'busy' }, events.retried)).toMatchObject({
    code: 'upstream-busy',
    message: null,
  })
  expect(after({ state: 'failed', code: 'agent-not-found' }, events.retried).code).toBeNull()
})
