import { sql, type Migration } from 'kysely'

/** An alert is snoozed by a user until a time. The end of a forecast is one time. */
export const alertSnooze: Migration = {
  async up(db) {
    await sql`ALTER TABLE threshold RENAME COLUMN acknowledged_by TO snoozed_by`.execute(db)
    await sql`ALTER TABLE threshold RENAME COLUMN acknowledged_until TO snoozed_until`.execute(db)
    await sql`ALTER TABLE threshold DROP COLUMN acknowledged_at`.execute(db)
    await sql`ALTER TABLE threshold DROP COLUMN acknowledged_free`.execute(db)
    await sql`UPDATE notification SET event = replace(event, '"earliest":', '"until":')
      WHERE event LIKE '%"runs-out"%'`.execute(db)
  },
}
