import { sql, type Migration } from 'kysely'

/** A single creation is a job of one row; a number that is created but not seen yet stays closed to other creations. */
export const oneCreationEngine: Migration = {
  async up(db) {
    await db.schema.dropTable('creation').execute()
    await db.schema
      .alterTable('job')
      .addColumn('kind', 'text', (column) => column.notNull().defaultTo('bulk'))
      .execute()
    await db.schema
      .alterTable('job')
      .addColumn('operation', 'text', (column) => column.notNull().defaultTo('create_extension'))
      .execute()
    await db.schema.alterTable('job').addColumn('actor', 'text').execute()
    await sql`DROP INDEX job_item_open`.execute(db)
    await sql`CREATE UNIQUE INDEX job_item_open ON job_item (account, ext)
      WHERE state IN ('pending', 'sending', 'unknown') OR (state = 'done' AND checked IS NULL)`.execute(db)
  },
}
