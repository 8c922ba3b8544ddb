import { sql } from 'kysely'
import { openDatabase, type StoreLocation } from '#server/platform/database/database.ts'

interface Entry {
  intents: number
  outcomes: number
}

/**
 * Returns the count of intents and outcomes in the audit trail for each number of a job. A console on the embedded
 * store must be stopped first.
 */
export async function auditedItems(store: StoreLocation, jobId: string): Promise<Map<string, Entry>> {
  const database = await openDatabase(store)
  const { rows } = await sql<{ ext: string; phase: string }>`
    SELECT object AS ext, phase FROM audit
    WHERE action = 'job.item.create' AND request_id = ${jobId}`.execute(database.db)
  await database.close()
  const entries = new Map<string, Entry>()
  for (const { ext, phase } of rows) {
    const { intents, outcomes } = entries.get(ext) ?? { intents: 0, outcomes: 0 }
    entries.set(ext, {
      intents: intents + (phase === 'intent' ? 1 : 0),
      outcomes: outcomes + (phase === 'outcome' ? 1 : 0),
    })
  }
  return entries
}
