import type { Reservation } from '#contract/reservations.ts'

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
