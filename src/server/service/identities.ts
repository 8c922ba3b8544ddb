import { sql, type RawBuilder } from 'kysely'
import type { Database, StoreTransaction } from '../platform/database/database.ts'
import type { Tables } from '../platform/database/schema.ts'
import { ProblemError } from '../platform/problems.ts'

interface OwnedTable {
  name: keyof Tables
  /** What one service has once: rows of two services with the same values here can't be joined. */
  once?: readonly string[]
  /** The rows to which `once` applies; all by default. */
  when?: RawBuilder<boolean>
  /** `scan`: the next scan writes the rows again. `log`: of what both services have, only the row of the service that stays is kept. */
  kind?: 'scan' | 'log'
}

/** Every table whose rows belong to a service. */
export const ownedTables: readonly OwnedTable[] = [
  { name: 'job' },
  {
    name: 'job_item',
    once: ['ext'],
    when: sql`state IN ('pending', 'sending', 'inDoubt', 'needsReview') OR (state = 'done' AND checked IS NULL)`,
  },
  { name: 'reservation', once: ['ext'], when: sql`state = 'reserved'` },
  { name: 'service_request', once: ['ext', 'kind'], when: sql`closed_at IS NULL` },
  { name: 'note', once: ['subject', 'kind'] },
  { name: 'label', once: ['subject', 'kind', 'name_key'], kind: 'log' },
  { name: 'pool', once: ['name'] },
  { name: 'threshold', once: ['scope'] },
  { name: 'agent', once: ['agent_uuid'] },
  { name: 'agent_term' },
  // A user can change a team but not remove it.
  { name: 'team', once: ['user_id'], kind: 'log' },
  { name: 'notification' },
  { name: 'notification_scan', once: [], kind: 'log' },
  { name: 'binding_change', once: ['ext', 'at'], kind: 'log' },
  { name: 'snapshot', once: ['at'], kind: 'log' },
  { name: 'snapshot_count', once: ['scope', 'at'], kind: 'log' },
  { name: 'inventory', kind: 'scan' },
  { name: 'inventory_count', kind: 'scan' },
  { name: 'inventory_crawl', kind: 'scan' },
  { name: 'service_check', kind: 'scan' },
]

/** Rows per statement: PostgreSQL ends a statement after 10 s. */
const rowsAtOnce = 20_000
/** At most this many conflicts are named. */
const namedConflicts = 5

/** Returns the accounts in a table. Looks each up in the index, because a table has millions of rows and few accounts. */
async function accountsIn({ db }: Pick<Database, 'db'>, { name }: OwnedTable): Promise<string[]> {
  const { rows } = await sql<{ account: string }>`
    WITH RECURSIVE found(account) AS (
      SELECT min(account) FROM ${sql.table(name)}
      UNION ALL
      SELECT (SELECT min(account) FROM ${sql.table(name)} WHERE account > found.account)
      FROM found WHERE found.account IS NOT NULL
    ) SELECT account FROM found WHERE account IS NOT NULL`.execute(db)
  return rows.map(({ account }) => account)
}

/** Returns the number of rows in each table of each service in the store. */
export async function identitiesIn(
  database: Pick<Database, 'db'>,
): Promise<Map<string, Map<string, number>>> {
  const found = new Map<string, Map<string, number>>()
  for (const table of ownedTables)
    for (const account of await accountsIn(database, table)) {
      const { rows } = await sql<{ count: number }>`
        SELECT count(*) AS count FROM ${sql.table(table.name)} WHERE account = ${account}`.execute(
        database.db,
      )
      const counts = found.get(account) ?? new Map<string, number>()
      found.set(account, counts.set(table.name, rows[0]?.count ?? 0))
    }
  return found
}

/** Runs a statement on all rows of an account, some at a time, until none is left. */
async function onRowsOf(
  transaction: StoreTransaction,
  engine: Database['engine'],
  { name }: OwnedTable,
  account: string,
  statement: RawBuilder<unknown>,
): Promise<void> {
  const row = sql.ref(engine === 'postgres' ? 'ctid' : 'rowid')
  for (;;) {
    const { numAffectedRows = 0n } = await sql`${statement} WHERE ${row} IN
      (SELECT ${row} FROM ${sql.table(name)} WHERE account = ${account} LIMIT ${sql.lit(rowsAtOnce)})`.execute(
      transaction,
    )
    if (numAffectedRows < BigInt(rowsAtOnce)) return
  }
}

/** Returns the keys that both accounts have in a table, at most `namedConflicts`, as `note 1007, extension`. */
async function conflictsIn(
  transaction: StoreTransaction,
  { name, once = [], when = sql`true` }: OwnedTable,
  from: string,
  to: string,
): Promise<string[]> {
  const keys = sql.join(once.map((key) => sql.ref(key)))
  const given = sql.join(
    once.map((key) => sql`${sql.ref(key)} IS NOT NULL`),
    sql` AND `,
  )
  const { rows } = await sql<Record<string, unknown>>`SELECT ${keys} FROM ${sql.table(name)}
    WHERE account IN (${from}, ${to}) AND (${when}) AND ${given}
    GROUP BY ${keys} HAVING count(DISTINCT account) = 2 ORDER BY ${keys} LIMIT ${sql.lit(namedConflicts)}`.execute(
    transaction,
  )
  return rows.map((row) => `${name} ${Object.values(row).join(', ')}`)
}

/** Removes from one account the rows whose keys the other account has too. */
async function dropDoubles(
  transaction: StoreTransaction,
  { name, once = [] }: OwnedTable,
  from: string,
  to: string,
): Promise<void> {
  // Without keys, a service has one row.
  const keys = sql.join([sql.lit(1), ...once.map((key) => sql.ref(key))])
  await sql`DELETE FROM ${sql.table(name)} WHERE account = ${from}
    AND (${keys}) IN (SELECT ${keys} FROM ${sql.table(name)} WHERE account = ${to})`.execute(transaction)
}

/**
 * Both services have the agents that a scan finds. Of each agent that both have, removes the one that people have not worked
 * with: without labels, note, reservation, team and imported facts.
 */
async function dropUnusedAgents(transaction: StoreTransaction, from: string, to: string): Promise<void> {
  for (const [account, other] of [
    [to, from],
    [from, to],
  ]) {
    const unused = sql`SELECT id FROM agent WHERE account = ${account} AND facts NOT LIKE '%"source":"roster"%'
      AND agent_uuid IN (SELECT agent_uuid FROM agent WHERE account = ${other})
      AND NOT EXISTS (SELECT 1 FROM label WHERE label.kind = 'agent' AND label.subject = agent.id)
      AND NOT EXISTS (SELECT 1 FROM note WHERE note.kind = 'agent' AND note.subject = agent.id)
      AND NOT EXISTS (SELECT 1 FROM reservation WHERE reservation.joiner_id = agent.id)
      AND NOT EXISTS (SELECT 1 FROM team WHERE team.people LIKE '%"' || agent.id || '"%')`
    await sql`DELETE FROM agent_term WHERE account = ${account} AND agent_id IN (${unused})`.execute(
      transaction,
    )
    await sql`DELETE FROM agent WHERE id IN (${unused})`.execute(transaction)
  }
}

/** Names what both services have and can't be joined: `reservation 1007`, at most `namedConflicts` per table. */
class IdentityConflict extends ProblemError {
  constructor(conflicts: readonly string[]) {
    super('edit-conflict')
    this.message = `nothing was changed, because both services have: ${conflicts.join('; ')}. End or remove these in one of them, then run the command again`
  }
}

/**
 * Joins all data of one service into another. Throws `IdentityConflict`, and changes nothing, when people made something of
 * the same number, pool or agent in both.
 */
export async function joinIdentity(
  { engine, withLock }: Pick<Database, 'engine' | 'withLock'>,
  from: string,
  to: string,
): Promise<void> {
  await withLock('service', async (transaction) => {
    await dropUnusedAgents(transaction, from, to)
    const conflicts: string[] = []
    for (const table of ownedTables)
      if (table.once !== undefined && table.kind === undefined)
        conflicts.push(...(await conflictsIn(transaction, table, from, to)))
    if (conflicts.length > 0) throw new IdentityConflict(conflicts)
    const scans = ownedTables.filter(({ kind }) => kind === 'scan')
    const scanned = await Promise.all(scans.map((table) => accountsIn({ db: transaction }, table)))
    const isScanned = scanned.flat().includes(to)
    for (const table of ownedTables) {
      const name = sql.table(table.name)
      if (table.kind === 'log') await dropDoubles(transaction, table, from, to)
      if (table.kind === 'scan' && isScanned)
        await onRowsOf(transaction, engine, table, from, sql`DELETE FROM ${name}`)
      await onRowsOf(transaction, engine, table, from, sql`UPDATE ${name} SET account = ${to}`)
    }
  })
}
