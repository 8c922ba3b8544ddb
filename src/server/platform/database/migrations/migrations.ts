import { Migrator, sql, type Kysely, type Migration } from 'kysely'
import { jobsAndAudit } from './migration-003.ts'
import { auditChain } from './migration-004.ts'
import { signInTries } from './migration-005.ts'
import { actUse } from './migration-006.ts'
import { renewalsAndLearnedCodes } from './migration-008.ts'
import { auditReads } from './migration-009.ts'
import { inventory } from './migration-010.ts'
import { assignments } from './migration-011.ts'
import { savedViews } from './migration-012.ts'
import { snapshotsAndThresholds } from './migration-013.ts'
import { codesAndLanguages } from './migration-014.ts'
import { byteOrder } from './migration-015.ts'
import { createdUnread } from './migration-016.ts'
import { signInFailures } from './migration-017.ts'
import { oneCreationEngine } from './migration-018.ts'
import { noLanguageCoverage } from './migration-019.ts'
import { noCodeNotices } from './migration-020.ts'
import { noLearnedCodes } from './migration-021.ts'
import { auditByUser } from './migration-022.ts'
import { reviewStaysOpen } from './migration-023.ts'
import { reservationTable } from './migration-024.ts'

/** One set for both engines. A migration that has landed is never edited. */
const migrationsFor = (engine: 'sqlite' | 'postgres'): Record<string, Migration> => ({
  '001-token-settings-creations': {
    async up(db) {
      await db.schema
        .createTable('token_state')
        .addColumn('key', 'text', (column) => column.primaryKey())
        .addColumn('token', 'text')
        .addColumn('generation', 'bigint', (column) => column.notNull())
        .addColumn('issued_at', 'bigint')
        .addColumn('expires_at', 'bigint')
        .addColumn('lease_owner', 'text')
        .addColumn('lease_until', 'bigint')
        .addColumn('cooldown_until', 'bigint')
        .addColumn('last_error', 'text')
        .execute()
      await db.schema
        .createTable('setting')
        .addColumn('name', 'text', (column) => column.primaryKey())
        .addColumn('value', 'text', (column) => column.notNull())
        .execute()
      await db.schema
        .createTable('creation')
        .addColumn('id', 'text', (column) => column.primaryKey())
        .addColumn('user_id', 'text', (column) => column.notNull())
        .addColumn('idempotency_key', 'text', (column) => column.notNull())
        .addColumn('body_mac', 'text', (column) => column.notNull())
        .addColumn('operation', 'text', (column) => column.notNull())
        .addColumn('account', 'text', (column) => column.notNull())
        .addColumn('ext', 'text', (column) => column.notNull())
        .addColumn('state', 'text', (column) => column.notNull())
        .addColumn('problem', 'text')
        .addColumn('started_at', 'bigint', (column) => column.notNull())
        .addColumn('ended_at', 'bigint')
        .addUniqueConstraint('creation_key', ['user_id', 'idempotency_key'])
        .execute()
      // One number is never under way twice.
      await sql`CREATE UNIQUE INDEX creation_open ON creation (account, ext) WHERE state IN ('sending', 'in-doubt')`.execute(
        db,
      )
    },
  },
  '002-accepted-stays-open': {
    async up(db) {
      await sql`DROP INDEX creation_open`.execute(db)
      await sql`UPDATE creation SET state = 'abandoned' WHERE state = 'accepted'`.execute(db)
      // What was accepted but is not visible yet would pass the look-up before a second create.
      await sql`CREATE UNIQUE INDEX creation_open ON creation (account, ext) WHERE state IN ('sending', 'in-doubt', 'accepted')`.execute(
        db,
      )
    },
  },
  '003-jobs-audit': jobsAndAudit,
  '004-audit-chain': auditChain(engine),
  '005-sign-in-tries': signInTries,
  '006-act-use': actUse,
  '008-renewals-learned-codes': renewalsAndLearnedCodes,
  '009-audit-reads': auditReads(engine),
  '010-inventory': inventory(engine),
  '011-assignments': assignments,
  '012-saved-views': savedViews,
  '013-snapshots-thresholds': snapshotsAndThresholds,
  '014-codes-languages': codesAndLanguages(engine),
  '015-byte-order': byteOrder(engine),
  '016-created-unread': createdUnread,
  '017-sign-in-failures': signInFailures,
  '018-one-creation-engine': oneCreationEngine,
  '019-no-language-coverage': noLanguageCoverage,
  '020-no-code-notices': noCodeNotices,
  '021-no-learned-codes': noLearnedCodes,
  '022-audit-by-user': auditByUser(engine),
  '023-review-stays-open': reviewStaysOpen,
  '024-reservation-table': reservationTable,
})

/** Brings the store up to date; safe to run from several replicas at once. Throws when a migration fails. */
export async function migrate<Schema>(db: Kysely<Schema>, engine: 'sqlite' | 'postgres'): Promise<void> {
  const migrator = new Migrator({
    db,
    provider: { getMigrations: () => Promise.resolve(migrationsFor(engine)) },
  })
  const { error } = await migrator.migrateToLatest()
  if (error !== undefined) throw error instanceof Error ? error : new Error('migration failed')
}
