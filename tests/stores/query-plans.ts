import { CompiledQuery, type Kysely, type KyselyPlugin, type RootOperationNode } from 'kysely'
import { lockIn, type Database } from '#server/platform/database/database.ts'
import type { Tables } from '#server/platform/database/schema.ts'

/** Returns the store with `sent`, the statements of `db` and `withLock` so far, without the begin and end of transactions. */
export function counted<Store extends Pick<Database, 'db' | 'engine'>>(database: Store) {
  const sent: RootOperationNode[] = []
  /** Also of queries within others. */
  const nodes = new WeakMap<object, RootOperationNode>()
  const listening: KyselyPlugin = {
    transformQuery: ({ queryId, node }) => {
      nodes.set(queryId, node)
      return node
    },
    transformResult: async ({ queryId, result }) => {
      const node = nodes.get(queryId)
      if (node !== undefined) sent.push(node)
      return result
    },
  }
  const db = database.db.withPlugin(listening)
  const withLock: Database['withLock'] = (name, work) =>
    db.transaction().execute(async (transaction) => {
      await lockIn(transaction, database.engine, name)
      return work(transaction)
    })
  return { ...database, db, withLock, sent }
}

/** Returns the engine's query plans for the statements that `work` sends through its `db`, one line per step. */
export async function queryPlans(
  { db, engine }: Pick<Database, 'db' | 'engine'>,
  work: (db: Kysely<Tables>) => Promise<unknown>,
): Promise<string[]> {
  const { db: listening, sent } = counted({ db, engine })
  await work(listening)
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
