import type { Generated } from 'kysely'

/** Tables of service requests. Times are epoch milliseconds. */
export interface RequestTables {
  /** A change of a number that the API cannot make. */
  service_request: {
    id: string
    /** The upstream account: base URL and app id. */
    account: string
    kind: string
    ext: string
    /** The agent of the number when it was requested. */
    bound_uuid: string | null
    bound_name: string | null
    /** The agent to bind it to. */
    agent_uuid: string | null
    agent_name: string | null
    reason: string
    due_at: number | null
    state: string
    user_id: string
    user_name: string
    asked_at: number
    sent_at: Generated<number | null>
    sent_by: Generated<string | null>
    closed_at: Generated<number | null>
    /** Null where the service showed the change. */
    closed_by: Generated<string | null>
    note: Generated<string | null>
    /** When it was last looked up whether the service shows the change. */
    checked_at: number
  }
}
