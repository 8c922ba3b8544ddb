import { sql, type Kysely, type Migration } from 'kysely'

/** A text's type, compared by bytes. */
const sortable = { sqlite: 'text', postgres: 'text COLLATE "C"' }

/** The trigger that keeps the audit as it is. */
const guard = {
  sqlite: {
    off: 'DROP TRIGGER audit_no_update',
    on: `CREATE TRIGGER audit_no_update BEFORE UPDATE ON audit
      BEGIN SELECT RAISE(ABORT, 'the audit is append-only'); END`,
  },
  postgres: {
    off: 'ALTER TABLE audit DISABLE TRIGGER audit_append_only',
    on: 'ALTER TABLE audit ENABLE TRIGGER audit_append_only',
  },
}
const rowsAtOnce = 20_000
const dayMs = 86_400_000

/** Links an outcome to its intent. The hash of earlier entries does not cover the link. */
export const intents = (engine: keyof typeof guard): Migration => ({
  async up(db) {
    await sql`ALTER TABLE audit ADD COLUMN intent_id ${sql.raw(sortable[engine])}`.execute(db)
    await sql.raw(guard[engine].off).execute(db)
    await linkEarlier(db)
    await sql.raw(guard[engine].on).execute(db)
    await sql`CREATE INDEX audit_outcome ON audit (intent_id) WHERE intent_id IS NOT NULL`.execute(db)
    await sql`CREATE INDEX audit_intent ON audit (object, request_id, at) WHERE phase = 'intent'`.execute(db)
  },
})

/** Links the outcomes whose entry before, of the same action, is an intent. */
async function linkEarlier(db: Kysely<unknown>): Promise<void> {
  const { rows } = await sql<{ chain: string; seq: number }>`SELECT chain, seq FROM audit_head`.execute(db)
  for (const { chain, seq } of rows)
    for (let from = 0; from < seq; from += rowsAtOnce)
      await sql`UPDATE audit SET intent_id = (
          SELECT CASE other.phase WHEN 'intent' THEN other.id END FROM audit AS other
          WHERE other.object = audit.object AND other.action || '' = audit.action
            AND other.request_id IS NOT DISTINCT FROM audit.request_id
            AND (other.at, other.id) < (audit.at, audit.id) AND other.at > audit.at - ${sql.lit(dayMs)}
          ORDER BY other.at DESC, other.id DESC LIMIT 1)
        WHERE chain = ${chain} AND seq > ${from} AND seq <= ${from + rowsAtOnce} AND phase = 'outcome'
          AND data IS NULL`.execute(db)
}
