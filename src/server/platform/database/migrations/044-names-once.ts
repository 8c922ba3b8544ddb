import { randomUUID } from 'node:crypto'
import { sql, type Kysely, type Migration } from 'kysely'
import * as z from 'zod'
import { keyOf, plain, searchText, sortKey } from '../names.ts'

const maxIndexedLength = 200
const rowsAtOnce = 20_000

/** A name beside the UUID of an agent, or the ID of a new colleague, in a row of another table. */
interface Named {
  account: string
  uuid: string | null
  colleague: string | null
  name: string | null
  work_number: string | null
  source: 'extension' | 'reservation'
  at: number
}

interface Known {
  id: string
  facts: string
  exts: string
  work_number: string | null
  department: string | null
}

const holder = z.looseObject({ agentUuid: z.nullable(z.string()), agentName: z.nullable(z.string()) })
const facts = z.record(z.string(), z.unknown())

/** SQL: the names in reservations, requests and binding changes. */
const stored = sql`
  SELECT account, agent_uuid AS uuid, CASE WHEN agent_uuid IS NULL THEN joiner_id END AS colleague, agent_name AS name, work_number,
    'reservation' AS source, reserved_at AS at FROM reservation
  UNION ALL SELECT account, agent_uuid, NULL, agent_name, NULL, 'reservation', asked_at FROM service_request WHERE agent_uuid IS NOT NULL
  UNION ALL SELECT account, bound_uuid, NULL, bound_name, NULL, 'extension', asked_at FROM service_request WHERE bound_uuid IS NOT NULL
  UNION ALL SELECT account, agent_uuid, NULL, agent_name, NULL, 'extension', at FROM binding_change WHERE agent_uuid IS NOT NULL
  UNION ALL SELECT account, before_agent_uuid, NULL, before_agent_name, NULL, 'extension', before_since FROM binding_change
    WHERE before_agent_uuid IS NOT NULL`

/** Names stand in the directory alone. Whom only another table named becomes a person. */
export const namesOnce: Migration = {
  async up(db) {
    // The service's own name counts more than a typed one, and a later name more than an earlier one.
    const { rows } = await sql<Named>`SELECT * FROM (${stored}) AS named
      WHERE NOT EXISTS (SELECT 1 FROM person WHERE person.account = named.account AND person.name IS NOT NULL
        AND person.agent_uuid = named.uuid)
      AND NOT EXISTS (SELECT 1 FROM person WHERE person.id = named.colleague)
      AND NOT EXISTS (SELECT 1 FROM same_person WHERE same_person.account = named.account
        AND same_person.colleague_id = named.colleague AND is_same = 1)
      ORDER BY source DESC, at`.execute(db)
    for (const row of rows) await addName(db, row)
    await nameHolders(db)
    for (const column of ['agent_name', 'before_agent_name']) await clear(db, column)
    for (const [table, column] of [
      ['reservation', 'agent_name'],
      ['reservation', 'work_number'],
      ['service_request', 'agent_name'],
      ['service_request', 'bound_name'],
    ] as const)
      await sql`ALTER TABLE ${sql.ref(table)} DROP COLUMN ${sql.ref(column)}`.execute(db)
  },
}

/** Gives a person without a name this one, or adds the person. */
async function addName(db: Kysely<unknown>, { account, uuid, colleague, ...known }: Named): Promise<void> {
  const { rows } = await sql<Known>`SELECT id, facts, exts, work_number, department FROM person
    WHERE account = ${account} AND (agent_uuid = ${uuid} OR id = ${colleague})`.execute(db)
  const before = rows[0]
  if (before !== undefined && known.name === null) return
  const { source, at } = known
  const work = (before ?? known).work_number?.slice(0, maxIndexedLength) ?? ''
  const short = known.name?.slice(0, maxIndexedLength) ?? ''
  const columns = {
    facts: JSON.stringify({
      ...(before !== undefined
        ? facts.parse(JSON.parse(before.facts))
        : work === ''
          ? {}
          : { workNumber: { value: work, source, at } }),
      ...(known.name === null ? {} : { name: { value: known.name, source, at } }),
    }),
    name: known.name,
    name_key: keyOf(short),
    sort_key: sortKey(known.name ?? (work || (uuid ?? '')), work),
    search: searchText(short, work, before?.exts ?? '', before?.department ?? ''),
  }
  if (before !== undefined) {
    const set = Object.entries(columns).map(([column, value]) => sql`${sql.ref(column)} = ${value}`)
    await sql`UPDATE person SET ${sql.join(set)} WHERE id = ${before.id}`.execute(db)
    return
  }
  const row = {
    ...columns,
    id: colleague ?? randomUUID(),
    account,
    agent_uuid: uuid,
    work_number: work || null,
    work_key: plain(work) || null,
    exts: '',
    numbers: 0,
    first_seen_at: at,
    record_at: 0,
  }
  await sql`INSERT INTO person (${sql.join(Object.keys(row).map((column) => sql.ref(column)))})
    VALUES (${sql.join(Object.values(row))})`.execute(db)
}

/** Moves the names in the holders of reservations into the directory. */
async function nameHolders(db: Kysely<unknown>): Promise<void> {
  const { rows } = await sql<{ id: string; account: string; holder: string; at: number }>`
    SELECT id, account, holder, coalesce(ended_at, checked_at) AS at FROM reservation WHERE holder IS NOT NULL ORDER BY reserved_at`.execute(
    db,
  )
  for (const { id, account, holder: json, at } of rows) {
    const { agentUuid: uuid, agentName, ...more } = holder.parse(JSON.parse(json))
    if (uuid === null) continue
    const { rows: named } = await sql`SELECT 1 FROM person
      WHERE account = ${account} AND agent_uuid = ${uuid} AND name IS NOT NULL`.execute(db)
    const one = { account, uuid, colleague: null, name: agentName, work_number: null, at }
    if (named.length === 0) await addName(db, { ...one, source: 'extension' })
    const kept = JSON.stringify({ agentUuid: uuid, agentName: null, ...more })
    await sql`UPDATE reservation SET holder = ${kept} WHERE id = ${id}`.execute(db)
  }
}

/** Clears the names of agents with a UUID, in batches that a statement's time allows. */
async function clear(db: Kysely<unknown>, column: string): Promise<void> {
  const uuid = sql.ref(column.replace('name', 'uuid'))
  const { rows: accounts } = await sql<{
    account: string
  }>`SELECT DISTINCT account FROM binding_change`.execute(db)
  for (const { account } of accounts)
    for (let from = ''; ;) {
      const { rows } = await sql<{ ext: string }>`SELECT ext FROM binding_change
        WHERE account = ${account} AND ext >= ${from} ORDER BY ext, at LIMIT 1 OFFSET ${sql.lit(rowsAtOnce)}`.execute(
        db,
      )
      const to = rows[0]?.ext
      // A number with more changes than a batch ends the batches.
      const end = to === undefined || to === from ? undefined : to
      await sql`UPDATE binding_change SET ${sql.ref(column)} = NULL WHERE account = ${account} AND ext >= ${from}
        AND ${uuid} IS NOT NULL ${end === undefined ? sql`` : sql`AND ext < ${end}`}`.execute(db)
      if (end === undefined) break
      from = end
    }
}
