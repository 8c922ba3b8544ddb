import { describe, expect, test } from 'vitest'
import type { PairOutcome, Reservation } from '#contract/reservations.ts'
import { beginChoice, changeChoice, offerNumbers } from '#web/entities/reservation/chosen-number.ts'
import { reservationOf } from './reservation-of.ts'

const suggested = [{ ext: '8001' }, { ext: '8002' }, { ext: '8003' }]
const none: ReadonlyMap<string, Reservation> = new Map()
const known = { suggested, reservations: none, isSending: false }
const refusal = (ext: string): PairOutcome => ({
  ext,
  code: 'extension-bound',
  reservation: null,
  holder: null,
  reason: null,
  request: null,
})
const refuse = (ext: string) => ({ kind: 'refused', outcome: refusal(ext), at: 5 }) as const
const extsOf = ({ numbers }: { numbers: readonly { ext: string }[] }) => numbers.map(({ ext }) => ext)

describe('the number that a reservation sends', () => {
  test('is the likeliest one until the user picks another', () => {
    const begun = beginChoice(undefined)
    expect(offerNumbers(begun, known)).toMatchObject({ ext: '8001', problem: undefined })
    const picked = changeChoice(begun, { kind: 'picked', ext: '8003' })
    expect(offerNumbers(picked, known).ext).toBe('8003')
  })

  test('is the number that the form was opened with', () => {
    expect(offerNumbers(beginChoice('8002'), known).ext).toBe('8002')
  })

  test('is the likeliest one when a search no longer finds the picked one', () => {
    expect(offerNumbers(beginChoice('8009'), known).ext).toBe('8001')
  })

  test('is none after a refusal, until the user picks one that was not refused', () => {
    const refused = changeChoice(beginChoice('8002'), refuse('8002'))
    const offer = offerNumbers(refused, known)
    expect(offer).toMatchObject({ ext: undefined, problem: refusal('8002'), problemAt: 5 })
    expect(extsOf(offer)).toEqual(['8001', '8003'])
    const again = changeChoice(changeChoice(refused, { kind: 'picked', ext: '8001' }), refuse('8001'))
    expect(extsOf(offerNumbers(again, known))).toEqual(['8003'])
    const picked = changeChoice(again, { kind: 'picked', ext: '8003' })
    expect(offerNumbers(picked, known)).toMatchObject({ ext: '8003', problem: refusal('8001') })
  })

  test('is none while another user has reserved the picked one, which is no longer offered', () => {
    const reservation = reservationOf('8002')
    const reservations = new Map([['8002', reservation]])
    const offer = offerNumbers(beginChoice('8002'), { ...known, reservations })
    expect(offer).toMatchObject({ ext: undefined, problem: { code: 'reservation-held', reservation } })
    expect(offer.problemAt).toBeNull()
    expect(extsOf(offer)).toEqual(['8001', '8003'])
  })

  test('stays while its own request is under way, whose reservation may be seen first', () => {
    const reservations = new Map([['8002', reservationOf('8002')]])
    const sending = { ...known, reservations, isSending: true }
    expect(offerNumbers(beginChoice('8002'), sending)).toMatchObject({ ext: '8002', problem: undefined })
  })
})
