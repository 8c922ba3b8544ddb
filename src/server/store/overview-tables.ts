/** Tables of snapshots and thresholds. Times are epoch milliseconds. */
export interface OverviewTables {
  /** One per hour at most. */
  snapshot: {
    /** The upstream account: base URL and app id. */
    account: string
    at: number
  }
  snapshot_count: {
    account: string
    at: number
    /** Start of the numbers; empty for all of them. */
    prefix: string
    free: number
    bound: number
    unknown: number
  }
  threshold: {
    account: string
    prefix: string
    least_free: number | null
    least_days: number | null
    version: number
    changed_by: string
    changed_at: number
    acknowledged_by: string | null
    acknowledged_at: number | null
    acknowledged_until: number | null
    /** How bad it was then, so that worse is told again. */
    acknowledged_free: number | null
  }
}
