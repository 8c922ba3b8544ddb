import type { Kysely } from 'kysely'
import type { Tables } from '../platform/database/schema.ts'

/** Returns at most `limit` agent UUIDs of the account from a table, in order, after `afterUuid`. */
export async function agentsAfter(
  db: Kysely<Tables>,
  table: 'inventory' | 'reservation',
  { account, afterUuid, limit }: { account: string; afterUuid: string; limit: number },
): Promise<string[]> {
  const rows = await db
    .selectFrom(table)
    .select('agent_uuid')
    .distinct()
    .where('account', '=', account)
    .where('agent_uuid', '>', afterUuid)
    .orderBy('agent_uuid')
    .limit(limit)
    .execute()
  return rows.flatMap(({ agent_uuid }) => agent_uuid ?? [])
}
