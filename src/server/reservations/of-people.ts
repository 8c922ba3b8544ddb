import { sql, type RawBuilder } from 'kysely'
import { openReservations, type Place } from '../follow/rows.ts'
import { isOpen } from '../numbers/numbers.ts'
import { holderIn } from '../numbers/shown.ts'
import { inMs, type Database } from '../platform/database/database.ts'

// What reservations say of people, for the lists of people.

type Source = Place & { database: Pick<Database, 'db'> }

/** How long the people of ended reservations stay on their user's team, ms. */
const endedMs = 7 * 24 * 3_600_000

/** SQL: an agent's UUID, or a new colleague's ID while the UUID is unknown. */
export const personId = sql<string>`coalesce(agent_uuid, joiner_id)`

/** SQL for the people, by UUID or ID of a new colleague, with an open reservation. */
export const reservedPeople = ({ account }: Pick<Place, 'account'>): RawBuilder<string> =>
  sql<string>`SELECT ${personId} FROM reservation WHERE account = ${account} AND ${isOpen} AND keep_days IS NULL`

/** SQL for the people for whom the user holds a reservation, or held one that ended within a week without a release. */
export const reservedBy = ({ account, database: { now } }: Place, userId: string): RawBuilder<string> =>
  sql<string>`SELECT ${personId} FROM reservation WHERE account = ${account} AND user_id = ${userId}
    AND keep_days IS NULL AND (${isOpen} OR (state <> 'released' AND ended_at > ${inMs(now)(-endedMs)}))`

/** The new colleagues whose reservations came true, with their numbers while that binding lasts: another one is not known to be for them. */
export const boundColleagues = ({ account, database: { db } }: Source) =>
  db
    .selectFrom('reservation')
    .innerJoin('number', (join) =>
      join
        .onRef('number.account', '=', 'reservation.account')
        .onRef('number.ext', '=', 'reservation.ext')
        .on('number.state', '=', 'bound')
        .onRef('number.binding_since', '<=', 'reservation.ended_at'),
    )
    .where('reservation.account', '=', account)
    .where('reservation.state', '=', 'bound')
    .where('reservation.joiner_id', 'is not', null)
    .where('reservation.agent_uuid', 'is', null)
    .select(['reservation.joiner_id', 'reservation.ext'])

/** The UUIDs of the accounts that have the numbers reserved for these new colleagues, by the new colleague's ID. */
export async function holdersOf(
  { account, database: { db } }: Source,
  colleagueIds: readonly string[],
): Promise<Map<string, string[]>> {
  const rows = await db
    .selectFrom('reservation')
    .select(['joiner_id', 'holder'])
    .where('account', '=', account)
    // PostgreSQL knows no empty list.
    .where('joiner_id', 'in', [...colleagueIds, ''])
    .where('agent_uuid', 'is', null)
    .where('state', 'in', ['reserved', 'bound'])
    .where('holder', 'is not', null)
    .execute()
  const holders = rows.map((row) => ({
    colleagueId: row.joiner_id ?? '',
    uuid: holderIn(row)?.agentUuid ?? '',
  }))
  const byColleague = Map.groupBy(
    holders.filter(({ uuid }) => uuid !== ''),
    ({ colleagueId }) => colleagueId,
  )
  return new Map([...byColleague].map(([id, holders]) => [id, holders.map(({ uuid }) => uuid)]))
}

/** The numbers reserved for these people, by UUID or ID of a new colleague, in number order. */
export async function reservedFor(
  source: Source,
  people: readonly string[],
): Promise<Map<string, { ext: string; expiresAt: number }[]>> {
  if (people.length === 0) return new Map()
  const rows = await openReservations(source.database.db, source)
    .where(personId, 'in', people)
    .where('keep_days', 'is', null)
    .select([personId.as('person'), 'ext', 'expires_at as expiresAt'])
    .orderBy('ext')
    .execute()
  const byPerson = Map.groupBy(rows, ({ person }) => person)
  return new Map(
    [...byPerson].map(([id, numbers]) => [id, numbers.map(({ ext, expiresAt }) => ({ ext, expiresAt }))]),
  )
}
