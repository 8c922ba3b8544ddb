import type { Selectable } from 'kysely'
import { requestKinds, requestStates, type ServiceRequest } from '#contract/service-requests.ts'
import type { Tables } from '../platform/database/schema.ts'

export type RequestRow = Selectable<Tables['service_request']>

const agentOf = (agentUuid: string | null, agentName: string | null) =>
  agentUuid === null ? null : { agentUuid, agentName }

/** Converts a row to the contract's shape. Throws when the store holds an unknown kind or state. */
export function toRequest(row: RequestRow): ServiceRequest {
  const kind = requestKinds.find((each) => each === row.kind)
  const state = requestStates.find((each) => each === row.state)
  if (kind === undefined || state === undefined)
    throw new Error(`service request ${row.id} has no known kind or state`)
  return {
    id: row.id,
    kind,
    ext: row.ext,
    boundTo: agentOf(row.bound_uuid, row.bound_name),
    rebindTo: agentOf(row.agent_uuid, row.agent_name),
    reason: row.reason,
    dueAt: row.due_at,
    state,
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
export const columns = [
  'kind',
  'ext',
  'agentUuid',
  'agentName',
  'rebindToUuid',
  'rebindToName',
  'reason',
  'dueAt',
  'state',
  'askedBy',
  'askedAt',
  'sentAt',
  'closedAt',
  'closedBy',
  'note',
] as const

const timeText = (time: number | null) => (time === null ? '' : new Date(time).toISOString())

export function cellsOf(row: RequestRow): string[] {
  const request = toRequest(row)
  const cells: Record<(typeof columns)[number], string> = {
    kind: request.kind,
    ext: request.ext,
    agentUuid: request.boundTo?.agentUuid ?? '',
    agentName: request.boundTo?.agentName ?? '',
    rebindToUuid: request.rebindTo?.agentUuid ?? '',
    rebindToName: request.rebindTo?.agentName ?? '',
    reason: request.reason,
    dueAt: timeText(request.dueAt),
    state: request.state,
    askedBy: request.by.name,
    askedAt: timeText(request.askedAt),
    sentAt: timeText(request.sentAt),
    closedAt: timeText(request.closedAt),
    closedBy: request.state === 'done' ? (request.closedBy ?? 'service') : (request.closedBy ?? ''),
    note: request.note ?? '',
  }
  return columns.map((column) => cells[column])
}
