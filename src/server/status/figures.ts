import { sql } from 'kysely'
import { itemStates, type ItemState } from '#contract/jobs.ts'
import type { Database } from '../platform/database/database.ts'

/** What the store knows of all replicas' work, for the metrics. */
export function createFigures({ db, engine }: Pick<Database, 'db' | 'engine'>) {
  return {
    /** Rows of all jobs by their state. */
    async jobRows(): Promise<Record<ItemState, number>> {
      const sums = itemStates.map(
        (state) => sql`cast(coalesce(sum(${sql.ref(state)}), 0) AS bigint) AS ${sql.ref(state)}`,
      )
      const { rows } = await sql<Record<ItemState, number>>`SELECT ${sql.join(sums)} FROM job`.execute(db)
      const [row] = rows
      const of = (state: ItemState) => row?.[state] ?? 0
      return {
        pending: of('pending'),
        sending: of('sending'),
        unknown: of('unknown'),
        done: of('done'),
        failed: of('failed'),
        review: of('review'),
        cancelled: of('cancelled'),
      }
    },
    /** Age in ms of the oldest job that is to run and has not ended; 0 when there is none. */
    async jobLagMs(): Promise<number> {
      const { oldest } = await db
        .selectFrom('job')
        .select(({ fn }) => fn.min('created_at').as('oldest'))
        .where('ended_at', 'is', null)
        .where('wanted', '=', 'run')
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
export type Figures = ReturnType<typeof createFigures>
