import type { Migration } from 'kysely'

/** Values of codes are counted; new ones are no longer announced. */
export const noCodeNotices: Migration = {
  async up(db) {
    await db.schema.alterTable('code_sighting').dropColumn('unread').execute()
  },
}
