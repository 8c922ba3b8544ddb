import { sql } from 'kysely'
import type { NumberSet } from '#contract/number-set.ts'
import { chunks, type Database } from '../platform/database/database.ts'
import { conditionsOf } from '../platform/database/number-set.ts'
import { isUnderWay } from './tables.ts'

/** Numbers in open jobs: no other creation may take them, and the console does not offer them as the next free number. */
export function createNumbersInJobs({ db }: Pick<Database, 'db'>, account: string) {
  const numbers = () =>
    db.selectFrom('job_item').select('ext').where('account', '=', account).where(isUnderWay)
  return {
    /** The numbers among `exts` that open jobs hold. */
    filterHeld: async (exts: readonly string[]): Promise<Set<string>> => {
      const found = new Set<string>()
      for (const some of chunks(exts))
        for (const { ext } of await numbers().where('ext', 'in', some).execute()) found.add(ext)
      return found
    },

    /** The numbers within a set that open jobs hold. */
    within: async (set: NumberSet): Promise<Set<string>> => {
      const conditions = sql.join(conditionsOf(set), sql` OR `)
      const rows = await numbers()
        .where(sql<boolean>`(${conditions})`)
        .execute()
      return new Set(rows.map(({ ext }) => ext))
    },
  }
}
