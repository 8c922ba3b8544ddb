import { PeopleChanges } from '#server/people/changes.ts'
import type { Database } from '#server/platform/database/database.ts'
import { testAudit } from '../test-audit.ts'

/** Writes to the directory of a store. */
export const peopleChanges = (database: Database, account: string): PeopleChanges =>
  new PeopleChanges({
    database,
    account,
    audit: testAudit(database),
    now: Date.now,
  })
