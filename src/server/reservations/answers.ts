import type { Reservation } from '#contract/reservations.ts'
import type { ReservationRow } from '../follow/rows.ts'
import type { AuthService } from '../auth/auth.ts'
import { holderIn } from '../numbers/shown.ts'
import { readPeople, type NamedPeople } from '../people/named.ts'
import { fields, timeFields, type Columns } from '../platform/http/csv.ts'
import type { Database } from '../platform/database/database.ts'

const minuteMs = 60_000
const dayMs = 24 * 60 * minuteMs

/** What names the people and users of reservations. */
export interface Names {
  database: Pick<Database, 'db'>
  account: string
  auth: { users: Pick<AuthService['users'], 'namesOf'> }
}

/** Returns the reservations as they are at `now`, with what the directory knows of their people, and with the names of the users. */
export async function toReservations(
  rows: readonly ReservationRow[],
  { database, account, auth }: Names,
  now: number,
): Promise<Reservation[]> {
  const agentIds = rows.flatMap((row) => [row.agent_uuid ?? row.joiner_id, holderIn(row)?.agentUuid])
  const userIds = rows.flatMap((row) => [row.user_id, row.ended_by_id])
  const [people, users] = await Promise.all([
    readPeople(
      database.db,
      account,
      agentIds.filter((id) => id != null),
    ),
    auth.users.namesOf([...new Set(userIds.filter((id) => id !== null))]),
  ])
  return rows.map((row) => toReservation(row, people, users, now))
}

/** When a reservation ends. The days of a number kept back begin when its agent has left it: not before `now`. */
const endOf = ({ state, keep_days: days, holder, expires_at: end }: ReservationRow, now: number) =>
  state === 'reserved' && days !== null && holder !== null ? now - (now % minuteMs) + days * dayMs : end

function toReservation(
  row: ReservationRow,
  people: NamedPeople,
  users: ReadonlyMap<string, string>,
  now: number,
): Reservation {
  const { agent_uuid: agentUuid, keep_days: keepDays } = row
  const holder = holderIn(row)
  const nameOf = (uuid: string | null) => people.get(uuid ?? '')?.name ?? null
  const person = keepDays === null ? people.get(agentUuid ?? row.joiner_id ?? '') : undefined
  return {
    id: row.id,
    ext: row.ext,
    agentUuid: keepDays === null ? agentUuid : null,
    colleagueId: row.joiner_id,
    agentName: person?.name ?? null,
    workNumber: person?.workNumber ?? null,
    department: person?.department ?? null,
    personKind: person?.kind ?? 'person',
    domain: row.domain,
    langCodeTxt: row.lang_code_txt,
    state: row.state,
    by: { id: row.user_id, name: users.get(row.user_id) ?? '' },
    reservedAt: row.reserved_at,
    expiresAt: endOf(row, now),
    checkedAt: row.checked_at,
    missing: row.missing === 1,
    holder: holder && { ...holder, agentName: nameOf(holder.agentUuid) ?? holder.agentName },
    endedAt: row.ended_at,
    endedBy: users.get(row.ended_by_id ?? '') ?? row.ended_by,
    reason: row.reason,
    ...(keepDays !== null && agentUuid !== null
      ? { keptBack: { agentUuid, agentName: nameOf(agentUuid), days: keepDays } }
      : {}),
  }
}

/** Columns of the export. */
export const columns: Columns<Reservation> = {
  ...fields('ext', 'agentUuid', 'agentName', 'workNumber', 'department', 'domain', 'langCodeTxt', 'state'),
  reservedBy: ({ by }) => by.name,
  ...timeFields('reservedAt', 'expiresAt', 'checkedAt', 'endedAt'),
  ...fields('endedBy', 'reason'),
  keptBackFrom: ({ keptBack }) => keptBack?.agentName ?? keptBack?.agentUuid,
  keptBackDays: ({ keptBack }) => keptBack?.days,
  ...fields('personKind'),
}
