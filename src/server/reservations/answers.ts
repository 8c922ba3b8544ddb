import type { Selectable } from 'kysely'
import type { Reservation } from '#contract/reservations.ts'
import { holderIn } from '../numbers/shown.ts'
import type { PeopleOf } from '../numbers/people.ts'
import { fields, timeFields, type Columns } from '../platform/http/csv.ts'
import type { Tables } from '../platform/database/schema.ts'

export type ReservationRow = Selectable<Tables['reservation']>

const minuteMs = 60_000
const dayMs = 24 * 60 * minuteMs

/** Converts a row to the contract's shape; `withPeople` adds the names. The days of a number kept back begin when its agent has left it: not before `now`. */
export function toReservation(row: ReservationRow, now: number): Reservation {
  const isLeaving = row.state === 'reserved' && row.keep_days !== null && row.holder !== null
  const isKeptBack = row.keep_days !== null
  return {
    id: row.id,
    ext: row.ext,
    agentUuid: isKeptBack ? null : row.agent_uuid,
    colleagueId: row.joiner_id,
    agentName: null,
    workNumber: null,
    department: null,
    domain: row.domain,
    langCodeTxt: row.lang_code_txt,
    state: row.state,
    by: { id: row.user_id, name: row.user_name },
    reservedAt: row.reserved_at,
    expiresAt: isLeaving ? now - (now % minuteMs) + (row.keep_days ?? 0) * dayMs : row.expires_at,
    checkedAt: row.checked_at,
    missing: row.missing === 1,
    holder: holderIn(row),
    endedAt: row.ended_at,
    endedBy: row.ended_by,
    reason: row.reason,
    ...(row.keep_days !== null && row.agent_uuid !== null
      ? { keptBack: { agentUuid: row.agent_uuid, agentName: null, days: row.keep_days } }
      : {}),
  }
}

/** Returns the reservations with what the directory knows of their people now. */
export async function withPeople(items: readonly Reservation[], peopleOf: PeopleOf): Promise<Reservation[]> {
  const idsOf = ({ agentUuid, colleagueId, keptBack, holder }: Reservation) =>
    [agentUuid ?? colleagueId, keptBack?.agentUuid, holder?.agentUuid].filter((id) => id != null)
  const people = await peopleOf(items.flatMap(idsOf))
  const named = <Agent extends { agentUuid: string | null; agentName: string | null }>(agent: Agent) => ({
    ...agent,
    agentName: people.get(agent.agentUuid ?? '')?.name ?? agent.agentName,
  })
  return items.map((item) => {
    const { agentUuid, colleagueId, holder, keptBack } = item
    const person = people.get(agentUuid ?? colleagueId ?? '')
    return {
      ...item,
      agentName: person?.name ?? null,
      workNumber: person?.workNumber ?? null,
      department: person?.department ?? null,
      holder: holder === null ? null : named(holder),
      ...(keptBack === undefined ? {} : { keptBack: named(keptBack) }),
    }
  })
}

/** Columns of the export. */
export const columns: Columns<Reservation> = {
  ...fields('ext', 'agentUuid', 'agentName', 'workNumber', 'department', 'domain', 'langCodeTxt', 'state'),
  reservedBy: ({ by }) => by.name,
  ...timeFields('reservedAt', 'expiresAt', 'checkedAt', 'endedAt'),
  ...fields('endedBy', 'reason'),
  keptBackFrom: ({ keptBack }) => keptBack?.agentName ?? keptBack?.agentUuid,
  keptBackDays: ({ keptBack }) => keptBack?.days,
}
