import type { Generated } from 'kysely'

/** `inventory_count` holds counts for prefixes of up to this many digits. */
export const countedDigits = 4

/** The columns of a row that one process at a time works on. */
interface LeaseColumns {
  /** Null while no process works on the row. */
  lease_until: number | null
  /** Increases with each lease, so that a write of an earlier holder is refused. */
  fencing_token: Generated<number>
}

/** Tables of the console's store. Times are epoch milliseconds. */
export interface Tables {
  token_state: LeaseColumns & {
    key: string
    /** Sealed; null when there is none. */
    token: string | null
    generation: number
    issued_at: number | null
    expires_at: number | null
    cooldown_until: number | null
    last_error: string | null
    /** JSON of the latest renewals; null before the first. */
    renewals: Generated<string | null>
  }
  setting: { name: string; value: string }
  job: LeaseColumns & {
    id: string
    /** `bulk` or `single`. */
    kind: Generated<string>
    /** The upstream operation that creates the job's rows. */
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
    desired_state: string
    /** `user`, or a problem code. */
    paused_because: string | null
    waiting_for: string | null
    total: number
    pending: Generated<number>
    sending: Generated<number>
    in_doubt: Generated<number>
    done: Generated<number>
    failed: Generated<number>
    needs_review: Generated<number>
    cancelled: Generated<number>
    unverified: Generated<number>
    mismatched: Generated<number>
    password_fill: string
    password_length: number
    /** 1 when any row has a password. */
    has_secrets: number
    /** Sealed key of derived passwords; null when the job has none or the key was destroyed. */
    secret_key: string | null
    /** When passwords and key are destroyed; null while the job is open or when it has none, 0 once they are destroyed. */
    secrets_until: number | null
  }
  /** `times`: JSON of epoch milliseconds, oldest first. */
  action_use: { user_id: string; action: string; times: string }
  job_item: {
    job_id: string
    position: number
    account: string
    ext: string
    agent_id: string | null
    agent_type: string | null
    lang_code_txt: string | null
    company_id: string | null
    /** Sealed; null when the row has none, when it is derived, and once it is no longer needed. */
    password: string | null
    password_source: string
    state: string
    attempts: Generated<number>
    /** The job's fencing token when it was claimed. */
    fencing_token: Generated<number>
    how: string | null
    checked: string | null
    code: string | null
    upstream_code: string | null
    message: string | null
    started_at: number | null
    /** Written right before the request is sent; null when it was never sent. */
    sent_at: number | null
    /** Time of the first claim since the number was last known to be absent. */
    open_since: number | null
    ended_at: number | null
    looks: Generated<number>
    next_look_at: number | null
  }
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
    /** `intent` before the action, `outcome` after it. */
    phase: string
    reason: string | null
    result: string | null
    request_id: string | null
    chain: string
    seq: number
    prev_hash: string
    hash: string
  }
  reservation: {
    id: string
    account: string
    ext: string
    agent_uuid: string | null
    /** The joiner's ID in the directory; `agent_uuid` is null until the directory knows the UUID. */
    joiner_id: string | null
    agent_name: string | null
    work_number: string | null
    domain: string | null
    lang_code_txt: string | null
    user_id: string
    user_name: string
    idempotency_key: string
    body_mac: string
    state: string
    reserved_at: number
    expires_at: number
    /** When the service last answered a look-up of the number, found or not. */
    checked_at: number
    /** 1 when the service did not know the number at `checked_at`. */
    missing: Generated<number>
    /** JSON of the agent that has the number, once it is bound or taken. */
    holder: string | null
    ended_at: number | null
    ended_by: string | null
    reason: string | null
  }
  /** Keys hold HMACs of accounts and networks. `tries` counts the `wrong` attempts and those being decided. */
  attempt_count: { key: string; tries: number; wrong: number; until: number }
  user: {
    id: string
    /** In lower case; for users of an identity provider, a text that no account can have. */
    email: string
    name: string
    /** Null for a role that the provider took away. */
    role: string | null
    disabled: Generated<number>
    /** PHC string; null for users of an identity provider, and until an administrator sets one. */
    password: string | null
    /** Increases when the user's sessions end or the password changes; a sign-in that began before does not succeed. */
    access_version: Generated<number>
    /** Until when a one-time password works; null once the user has chosen a password. */
    one_time_until: number | null
    sso_issuer: string | null
    sso_subject: string | null
    sso_shown_as: string | null
    created_at: number
    last_sign_in_at: number | null
  }
  /** `hash`: SHA-256 of the token in hex. */
  session: {
    hash: string
    id: string
    user_id: string
    began_at: number
    seen_at: number
    /** When the user last proved their identity; null when unknown, and once the proof is used up. */
    proved_at: number | null
    address: string
    agent: string
  }
  /** `secret` is sealed. Codes of `step` and of earlier half minutes are spent. */
  authenticator: { user_id: string; secret: string; step: number; is_on: number }
  /** `hash`: SHA-256 of an unused code in hex. */
  backup_code: { hash: string; user_id: string }
  /** `id` and `public_key` in base64url; `transports`: JSON. */
  passkey: {
    id: string
    user_id: string
    public_key: string
    counter: number
    transports: string
    name: string
    created_at: number
    last_used_at: number | null
  }
  /** The last entry of each audit chain; `mac` authenticates the row. */
  audit_head: { chain: string; seq: number; hash: string; at: number; mac: string }
  /** A periodic task: when it is due again, when its last run ended, and the problem code of a run that failed. */
  task: LeaseColumns & { name: string; next_at: number; ran_at: number | null; failure: string | null }
  /** An extension as it was last seen, without its secrets. */
  inventory: {
    /** The upstream account: base URL and app id. */
    account: string
    ext: string
    state: string
    bind_status: number | null
    agent_uuid: string | null
    agent_name: string | null
    /** The agent that uses the number without being bound to it. */
    using_uuid: string | null
    lang_code: string | null
    lang_code_txt: string | null
    /** The language the row is counted under: `lang_code_txt`, or empty. */
    language: string
    domain: string | null
    status: number | null
    enabled: number | null
    ext_type: number | null
    creation_time: number | null
    bind_time: number | null
    source: string
    first_seen_at: number
    /** When the service last reported the number, or reported it as unknown. */
    seen_at: number
    state_since: number
    /** When the number was last on the idle list; null when it is not known to be on it. */
    idle_at: number | null
    /** When the current binding was first seen: free, bound to this agent, or gone. */
    binding_since: number
  }
  /** An observed change of a number's binding, with the binding that it ended. */
  binding_change: {
    account: string
    ext: string
    at: number
    state: string
    agent_uuid: string | null
    agent_name: string | null
    before_state: string
    before_agent_uuid: string | null
    before_agent_name: string | null
    before_since: number
    /** The service's own time of the earlier binding. */
    before_bind_time: number | null
  }
  /** An agent from the service or the roster. */
  agent: {
    id: string
    /** The upstream account: base URL and app id. */
    account: string
    /** Null for a joiner. */
    agent_uuid: string | null
    /** JSON of the known fields, each with its source and time. */
    facts: string
    /** The sort key: the name, with Chinese in pinyin, or else the agent's identifier. */
    name_key: string
    work_number: string | null
    department: string | null
    /** `ext`: the first number bound to the agent. `exts`: the first twenty, separated by spaces. `numbers`: how many in total. */
    ext: string | null
    exts: string
    numbers: number
    first_seen_at: number
    /** When the agent's record was last read; 0 for never. */
    record_at: number
  }
  /** A search term of an agent. Kind 0: name, numbers and UUID; 1: department; 2: first letters and digits of these terms. */
  agent_term: { account: string; kind: number; term: string; agent_id: string }
  /** Counts of `inventory` by prefix of up to four digits, updated with each change; the empty prefix counts all numbers. */
  inventory_count: {
    account: string
    length: number
    prefix: string
    state: string
    language: string
    count: number
  }
  /** `query` holds the page's search parameters. `name_key` keeps names unique per owner and page. */
  saved_view: {
    id: string
    page: string
    user_id: string
    user_name: string
    name: string
    name_key: string
    query: string
    shared: number
    changed_at: number
  }
  inventory_crawl: {
    account: string
    kind: string
    started_at: number | null
    /** Where the crawl continues: a page, an agent, the last numbers. */
    cursor: string | null
    done: number
    total: number | null
    /** 1 while the crawl has missed nothing. */
    whole: number
    ended_at: number | null
    last_whole_at: number | null
    last_whole_count: number | null
    /** The problem code that stopped the crawl. */
    problem: string | null
  }
  /** At most one per hour. */
  snapshot: {
    /** The upstream account: base URL and app id. */
    account: string
    at: number
  }
  snapshot_count: {
    account: string
    at: number
    /** A prefix (empty for all numbers) or a pool. */
    scope: string
    free: number
    reserved: number
    bound: number
    unavailable: Generated<number>
    unknown: number
  }
  threshold: {
    account: string
    /** See `snapshot_count`. */
    scope: string
    least_free: number | null
    least_days: number | null
    version: number
    changed_by: string
    changed_at: number
    acknowledged_by: string | null
    acknowledged_at: number | null
    acknowledged_until: number | null
    /** Free numbers at the acknowledgement; the alert returns when fewer than half of them are left. */
    acknowledged_free: number | null
  }
  /** Names that admins give to codes; empty after an admin removes them. */
  code_name: {
    /** The upstream account: base URL and app id. */
    account: string
    field: string
    value: string
    en: string
    zh: string
    note: string
    version: number
    changed_by: string
    changed_at: number
  }
  observed_value: {
    account: string
    /** A coded field, or the operation whose answer contained an unknown field. */
    field: string
    value: string
    count: number
    first_seen_at: number
    last_seen_at: number
  }
  /** `subject`: a number or an agent's ID. `name_key` keeps labels unique per subject. */
  label: { account: string; kind: string; subject: string; name_key: string; name: string }
  note: {
    account: string
    kind: string
    subject: string
    text: string
    version: number
    changed_by: string
    changed_at: number
  }
  /** `numbers`: JSON of ranges and prefixes. `name_key` makes names unique regardless of case. */
  pool: {
    id: string
    account: string
    name: string
    name_key: string
    numbers: string
    owner: string
    purpose: string
    version: number
    changed_by: string
    changed_at: number
  }
  /** The fingerprint of all migrations up to the named one (store-version.ts). */
  schema_fingerprint: { migration: string; fingerprint: string }
  /** The connection that administrators saved: at most one row, with the ID 1. */
  service_connection: {
    id: number
    url: string
    extensions_url: string
    app_id: string
    /** Sealed, as is `authorization_value`, for these URLs only. */
    app_key: string
    company_id: string | null
    authorization_value: string | null
    /** JSON of what differs from the default profile. */
    profile: string
    /** 0 while the console uses the sandbox. */
    active: number
    /** Increases with each change, which makes every replica open the connection. */
    version: number
  }
  /** The last daily check of a service. `states`: JSON of the steps' states; `changed`: JSON of the steps that changed. */
  service_check: { account: string; at: number; states: string; changed: string }
  /** A change of a number that the API cannot make. */
  service_request: {
    id: string
    account: string
    kind: string
    ext: string
    /** The number's agent at the time of the request. */
    bound_uuid: string | null
    bound_name: string | null
    /** The agent to bind the number to. */
    agent_uuid: string | null
    agent_name: string | null
    reason: string
    /** A calendar date: `2026-12-05`. */
    due_on: string | null
    state: string
    user_id: string
    user_name: string
    asked_at: number
    sent_at: Generated<number | null>
    sent_by: Generated<string | null>
    closed_at: Generated<number | null>
    /** Null when the request was closed because the service showed the change. */
    closed_by: Generated<string | null>
    note: Generated<string | null>
    /** When a look-up last checked whether the service shows the change. */
    checked_at: number
  }
}
