import { numberActions, type Values } from '#contract/audit.ts'
import type { HistoryEntry } from '#contract/history.ts'
import type { Tables } from '../platform/database/schema.ts'

type Event =
  | Pick<Extract<HistoryEntry, { kind: 'reservation' }>, 'kind' | 'state'>
  | Pick<Extract<HistoryEntry, { kind: 'request' }>, 'kind' | 'event'>

/** What histories call the actions on a reservation or a request. */
const events: Readonly<Record<string, Event>> = {
  'reservation.reserve': { kind: 'reservation', state: 'reserved' },
  'reservation.keep': { kind: 'reservation', state: 'reserved' },
  'reservation.extend': { kind: 'reservation', state: 'extended' },
  'reservation.move': { kind: 'reservation', state: 'moved' },
  'reservation.fulfill': { kind: 'reservation', state: 'bound' },
  'reservation.lose': { kind: 'reservation', state: 'taken' },
  'reservation.expire': { kind: 'reservation', state: 'expired' },
  'reservation.release': { kind: 'reservation', state: 'released' },
  'request.ask': { kind: 'request', event: 'asked' },
  'request.send': { kind: 'request', event: 'sent' },
  'request.finish': { kind: 'request', event: 'done' },
  'request.settle': { kind: 'request', event: 'settled' },
  'request.withdraw': { kind: 'request', event: 'withdrawn' },
}
export const eventOf = (action: string): Event | undefined => events[action]

/** Histories show creations by the rows of their jobs, which also say what has not happened yet. */
const creations: readonly string[] = ['extension.create', 'job.item.create']
export const historyActions: readonly string[] = numberActions.filter((action) => !creations.includes(action))

export const numberSubject = (ext: string): string => `number ${ext}`
export const personSubject = (id: string): string => `person ${id}`

/** Returns the IDs in a person's value, or in both sides of its change. */
const idsIn = (value: unknown): string[] =>
  (typeof value === 'object' && value !== null ? Object.values(value) : [value]).filter(
    (id) => typeof id === 'string',
  )

/**
 * Returns the histories that show an entry: of its numbers and, for what happened to a reservation or a request, of its people. All of it
 * follows from columns that the entry's hash covers.
 */
export function historiesOf(
  { id, at, action, object, result }: Tables['audit'],
  { id: reservationOrRequest, agent, swapWith, until }: Values,
): Omit<Tables['history'], 'account'>[] {
  if (!historyActions.includes(action)) return []
  const isEvent = result === 'done' && eventOf(action) !== undefined
  // A change to what is so already is no event.
  if (isEvent && reservationOrRequest === undefined) return []
  const subjects = [
    ...[object, ...idsIn(swapWith)].map(numberSubject),
    ...(isEvent ? idsIn(agent).map(personSubject) : []),
  ]
  // The console notices later that a reservation has expired.
  const happenedAt = action === 'reservation.expire' && typeof until === 'number' ? until : at
  return [...new Set(subjects)].map((subject) => ({
    subject,
    at: happenedAt,
    id,
    restricted: isEvent ? 0 : 1,
    entry: null,
  }))
}
