import { Audit } from '#server/audit/audit-store.ts'
import { createSeal } from '#server/platform/database/encryption.ts'
import type { Database } from '#server/platform/database/database.ts'
import type { JobContext } from '#server/jobs/schema.ts'
import { defaultTimings } from '#server/platform/timings.ts'

/** What the parts of the jobs room share, on a store. */
export function jobContext(database: Database, changes: Partial<JobContext> = {}): JobContext {
  const { db, now } = database
  const seal = changes.seal ?? createSeal('a session secret for tests, long enough')
  return {
    db,
    now,
    account: 'an account',
    audit: new Audit(database, seal),
    seal,
    timings: defaultTimings,
    visibilityTimeoutMs: 60_000,
    ...changes,
  }
}
