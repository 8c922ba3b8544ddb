import type { ServiceRequest } from '#contract/service-requests.ts'
import type { RequestRow } from '../follow/rows.ts'
import type { NamedPeople } from '../people/named.ts'
import { fields, timeFields, type Columns } from '../platform/http/csv.ts'

/** Returns the UUIDs of the agents in requests. */
export const agentsIn = (rows: readonly RequestRow[]): string[] =>
  rows.flatMap(({ bound_uuid: holder, agent_uuid: next }) => [holder ?? [], next ?? []].flat())

/** Returns the IDs of the users in requests. */
export const usersIn = (rows: readonly RequestRow[]): string[] =>
  rows.flatMap((row) =>
    [row.user_id, row.assignee_id, row.sent_by_id, row.closed_by_id].filter((id) => id !== null),
  )

/** Converts a row to the contract's shape, with what the directory knows of these people, and with the names of the users. */
export function toRequest(
  row: RequestRow,
  people: NamedPeople,
  users: ReadonlyMap<string, string>,
): ServiceRequest {
  const agentOf = (agentUuid: string | null) => {
    if (agentUuid === null) return null
    const { name: agentName = null, workNumber = null, department = null } = people.get(agentUuid) ?? {}
    return { agentUuid, agentName, workNumber, department }
  }
  const userOf = (id: string) => ({ id, name: users.get(id) ?? '' })
  return {
    id: row.id,
    kind: row.kind,
    ext: row.ext,
    swapWith: row.with_ext,
    boundTo: agentOf(row.bound_uuid),
    rebindTo: agentOf(row.agent_uuid),
    reason: row.reason,
    dueOn: row.due_on,
    state: row.state,
    assignee: row.assignee_id === null ? null : userOf(row.assignee_id),
    by: userOf(row.user_id),
    askedAt: row.asked_at,
    sentAt: row.sent_at,
    sentBy: users.get(row.sent_by_id ?? '') ?? row.sent_by,
    closedAt: row.closed_at,
    closedBy: users.get(row.closed_by_id ?? '') ?? row.closed_by,
    note: row.note,
  }
}

/** Columns of the export. */
export const columns: Columns<ServiceRequest> = {
  ...fields('kind', 'ext', 'swapWith'),
  agentUuid: ({ boundTo }) => boundTo?.agentUuid,
  agentName: ({ boundTo }) => boundTo?.agentName,
  workNumber: ({ boundTo }) => boundTo?.workNumber,
  department: ({ boundTo }) => boundTo?.department,
  rebindToUuid: ({ rebindTo }) => rebindTo?.agentUuid,
  rebindToName: ({ rebindTo }) => rebindTo?.agentName,
  rebindToWorkNumber: ({ rebindTo }) => rebindTo?.workNumber,
  rebindToDepartment: ({ rebindTo }) => rebindTo?.department,
  ...fields('reason'),
  dueOn: { date: ({ dueOn }) => dueOn },
  ...fields('state'),
  askedBy: ({ by }) => by.name,
  ...timeFields('askedAt'),
  assignee: ({ assignee }) => assignee?.name,
  ...timeFields('sentAt'),
  ...fields('sentBy'),
  ...timeFields('closedAt'),
  closedBy: ({ closedBy, state }) => closedBy ?? (state === 'done' ? 'service' : ''),
  ...fields('note'),
}
