import { sql } from 'kysely'
import type { Migration } from 'kysely/migration'

/** Bulk jobs with a ledger row per number (trust 3.5), and the audit (trust 3.6). */
export const jobsAndAudit: Migration = {
  async up(db) {
    await db.schema
      .createTable('job')
      .addColumn('id', 'text', (column) => column.primaryKey())
      .addColumn('user_id', 'text', (column) => column.notNull())
      .addColumn('user_name', 'text', (column) => column.notNull())
      .addColumn('idempotency_key', 'text', (column) => column.notNull())
      .addColumn('body_mac', 'text', (column) => column.notNull())
      .addColumn('name', 'text', (column) => column.notNull())
      .addColumn('account', 'text', (column) => column.notNull())
      .addColumn('created_at', 'bigint', (column) => column.notNull())
      .addColumn('started_at', 'bigint')
      .addColumn('ended_at', 'bigint')
      .addColumn('wanted', 'text', (column) => column.notNull())
      .addColumn('paused_because', 'text')
      .addColumn('waiting_for', 'text')
      .addColumn('total', 'integer', (column) => column.notNull())
      .addColumn('pending', 'integer', (column) => column.notNull())
      .addColumn('sending', 'integer', (column) => column.notNull().defaultTo(0))
      .addColumn('unknown', 'integer', (column) => column.notNull().defaultTo(0))
      .addColumn('done', 'integer', (column) => column.notNull().defaultTo(0))
      .addColumn('failed', 'integer', (column) => column.notNull().defaultTo(0))
      .addColumn('review', 'integer', (column) => column.notNull().defaultTo(0))
      .addColumn('cancelled', 'integer', (column) => column.notNull().defaultTo(0))
      .addColumn('unchecked', 'integer', (column) => column.notNull().defaultTo(0))
      .addColumn('deviating', 'integer', (column) => column.notNull().defaultTo(0))
      .addColumn('lease_owner', 'text')
      .addColumn('lease_until', 'bigint')
      .addColumn('fence', 'bigint', (column) => column.notNull().defaultTo(0))
      .addColumn('password_fill', 'text', (column) => column.notNull())
      .addColumn('password_length', 'integer', (column) => column.notNull())
      .addColumn('secret_key', 'text')
      .addColumn('has_secrets', 'integer', (column) => column.notNull())
      .addColumn('secrets_until', 'bigint')
      .addUniqueConstraint('job_key', ['user_id', 'idempotency_key'])
      .execute()
    await db.schema.createIndex('job_newest').on('job').columns(['created_at', 'id']).execute()
    await sql`CREATE INDEX job_open ON job (created_at) WHERE ended_at IS NULL`.execute(db)

    await db.schema
      .createTable('job_item')
      .addColumn('job_id', 'text', (column) => column.notNull())
      .addColumn('position', 'integer', (column) => column.notNull())
      .addColumn('account', 'text', (column) => column.notNull())
      .addColumn('ext', 'text', (column) => column.notNull())
      .addColumn('agent_id', 'text')
      .addColumn('agent_type', 'text')
      .addColumn('lang_code_txt', 'text')
      .addColumn('company_id', 'text')
      .addColumn('password', 'text')
      .addColumn('password_source', 'text', (column) => column.notNull())
      .addColumn('delivered', 'integer', (column) => column.notNull().defaultTo(0))
      .addColumn('state', 'text', (column) => column.notNull())
      .addColumn('attempts', 'integer', (column) => column.notNull().defaultTo(0))
      .addColumn('resends', 'integer', (column) => column.notNull().defaultTo(0))
      .addColumn('fence', 'bigint', (column) => column.notNull().defaultTo(0))
      .addColumn('how', 'text')
      .addColumn('checked', 'text')
      .addColumn('code', 'text')
      .addColumn('upstream_code', 'text')
      .addColumn('message', 'text')
      .addColumn('started_at', 'bigint')
      .addColumn('sent_at', 'bigint')
      .addColumn('open_since', 'bigint')
      .addColumn('ended_at', 'bigint')
      .addColumn('looks', 'integer', (column) => column.notNull().defaultTo(0))
      .addColumn('next_look_at', 'bigint')
      .addPrimaryKeyConstraint('job_item_key', ['job_id', 'position'])
      .addUniqueConstraint('job_item_number', ['job_id', 'ext'])
      .execute()
    // One number is never under way in two jobs (trust 3.5.1).
    await sql`CREATE UNIQUE INDEX job_item_open ON job_item (account, ext) WHERE state IN ('pending', 'sending', 'unknown')`.execute(
      db,
    )
    await db.schema
      .createIndex('job_item_state')
      .on('job_item')
      .columns(['job_id', 'state', 'position'])
      .execute()
    await sql`CREATE INDEX job_item_due ON job_item (job_id, next_look_at) WHERE next_look_at IS NOT NULL`.execute(
      db,
    )
    await sql`CREATE INDEX job_item_ended ON job_item (job_id, ended_at) WHERE ended_at IS NOT NULL`.execute(
      db,
    )

    await db.schema
      .createTable('audit')
      .addColumn('id', 'text', (column) => column.primaryKey())
      .addColumn('at', 'bigint', (column) => column.notNull())
      .addColumn('actor_id', 'text', (column) => column.notNull())
      .addColumn('actor_name', 'text', (column) => column.notNull())
      .addColumn('action', 'text', (column) => column.notNull())
      .addColumn('object', 'text', (column) => column.notNull())
      .addColumn('phase', 'text', (column) => column.notNull())
      .addColumn('result', 'text')
      .addColumn('request_id', 'text')
      .execute()
    await db.schema.createIndex('audit_object').on('audit').columns(['object', 'at']).execute()
  },
}
