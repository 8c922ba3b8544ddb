import { randomUUID } from 'node:crypto'
import type { ExpressionBuilder, InsertObject, Selectable } from 'kysely'
import type { AuditAction } from '#contract/audit.ts'
import { observableKinds } from '#contract/service-requests.ts'
import type { AuditEntry, Concerned } from '../audit/audit-store.ts'
import { readPeople } from '../people/named.ts'
import type { Database, StoreTransaction } from '../platform/database/database.ts'
import type { Tables } from '../platform/database/schema.ts'
import type { Actor } from '../platform/http/caller.ts'

// The rows of reservations and requests, for all that reads or changes them, and what the audit says of each.

export type ReservationRow = Selectable<Tables['reservation']>
export type RequestRow = Selectable<Tables['service_request']>

/** Where the numbers belong, and the store's time. */
export interface Place {
  database: Pick<Database, 'now'>
  account: string
}

/** The outcome of a change of one number's reservation or request. */
export const outcomeOf = (
  actor: Actor,
  action: Extract<AuditAction, `reservation.${string}` | `request.${string}`>,
  ext: string,
  more: Pick<AuditEntry, 'values' | 'reason' | 'result' | 'concerns'>,
): AuditEntry => ({ actor, action, object: ext, result: 'done', ...more })

/** Reads of the store, or of a transaction. */
export type Reader = Pick<Database['db'], 'selectFrom'>

/** Returns whom a change of each of these requests concerns: the user who made it. */
export async function requestersOf(
  from: Reader,
  { account }: Pick<Place, 'account'>,
  rows: readonly RequestRow[],
): Promise<(row: RequestRow) => Concerned> {
  const agentOf = ({ agent_uuid: next, bound_uuid: holder }: RequestRow) => next ?? holder
  const people = await readPeople(
    from,
    account,
    rows.flatMap((row) => agentOf(row) ?? []),
  )
  return (row) => {
    const agent = agentOf(row)
    return { person: row.user_id, id: row.id, agent: people.get(agent ?? '')?.name ?? agent }
  }
}

export const openReservations = (from: Reader, { account }: Pick<Place, 'account'>) =>
  from.selectFrom('reservation').where('account', '=', account).where('state', '=', 'reserved')

/** Whom a number is reserved for: an agent by UUID, or a new colleague, who has only the directory's ID until the service shows the UUID. */
export interface ReservedPerson {
  agentUuid: string | null
  colleagueId: string | null
  /** As the user gave it, for the directory. */
  agentName: string | null
}

/**
 * The columns of the person whom a reservation is for; null for a new colleague whom the directory does not have. `colleagues`: the UUIDs
 * of new colleagues by ID, null for one whom the service has not shown.
 */
export function personColumns(
  { agentUuid, colleagueId }: ReservedPerson,
  colleagues: ReadonlyMap<string, string | null>,
) {
  if (colleagueId === null) return { agent_uuid: agentUuid, joiner_id: null }
  const uuid = colleagues.get(colleagueId)
  return uuid === undefined ? null : { agent_uuid: uuid, joiner_id: colleagueId }
}

/** Inserts an open reservation; null when the number has one: a unique index allows no second. */
export async function insertReservation(
  transaction: StoreTransaction,
  { account, database: { now } }: Place,
  columns: Omit<
    InsertObject<Tables, 'reservation'>,
    'id' | 'account' | 'state' | 'reserved_at' | 'checked_at'
  >,
): Promise<ReservationRow | null> {
  const row = await transaction
    .insertInto('reservation')
    .values({
      id: randomUUID(),
      account,
      state: 'reserved',
      reserved_at: now,
      checked_at: now,
      ...columns,
    })
    .onConflict((conflict) => conflict.doNothing())
    .returningAll()
    .executeTakeFirst()
  return row ?? null
}

/** SQL: the request is about one of these numbers; a swap is about two. */
export const isAboutAny = (where: ExpressionBuilder<Tables, 'service_request'>, numbers: readonly string[]) =>
  // PostgreSQL knows no empty list.
  where.or([where('ext', 'in', [...numbers, '']), where('with_ext', 'in', [...numbers, ''])])

/** Both numbers of a swap, else the one of the request. */
export const numbersOf = ({ ext, with_ext: other }: Pick<RequestRow, 'ext' | 'with_ext'>): string[] =>
  other === null ? [ext] : [ext, other]

/** What the audit says of what happened to a reservation, beside its number. One of a number kept back has no end before its agent has left. */
export const reservationEvent = (row: ReservationRow) => ({
  id: row.id,
  agent: row.agent_uuid ?? row.joiner_id,
  until: row.keep_days !== null && row.holder !== null ? null : row.expires_at,
  ...(row.keep_days !== null && { days: row.keep_days }),
})

/** What the audit says of a request beside its number. */
export const requestValues = ({ kind, with_ext: swapWith }: Pick<RequestRow, 'kind' | 'with_ext'>) => ({
  kind,
  ...(swapWith !== null && { swapWith }),
})

/** The same of what happened to the request. `agent`: who has the number, and who is to get it. */
export const requestEvent = (row: RequestRow) => ({
  id: row.id,
  ...requestValues(row),
  ...((row.bound_uuid ?? row.agent_uuid) !== null && {
    agent: { before: row.bound_uuid, after: row.agent_uuid },
  }),
})

/** Requests that an answer of the service can fulfill. */
export const awaitedRequests = (from: Reader, { account }: Pick<Place, 'account'>) =>
  from
    .selectFrom('service_request')
    .where('account', '=', account)
    .where('closed_at', 'is', null)
    .where('kind', 'in', observableKinds)
