import { sql } from 'kysely'
import { openDatabase, type Where } from '#server/platform/database/database.ts'

interface Entry {
  intents: number
  outcomes: number
}

/** Intents and outcomes of each number of a job, as the audit trail has them. The console must not be running on an embedded store. */
export async function auditedItems(store: Where, jobId: string): Promise<Map<string, Entry>> {
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
