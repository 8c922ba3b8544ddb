import type { Migration } from 'kysely'

/** An unknown return code is probed each time; none is remembered as a refusal of the token. */
export const noLearnedCodes: Migration = {
  async up(db) {
    await db.schema.dropTable('learned_code').execute()
  },
}
