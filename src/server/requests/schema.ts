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
      with_ext: string | null
      /** The number's agent at the time of the request. */
      bound_uuid: string | null
      /** The agent to bind the number to. */
      agent_uuid: string | null
      reason: string
      /** A calendar date: `2026-12-05`. */
      due_on: string | null
      state: RequestState
      user_id: string
      asked_at: number
      /** Null while the request is with the administrators. */
      assignee_id: string | null
      sent_at: number | null
      /** The user who sent or closed it; of one that an earlier version changed, `sent_by` and `closed_by` have the name alone. */
      sent_by_id: string | null
      sent_by: string | null
      closed_at: number | null
      /** Both null when the request was closed because the service showed the change. */
      closed_by_id: string | null
      closed_by: string | null
      note: string | null
      /** When the service last answered a look-up of the number, found or not; of a swap, of both. */
      checked_at: number
      /** When a look-up of the number, or of one of both, last got no answer that can be used, or its answer could not be stored. */
      tried_at: number | null
    }
  }
}
