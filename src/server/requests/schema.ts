import type { Generated } from 'kysely'
import type { RequestKind, RequestState } from '#contract/service-requests.ts'

declare module '../platform/database/schema.ts' {
  interface Tables {
    /** A change of a number that the API cannot make. */
    service_request: {
      id: string
      account: string
      kind: RequestKind
      ext: string
      /** For a swap: the other number, which `agent_uuid` has and `bound_uuid` is to get. */
      with_ext: Generated<string | null>
      /** The number's agent at the time of the request. */
      bound_uuid: string | null
      /** The agent to bind the number to. */
      agent_uuid: string | null
      reason: string
      /** A calendar date: `2026-12-05`. */
      due_on: string | null
      state: RequestState
      user_id: string
      user_name: string
      asked_at: number
      /** Null while the request is with the administrators. */
      assignee_id: Generated<string | null>
      assignee_name: Generated<string | null>
      assigned_at: Generated<number | null>
      /** The name of the user who assigned the request; null when the assignee took it. */
      assigned_by: Generated<string | null>
      sent_at: Generated<number | null>
      sent_by: Generated<string | null>
      closed_at: Generated<number | null>
      /** Null when the request was closed because the service showed the change. */
      closed_by: Generated<string | null>
      closed_by_id: Generated<string | null>
      note: Generated<string | null>
      /** When a look-up last checked whether the service shows the change. */
      checked_at: number
    }
  }
}
