import { describe, expect, test } from 'vitest'
import type { Pair, PairOutcome, Reservation } from '#contract/reservations.ts'
import {
  beginReserve,
  reserveReducer,
  selectNumbers,
  type ReserveEvent,
  type ReserveState,
} from '#web/entities/reservation/reserve-state.ts'
import { outcomeOf, reservationOf } from './reservation-of.ts'

const pair = (ext: string): Pair => ({ ext, agentUuid: 'agent', agentName: 'Maria' })
const refusalOf = (ext: string, rest: Partial<PairOutcome> = {}): PairOutcome =>
  outcomeOf(ext, { code: 'extension-bound', ...rest })
const pick = (ext: string): ReserveEvent => ({ type: 'picked', ext })
const send = (ext: string): ReserveEvent => ({ type: 'sent', pair: pair(ext) })
const refuse = (ext: string): ReserveEvent => ({ type: 'answered', outcome: refusalOf(ext), at: 5 })
const reserve = (ext: string): ReserveEvent => ({
  type: 'answered',
  outcome: refusalOf(ext, { code: null, reservation: reservationOf(ext) }),
  at: 5,
})
const fail: ReserveEvent = { type: 'failed' }
const another: ReserveEvent = { type: 'another' }

const after = (...events: ReserveEvent[]): ReserveState =>
  events.reduce(reserveReducer, beginReserve({ ext: '8001', search: '*1', pool: 'hall' }))

const refusal = { outcome: refusalOf('8001'), at: 5 }
const reservation = reservationOf('8001')

describe('the dialog that reserves a number', () => {
  test.each<{ from: string; on: string; events: ReserveEvent[]; to: object }>([
    { from: 'start', on: 'nothing', events: [], to: { step: 'choosing', picked: '8001', refusals: [] } },
    { from: 'choosing', on: 'a pick', events: [pick('8002')], to: { step: 'choosing', picked: '8002' } },
    {
      from: 'choosing',
      on: 'a request',
      events: [send('8001')],
      to: { step: 'sending', pair: pair('8001') },
    },
    {
      from: 'sending',
      on: 'a refusal',
      events: [send('8001'), refuse('8001')],
      to: { step: 'choosing', picked: undefined, refusals: [refusal] },
    },
    {
      from: 'sending',
      on: 'the refusal of another number',
      events: [send('8001'), refuse('8001'), pick('8002'), send('8002'), refuse('8002')],
      to: { step: 'choosing', picked: undefined, refusals: [refusal, { outcome: refusalOf('8002'), at: 5 }] },
    },
    {
      from: 'sending',
      on: 'a work number that a person has, which says nothing of the number',
      events: [
        send('8002'),
        { type: 'answered', outcome: refusalOf('8002', { code: 'agent-exists' }), at: 5 },
      ],
      to: { step: 'choosing', picked: '8002', refusals: [] },
    },
    {
      from: 'sending',
      on: 'a lost answer',
      events: [send('8002'), fail],
      to: { step: 'unanswered', pair: pair('8002') },
    },
    {
      from: 'unanswered',
      on: 'the same request',
      events: [send('8002'), fail, send('8002')],
      to: { step: 'sending', pair: pair('8002') },
    },
    {
      from: 'unanswered',
      on: 'a pick',
      events: [send('8002'), fail, pick('8003')],
      to: { step: 'choosing', picked: '8003', refusals: [] },
    },
    {
      from: 'sending',
      on: 'a reservation',
      events: [send('8001'), reserve('8001')],
      to: { step: 'reserved', reservation },
    },
    {
      from: 'reserved',
      on: 'another, in the pool but without the number and its search',
      events: [send('8001'), reserve('8001'), another],
      to: {
        step: 'choosing',
        picked: undefined,
        refusals: [],
        start: { pool: 'hall', colleague: undefined },
      },
    },
  ])('goes from $from on $on', ({ events, to }) => {
    expect(after(...events)).toMatchObject(to)
  })

  test.each<{ step: string; state: ReserveState; events: ReserveEvent[] }>([
    { step: 'choosing', state: after(), events: [refuse('8001'), reserve('8001'), fail, another] },
    { step: 'sending', state: after(send('8001')), events: [pick('8002'), send('8002'), another] },
    {
      step: 'unanswered',
      state: after(send('8001'), fail),
      events: [refuse('8001'), reserve('8001'), fail, another],
    },
    {
      step: 'reserved',
      state: after(send('8001'), reserve('8001')),
      events: [pick('8002'), send('8002'), refuse('8001'), fail],
    },
  ])('ignores while $step what belongs to another step', ({ state, events }) => {
    for (const event of events) expect(reserveReducer(state, event)).toBe(state)
  })

  test('starts the next colleague with what those who start together share', () => {
    const colleague = { name: 'Freya', workNumber: '7001', department: 'Sales', startsOn: '2026-12-05' }
    const state = after({ type: 'sent', pair: { ext: '8001', colleague } }, reserve('8001'), another)
    const shared = { kind: undefined, department: 'Sales', startsOn: '2026-12-05' }
    expect(state).toEqual(beginReserve({ pool: 'hall', colleague: shared }))
  })
})

const suggested = [{ ext: '8001' }, { ext: '8002' }, { ext: '8003' }]
const none: ReadonlyMap<string, Reservation> = new Map()
const reserved8002 = new Map([['8002', reservationOf('8002')]])

/** Selects from the state after these events, in a dialog that was opened with a number or without. */
function select(opened: string | undefined, events: ReserveEvent[], reservations = none) {
  const state = events.reduce(reserveReducer, beginReserve({ ext: opened }))
  if (state.step === 'reserved') throw new Error('nothing to send')
  const { numbers, ...rest } = selectNumbers(state, { suggested, reservations, now: 9 })
  return { numbers: numbers.map(({ ext }) => ext), ...rest }
}

describe('the number that a reservation sends', () => {
  test('is the likeliest one until the user picks another', () => {
    expect(select(undefined, [])).toMatchObject({ ext: '8001', refusal: undefined })
    expect(select(undefined, [pick('8003')]).ext).toBe('8003')
  })

  test('is the number that the dialog was opened with', () => {
    expect(select('8002', []).ext).toBe('8002')
  })

  test('is the likeliest one when a search no longer finds the picked one', () => {
    expect(select('8009', []).ext).toBe('8001')
  })

  test('is none after a refusal, until the user picks one that was not refused', () => {
    const refused = [send('8002'), refuse('8002')]
    const latest = { outcome: refusalOf('8002'), at: 5 }
    expect(select('8002', refused)).toEqual({ numbers: ['8001', '8003'], ext: undefined, refusal: latest })
    const again = [...refused, pick('8001'), send('8001'), refuse('8001')]
    expect(select('8002', again).numbers).toEqual(['8003'])
    expect(select('8002', [...again, pick('8003')])).toMatchObject({ ext: '8003', refusal })
  })

  test('is none while another user has reserved the picked one, which is no longer offered', () => {
    const offer = select('8002', [], reserved8002)
    expect(offer).toMatchObject({ numbers: ['8001', '8003'], ext: undefined })
    expect(offer.refusal).toMatchObject({
      outcome: { code: 'reservation-held', reservation: { ext: '8002' } },
      at: 9,
    })
    const picked = select('8002', [pick('8003')], reserved8002)
    expect(picked).toEqual({ numbers: ['8001', '8003'], ext: '8003', refusal: undefined })
  })

  test('stays while its own request is under way, or has no answer, whose reservation may be seen first', () => {
    const sent = { numbers: ['8001', '8003'], ext: '8002', refusal: undefined }
    expect(select(undefined, [send('8002')], reserved8002)).toEqual(sent)
    expect(select(undefined, [send('8002'), fail], reserved8002)).toEqual(sent)
  })
})
