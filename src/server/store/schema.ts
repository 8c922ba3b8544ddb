import type { Generated } from 'kysely'
import type { CodeTables } from './code-tables.ts'
import type { InventoryTables } from './inventory-tables.ts'
import type { OverviewTables } from './overview-tables.ts'

/** Tables of the console's own store; users and sessions belong to better-auth. Times are epoch milliseconds. */
export interface Tables extends CodeTables, InventoryTables, OverviewTables {
  token_state: {
    key: string
    /** Sealed; null when there is none. */
    token: string | null
    generation: number
    issued_at: number | null
    expires_at: number | null
    lease_owner: string | null
    lease_until: number | null
    cooldown_until: number | null
    last_error: string | null
    /** JSON of the latest renewals; null before the first. */
    renewals: Generated<string | null>
  }
  /** Return codes that turned out to mean "get a new token" (trust 3.2). */
  setting: { name: string; value: string }
  job: {
    id: string
    /** `bulk` or `single`. */
    kind: Generated<string>
    /** The operation that creates its rows. */
    operation: Generated<string>
    user_id: string
    user_name: string
    /** JSON of the actor of a single creation, for its audit events. */
    actor: string | null
    idempotency_key: string
    /** HMAC of the request, so that no secret is stored. */
    body_mac: string
    name: string
    /** The upstream account: base URL and app id. */
    account: string
    created_at: number
    started_at: number | null
    ended_at: number | null
    /** `run` or `pause`. */
    wanted: string
    /** `user`, or a problem code. */
    paused_because: string | null
    waiting_for: string | null
    total: number
    pending: Generated<number>
    sending: Generated<number>
    unknown: Generated<number>
    done: Generated<number>
    failed: Generated<number>
    review: Generated<number>
    cancelled: Generated<number>
    unchecked: Generated<number>
    deviating: Generated<number>
    lease_owner: string | null
    lease_until: number | null
    /** Counts leases; what an older holder writes is refused. */
    fence: Generated<number>
    password_fill: string
    password_length: number
    /** 1 when any row has a password. */
    has_secrets: number
    /** Sealed key of derived passwords; null when there is none or it was destroyed. */
    secret_key: string | null
    /** When passwords and key are destroyed; null while the job is open or where there are none, 0 once it has happened. */
    secrets_until: number | null
  }
  /** `times`: JSON of epoch milliseconds, oldest first. */
  act_use: { user_id: string; act: string; times: string }
  job_item: {
    job_id: string
    position: number
    account: string
    ext: string
    agent_id: string | null
    agent_type: string | null
    lang_code_txt: string | null
    company_id: string | null
    /** Sealed; null when there is none, when it is derived, and once it is no longer needed. */
    password: string | null
    password_source: string
    /** 1 once its password was given out in a credentials file. */
    delivered: Generated<number>
    state: string
    attempts: Generated<number>
    /** How often a row of a dead worker was put back after a whole settle window without a trace. */
    resends: Generated<number>
    /** The job's fence when it was claimed. */
    fence: Generated<number>
    how: string | null
    checked: string | null
    code: string | null
    upstream_code: string | null
    message: string | null
    started_at: number | null
    /** Written right before the request leaves; null says that it never did. */
    sent_at: number | null
    /** First claim since the number was last known to be absent. */
    open_since: number | null
    ended_at: number | null
    looks: Generated<number>
    next_look_at: number | null
  }
  /** Entries of before the chain have none of its columns. */
  audit: {
    id: string
    at: number
    actor_id: string
    actor_name: string
    actor_role: string | null
    session: string | null
    address: string | null
    action: string
    object: string
    /** `intent` before the act, `outcome` after it. */
    phase: string
    reason: string | null
    result: string | null
    request_id: string | null
    chain: string | null
    seq: number | null
    prev_hash: string | null
    hash: string | null
  }
  assignment: {
    id: string
    account: string
    ext: string
    agent_uuid: string
    agent_name: string | null
    domain: string | null
    lang_code_txt: string | null
    user_id: string
    user_name: string
    idempotency_key: string
    body_mac: string
    state: string
    reserved_at: number
    expires_at: number
    /** When the service last showed the number, or did not know it. */
    checked_at: number
    /** 1 when the service did not know it then. */
    missing: Generated<number>
    /** JSON of who has the number, once it is bound or taken. */
    holder: string | null
    ended_at: number | null
    ended_by: string | null
    reason: string | null
  }
  /** `account` is an HMAC; a window begins with its first try. `tries` are those that `failed` and those being decided. */
  sign_in_try: { account: string; tries: number; failed: number; since: number }
  /** Where each chain stands; `mac` seals it. */
  audit_head: { chain: string; seq: number; hash: string; at: number; mac: string | null }
}
