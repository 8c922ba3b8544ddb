import { randomUUID } from 'node:crypto'
import type { Kysely } from 'kysely'
import type { Database } from './database.ts'
import type { Tables } from './schema.ts'

/** Who acts, as the audit names them. */
export interface Actor {
  id: string
  name: string
}

export interface AuditEntry {
  actor: Actor
  /** Such as `job.create`; a closed vocabulary per feature. */
  action: string
  object: string
  /** `intent` is written before an act that leaves this process, `outcome` after it; an act on the store alone has only the latter. */
  phase: 'intent' | 'outcome'
  result?: string | null
  requestId?: string | null
}

/** Rows of one insert; SQLite binds at most 32,766 values. */
const rowsAtOnce = 1_000

/** Adds entries within the caller's transaction, so that an act and its entry are there together or not at all. */
export async function writeAudit(
  transaction: Kysely<Tables>,
  now: Database['now'],
  entries: readonly AuditEntry[],
): Promise<void> {
  for (let from = 0; from < entries.length; from += rowsAtOnce)
    await transaction
      .insertInto('audit')
      .values(
        entries
          .slice(from, from + rowsAtOnce)
          .map(({ actor, action, object, phase, result = null, requestId = null }) => ({
            id: randomUUID(),
            at: now,
            actor_id: actor.id,
            actor_name: actor.name,
            action,
            object,
            phase,
            result,
            request_id: requestId,
          })),
      )
      .execute()
}
