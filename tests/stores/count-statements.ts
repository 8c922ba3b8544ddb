import type { KyselyPlugin } from 'kysely'
import type { Database } from '#server/platform/database/database.ts'

/** Returns the database with a count of the statements that run outside `withLock`. */
export function countStatements(database: Database) {
  let count = 0
  const counter: KyselyPlugin = {
    transformQuery: ({ node }) => node,
    transformResult: ({ result }) => {
      count++
      return Promise.resolve(result)
    },
  }
  return { database: { ...database, db: database.db.withPlugin(counter) }, statements: () => count }
}
