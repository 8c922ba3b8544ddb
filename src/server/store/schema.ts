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
  }
  setting: { name: string; value: string }
  creation: {
    id: string
    user_id: string
    idempotency_key: string
    /** HMAC of the request, so that no secret is stored. */
    body_mac: string
    operation: string
    /** The upstream account: base URL and app id. */
    account: string
    ext: string
    state: string
    /** JSON of the refusal, when state is `refused`. */
    problem: string | null
    started_at: number
    ended_at: number | null
  }
}
