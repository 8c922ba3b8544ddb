import type { Selectable } from 'kysely'
import type { ServiceRequest } from '#contract/service-requests.ts'
import type { PeopleOf } from '../numbers/people.ts'
import { fields, timeFields, type Columns } from '../platform/http/csv.ts'
import type { Tables } from '../platform/database/schema.ts'

export type RequestRow = Selectable<Tables['service_request']>

type People = Awaited<ReturnType<PeopleOf>>

/** Returns the UUIDs of the agents in requests. */
export const agentsIn = (rows: readonly RequestRow[]): string[] =>
  rows.flatMap(({ bound_uuid: holder, agent_uuid: next }) => [holder ?? [], next ?? []].flat())

/** Converts a row to the contract's shape, with what the directory knows of these people. */
export function toRequest(row: RequestRow, people: People = new Map()): ServiceRequest {
  const agentOf = (agentUuid: string | null) => {
    if (agentUuid === null) return null
    const { name: agentName = null, workNumber = null, department = null } = people.get(agentUuid) ?? {}
    return { agentUuid, agentName, workNumber, department }
  }
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
    assignee: row.assignee_id === null ? null : { id: row.assignee_id, name: row.assignee_name ?? '' },
    by: { id: row.user_id, name: row.user_name },
    askedAt: row.asked_at,
    sentAt: row.sent_at,
    sentBy: row.sent_by,
    closedAt: row.closed_at,
    closedBy: row.closed_by,
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
