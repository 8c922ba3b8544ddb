import { sql, type Migration } from 'kysely'

const hourMs = 3_600_000

/** Turns the due dates of requests, kept as the last moment of a day in the requester's zone, into dates. */
export const dueDates = (engine: 'sqlite' | 'postgres'): Migration => ({
  async up(db) {
    const dueOn = engine === 'postgres' ? 'text COLLATE "C"' : 'text'
    // The zone is not on record. Ten hours before the end of a day, zones from UTC-10 to UTC+13 have the same date in UTC.
    const seconds = `(due_at - ${10 * hourMs}) / 1000`
    const date =
      engine === 'postgres'
        ? `to_char(to_timestamp(${seconds}) AT TIME ZONE 'UTC', 'YYYY-MM-DD')`
        : `date(${seconds}, 'unixepoch')`
    for (const statement of [
      `ALTER TABLE service_request ADD COLUMN due_on ${dueOn}`,
      `UPDATE service_request SET due_on = ${date} WHERE due_at IS NOT NULL`,
      `DROP INDEX service_request_due`,
      `ALTER TABLE service_request DROP COLUMN due_at`,
      `CREATE INDEX service_request_due ON service_request (account, (due_on IS NULL), due_on, id)`,
      // The service has one code for a bound number and a bound agent; a create that names an agent concerns the agent.
      `UPDATE job_item SET code = 'agent-bound'
        WHERE code = 'extension-bound' AND upstream_code IS NOT NULL AND agent_id IS NOT NULL`,
    ])
      await sql.raw(statement).execute(db)
  },
})
