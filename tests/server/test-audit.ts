import { Audit } from '#server/audit/audit-store.ts'
import type { Database } from '#server/platform/database/database.ts'
import { createSeal } from '#server/platform/database/encryption.ts'

/** An audit under a key of its own, for tests of what is written to it together with other changes. */
export const testAudit = (database: Pick<Database, 'db' | 'clock'>): Audit =>
  new Audit(database, createSeal('a-session-secret-of-at-least-32-characters'))
