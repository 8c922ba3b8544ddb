import type { Generated } from 'kysely'

/** The columns of a row that one process at a time works on. */
export interface LeaseColumns {
  /** Null while no process works on the row. */
  lease_until: number | null
  /** Increases with each lease, so that a write of an earlier holder is refused. */
  fencing_token: Generated<number>
}

/** The tables of the console's store; each feature adds its own in its `schema.ts`. Times are epoch milliseconds. */
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
    renewals: string | null
  }
  /** A periodic task: when it is due again, when its last run ended, and the problem code of a run that failed. */
  task: LeaseColumns & { name: string; next_at: number; ran_at: number | null; failure: string | null }
}
