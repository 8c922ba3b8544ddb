import { sql } from 'kysely'
import type { Reservation } from '#contract/reservations.ts'
import { maxNamed, type EventOf } from '#contract/notifications.ts'
import type { Database } from '../platform/database/database.ts'
import { hourly, hourStart, type OccurrenceSource } from '../platform/occurrence.ts'
import { toReservation } from './answers.ts'

const hourMs = 3_600_000
/** How long before its end a reservation is about to expire. A shorter one is not announced. */
const expiringMs = 4 * hourMs

type Ended = 'reservation-expired' | 'reservation-taken' | 'reservation-fulfilled'
const kindOf = ({ state }: Reservation): Ended | null =>
  state === 'bound'
    ? 'reservation-fulfilled'
    : state === 'taken'
      ? 'reservation-taken'
      : state === 'expired'
        ? 'reservation-expired'
        : null

/** How many reservations, and which, the latest first. */
function ofNumbers(reservations: readonly Reservation[]) {
  const items = reservations.map(({ id, ext, agentName, workNumber }) => ({
    id,
    ext,
    agent: agentName ?? workNumber,
  }))
  const { ext = '', agent = null } = items[0] ?? {}
  return { count: items.length, ext, agent, items: items.slice(0, maxNamed) }
}

function eventOf(
  kind: Ended,
  { agentUuid, holder }: Reservation,
  all: readonly Reservation[],
): EventOf<Ended> {
  const numbers = ofNumbers(all)
  if (kind === 'reservation-expired') return { kind, ...numbers }
  const isOther = kind === 'reservation-taken' || agentUuid === null
  return { kind, ...numbers, holder: isOther ? (holder?.agentName ?? null) : null }
}

/** Reservations for an agent that ended without their user, or soon will. */
export const reservationOccurrences =
  ({ db }: Pick<Database, 'db'>, account: string): OccurrenceSource =>
  async (since, until) => {
    const from = hourStart(since)
    const ending = hourStart(until + expiringMs) + hourMs
    const rows = await db
      .selectFrom('reservation')
      .selectAll()
      .where('account', '=', account)
      .where('keep_days', 'is', null)
      .where((is) =>
        is.or([
          is.and([is('state', '<>', 'reserved'), is('ended_at', '>=', from)]),
          is.and([is('state', '=', 'reserved'), sql<boolean>`expires_at BETWEEN ${from} AND ${ending - 1}`]),
        ]),
      )
      .execute()
    const all = rows.map((row) => toReservation(row, until))
    const soon = all.filter(
      ({ state, holder, reservedAt, expiresAt }) =>
        state === 'reserved' && holder === null && expiresAt - reservedAt > expiringMs,
    )
    return [
      ...hourly(
        soon,
        ({ by }) => `reservation-expiring ${by.id}`,
        ({ expiresAt }) => expiresAt,
        ({ expiresAt, by }, each) => ({
          event: { kind: 'reservation-expiring', ...ofNumbers(each), until: expiresAt },
          person: by.id,
          causedBy: null,
        }),
        // The time of the notification is not that of the end.
      ).map((each) => ({ ...each, at: until })),
      ...(['reservation-expired', 'reservation-taken', 'reservation-fulfilled'] as const).flatMap((kind) =>
        hourly(
          all.filter((each) => kindOf(each) === kind),
          ({ by }) => `${kind} ${by.id}`,
          ({ endedAt }) => endedAt ?? 0,
          (latest, each) => ({
            event: eventOf(kind, latest, each),
            person: latest.by.id,
            causedBy: null,
          }),
        ),
      ),
    ]
  }
