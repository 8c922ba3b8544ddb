import { sql } from 'kysely'
import type { ItemState } from '#contract/jobs.ts'
import type { Database } from '../platform/database/database.ts'

/** Counts over all replicas, for the metrics. */
export function createStoreCounts({ db, engine }: Pick<Database, 'db' | 'engine'>) {
  return {
    /** Rows of all jobs by their state. */
    async jobRows(): Promise<Record<ItemState, number>> {
      const sum = (
        column: 'pending' | 'sending' | 'in_doubt' | 'done' | 'failed' | 'needs_review' | 'cancelled',
      ) => sql<number>`cast(coalesce(sum(${sql.ref(column)}), 0) AS bigint)`
      return db
        .selectFrom('job')
        .select([
          sum('pending').as('pending'),
          sum('sending').as('sending'),
          sum('in_doubt').as('inDoubt'),
          sum('done').as('done'),
          sum('failed').as('failed'),
          sum('needs_review').as('needsReview'),
          sum('cancelled').as('cancelled'),
        ])
        .executeTakeFirstOrThrow()
    },
    /** Age in ms of the oldest job that is to run and has not ended; 0 when there is none. */
    async jobLagMs(): Promise<number> {
      const { oldest } = await db
        .selectFrom('job')
        .select(({ fn }) => fn.min('created_at').as('oldest'))
        .where('ended_at', 'is', null)
        .where('desired_state', '=', 'run')
        .executeTakeFirstOrThrow()
      return oldest === null ? 0 : Math.max(0, Date.now() - oldest)
    },
    /** Sessions that have not run out; better-auth keeps them. */
    async sessions(): Promise<number> {
      const now = new Date()
      const { rows } = await sql<{ count: number }>`SELECT count(*) AS count FROM session
        WHERE "expiresAt" > ${engine === 'sqlite' ? now.toISOString() : now}`.execute(db)
      return rows[0]?.count ?? 0
    },
  }
}
export type StoreCounts = ReturnType<typeof createStoreCounts>
