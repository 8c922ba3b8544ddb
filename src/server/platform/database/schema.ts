import type { Generated } from 'kysely'

/** Beginnings of numbers are counted up to this many digits. */
export const countedDigits = 4

/** Tables of the console's own store; users and sessions belong to better-auth. Times are epoch milliseconds. */
export interface Tables {
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
    lease_owner: string | null
    lease_until: number | null
    /** Counts leases; what an older holder writes is refused. */
    fencing_token: Generated<number>
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
    /** Sealed; null when there is none, when it is derived, and once it is no longer needed. */
    password: string | null
    password_source: string
    /** 1 once its password was given out in a credentials file. */
    delivered: Generated<number>
    state: string
    attempts: Generated<number>
    /** How often a row of a dead worker was put back after a whole visibility timeout without a trace. */
    resends: Generated<number>
    /** The job's fencing token when it was claimed. */
    fencing_token: Generated<number>
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
    /** Of a joiner, by the directory; `agent_uuid` is null until it knows that too. */
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
  /** The end of each chain; `mac` seals it. */
  audit_head: { chain: string; seq: number; hash: string; at: number; mac: string }
  /** One piece of background work: which process runs it, and when it is due again. */
  task_lease: { name: string; owner: string | null; held_until: number; next_at: number }
  /** An extension as it was last seen, without its secrets. */
  inventory: {
    /** The upstream account: base URL and app id. */
    account: string
    ext: string
    state: string
    bind_status: number | null
    agent_uuid: string | null
    agent_name: string | null
    lang_code: string | null
    lang_code_txt: string | null
    /** What the row is counted under: `lang_code_txt`, empty for none. */
    language: string
    domain: string | null
    status: number | null
    enabled: number | null
    ext_type: number | null
    creation_time: number | null
    bind_time: number | null
    source: string
    first_seen_at: number
    /** When the service last reported it, or that it does not know it. */
    seen_at: number
    state_since: number
    /** When it was last among the idle ones; null when it is not, as far as is known. */
    idle_at: number | null
    /** When it was first seen bound as it is now: free, to this agent, or gone. */
    binding_since: number
  }
  /** An observed change of a number's binding, with the span that it ended. */
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
    /** The service's own time of that binding. */
    before_bind_time: number | null
  }
  /** An agent that the service or the roster showed. */
  agent: {
    id: string
    /** The upstream account: base URL and app id. */
    account: string
    /** Null for a joiner. */
    agent_uuid: string | null
    /** JSON of what is known, each with its source and time. */
    facts: string
    /** What agents are sorted by: the name, Chinese in pinyin, else what identifies them. */
    name_key: string
    work_number: string | null
    department: string | null
    /** The first of the numbers bound to the agent, the first twenty with spaces between, and how many there are. */
    ext: string | null
    exts: string
    numbers: number
    first_seen_at: number
    /** When the agent's record was last read; 0 for never. */
    record_at: number
  }
  /** What an agent is found by; kind 0: name, numbers and uuid, 1: department, 2: letters and digits that those begin with. */
  agent_term: { account: string; kind: number; term: string; agent_id: string }
  /** Kept in step with `inventory`, for beginnings of up to four digits; the empty one counts all. */
  inventory_count: {
    account: string
    length: number
    prefix: string
    state: string
    language: string
    count: number
  }
  /** `query` is the page's search parameters; `name_key` makes a name its owner's once. */
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
    /** Where it goes on: a page, an agent, the last numbers. */
    cursor: string | null
    done: number
    total: number | null
    /** 1 as long as nothing of this crawl is missing. */
    whole: number
    ended_at: number | null
    last_whole_at: number | null
    last_whole_count: number | null
    /** The code of what stopped it. */
    problem: string | null
  }
  /** One per hour at most. */
  snapshot: {
    /** The upstream account: base URL and app id. */
    account: string
    at: number
  }
  snapshot_count: {
    account: string
    at: number
    /** A prefix, empty for all numbers; or a pool. */
    scope: string
    free: number
    reserved: number
    bound: number
    unknown: number
  }
  threshold: {
    account: string
    /** As of `snapshot_count`. */
    scope: string
    least_free: number | null
    least_days: number | null
    version: number
    changed_by: string
    changed_at: number
    acknowledged_by: string | null
    acknowledged_at: number | null
    acknowledged_until: number | null
    /** How bad it was then, so that a worse level alerts again. */
    acknowledged_free: number | null
  }
  /** What admins call codes; without names after they were taken away. */
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
    /** A coded field, or the operation that brought an unknown field. */
    field: string
    value: string
    count: number
    first_seen_at: number
    last_seen_at: number
  }
  /** `subject`: a number, or an agent's id; `name_key` makes a label the subject's once. */
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
  /** `numbers`: JSON of ranges and prefixes; `name_key` makes a name unique in any case. */
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
  /** A change of a number that the API cannot make. */
  service_request: {
    id: string
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
