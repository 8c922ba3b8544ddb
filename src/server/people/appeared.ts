import { sql } from 'kysely'
import type { Database } from '../platform/database/database.ts'

/** A reservation for a new colleague, and the account that may be theirs with its first number. `person`: the user who reserved. */
export interface Appeared {
  reservationId: string
  person: string
  ext: string
  agent: string | null
  accountName: string
  number: string | null
}

/**
 * Returns the open reservations for new colleagues of whom an account was seen since, or has the number, and that were not announced: each
 * with the first such account.
 */
export async function readAppeared(db: Database['db'], account: string): Promise<Appeared[]> {
  const waiting = sql`SELECT r.id, r.ext, r.user_id, r.reserved_at, c.id AS colleague, c.name, c.name_key, c.work_key
    FROM reservation AS r JOIN person AS c ON c.id = r.joiner_id AND c.removed_at IS NULL AND c.kind = 'person'
    WHERE r.account = ${account} AND r.state = 'reserved' AND r.agent_uuid IS NULL AND r.appeared_at IS NULL`
  // Each way to find an account has its index; one join by any of them would have none.
  const accounts = [
    sql`JOIN person AS p ON p.name_key = waiting.name_key AND waiting.name_key <> ''`,
    sql`JOIN person AS p ON p.work_key = waiting.work_key`,
    sql`JOIN reservation AS held ON held.account = ${account} AND held.joiner_id = waiting.colleague
        AND held.agent_uuid IS NULL AND held.state IN ('reserved', 'bound') AND held.holder IS NOT NULL
      JOIN number ON number.account = ${account} AND number.ext = held.ext
        AND (held.ended_at IS NULL OR number.binding_since <= held.ended_at)
      JOIN person AS p ON p.agent_uuid = number.agent_uuid`,
  ].map(
    (
      join,
    ) => sql`SELECT waiting.id AS "reservationId", waiting.user_id AS person, waiting.ext, waiting.name AS agent,
        p.name AS "accountName", p.work_number AS "workNumber", p.agent_uuid AS uuid, p.ext AS number, p.sort_key
      FROM waiting ${join} AND p.account = ${account}
      WHERE p.agent_uuid IS NOT NULL AND p.removed_at IS NULL
        AND (p.first_seen_at > waiting.reserved_at OR p.exts LIKE '% ' || waiting.ext || ' %')
        AND NOT EXISTS (SELECT 1 FROM same_person WHERE account = ${account} AND is_same = 0
          AND colleague_id = waiting.colleague AND person_id = p.id)`,
  )
  const { rows } = await sql<Appeared & { workNumber: string | null; uuid: string }>`
    WITH waiting AS (${waiting}) ${sql.join(accounts, sql` UNION ALL `)}
    ORDER BY sort_key DESC, uuid DESC`.execute(db)
  const named = rows.map(
    ({ reservationId, person, ext, agent, number, accountName: name, workNumber, uuid }) => ({
      reservationId,
      person,
      ext,
      agent,
      number,
      accountName: [name, workNumber].filter((part) => part !== null).join(' · ') || uuid,
    }),
  )
  // Of several accounts, the first.
  return [...new Map(named.map((row) => [row.reservationId, row])).values()]
}
