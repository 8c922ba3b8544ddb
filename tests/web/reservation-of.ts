import type { PairOutcome, Reservation } from '#contract/reservations.ts'

/** An open reservation of a number for Maria. */
export const reservationOf = (ext: string, department: string | null = null): Reservation => ({
  id: 'reservation',
  ext,
  agentUuid: 'agent',
  colleagueId: null,
  agentName: 'Maria',
  workNumber: null,
  department,
  personKind: 'person',
  domain: null,
  langCodeTxt: null,
  state: 'reserved',
  by: { id: 'me', name: 'Me' },
  reservedAt: 0,
  expiresAt: 1,
  checkedAt: 0,
  missing: false,
  holder: null,
  endedAt: null,
  endedBy: null,
  reason: null,
})

/** The outcome of reserving a number: by default a success; `rest` says more. */
export const outcomeOf = (ext: string, rest: Partial<PairOutcome> = {}): PairOutcome => ({
  ext,
  code: null,
  reservation: null,
  holder: null,
  reason: null,
  request: null,
  ...rest,
})
