import { CompiledQuery, type Kysely, type KyselyPlugin, type RootOperationNode } from 'kysely'
import type { Database } from '#server/platform/database/database.ts'
import type { Tables } from '#server/platform/database/schema.ts'

/** Returns the engine's query plans for the statements that `work` sends through its `db`, one line per step. */
export async function queryPlans(
  { db, engine }: Pick<Database, 'db' | 'engine'>,
  work: (db: Kysely<Tables>) => Promise<unknown>,
): Promise<string[]> {
  const sent: RootOperationNode[] = []
  const listening: KyselyPlugin = {
    transformQuery: ({ node }) => {
      sent.push(node)
      return node
    },
    transformResult: async ({ result }) => result,
  }
  await work(db.withPlugin(listening))
  const plans: string[] = []
  for (const node of sent) {
    const { sql: text, parameters } = db.getExecutor().compileQuery(node, { queryId: 'explained' })
    const explain = engine === 'sqlite' ? 'EXPLAIN QUERY PLAN' : 'EXPLAIN'
    const { rows } = await db.executeQuery<Record<string, unknown>>(
      CompiledQuery.raw(`${explain} ${text}`, [...parameters]),
    )
    plans.push(...rows.map((row) => String(row['detail'] ?? row['QUERY PLAN'])))
  }
  return plans
}
