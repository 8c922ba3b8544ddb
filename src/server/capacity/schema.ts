import type { Generated } from 'kysely'

declare module '../platform/database/schema.ts' {
  interface Tables {
    /** At most one per hour. */
    snapshot: {
      /** The service that the row belongs to, as `serviceIdentity` names it. */
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
      snoozed_by: string | null
      snoozed_until: number | null
    }
  }
}
