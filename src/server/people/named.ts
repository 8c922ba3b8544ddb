import type { PersonKind } from '#contract/reservations.ts'
import { chunks, type Database } from '../platform/database/database.ts'

/** What the directory of agents knows of a person. */
interface NamedPerson {
  id: string
  name: string | null
  workNumber: string | null
  department: string | null
  kind: PersonKind
  /** The first number bound to the agent. */
  ext: string | null
  /** When a user removed the new colleague. */
  removedAt: number | null
}

/** People by UUID or ID. */
export type NamedPeople = ReadonlyMap<string, NamedPerson>

const columns = [
  'person.id',
  'person.name',
  'person.work_number as workNumber',
  'person.department',
  'person.kind',
  'person.ext',
  'person.removed_at as removedAt',
] as const

/**
 * Returns people by the UUIDs of their agents, and new colleagues by their IDs, also those who turned out to be an agent, from the store or
 * within a transaction. Those whom the directory does not know are absent. How every feature turns an ID into a person: reservations,
 * requests and changes store no names.
 */
export async function readPeople(
  db: Pick<Database['db'], 'selectFrom'>,
  account: string,
  given: readonly string[],
): Promise<NamedPeople> {
  const people = new Map<string, NamedPerson>()
  for (const ids of chunks([...new Set(given)])) {
    const rows = await db
      .selectFrom('person')
      .where('account', '=', account)
      .where((where) => where.or([where('agent_uuid', 'in', ids), where('id', 'in', ids)]))
      .select(['agent_uuid', ...columns])
      .execute()
    const asked = new Set(ids)
    for (const { agent_uuid: uuid, ...person } of rows)
      for (const key of [person.id, uuid]) if (key !== null && asked.has(key)) people.set(key, person)
    const left = ids.filter((id) => !people.has(id))
    if (left.length === 0) continue
    const merged = await db
      .selectFrom('same_person')
      .innerJoin('person', 'person.id', 'same_person.person_id')
      .where('same_person.account', '=', account)
      .where('is_same', '=', 1)
      .where('colleague_id', 'in', left)
      .select(['colleague_id', ...columns])
      .execute()
    for (const { colleague_id: colleagueId, ...person } of merged) people.set(colleagueId, person)
  }
  return people
}

/** Returns all IDs of a person: the agent's UUID, and those of new colleagues who turned out to be the agent. */
export async function readPersonIds(
  { database: { db }, account }: { database: Pick<Database, 'db'>; account: string },
  id: string,
): Promise<string[]> {
  const rows = await db
    .selectFrom('person')
    .leftJoin('same_person', (join) =>
      join
        .onRef('same_person.account', '=', 'person.account')
        .onRef('same_person.person_id', '=', 'person.id')
        .on('is_same', '=', 1),
    )
    .where('person.account', '=', account)
    .where((where) => where.or([where('agent_uuid', '=', id), where('person.id', '=', id)]))
    .select(['person.id', 'agent_uuid', 'colleague_id'])
    .execute()
  const ids = rows.flatMap((row) => [row.id, row.agent_uuid, row.colleague_id])
  return [...new Set([id, ...ids.filter((text) => text !== null)])]
}

/** Returns the names of those who have one, by UUID. */
export const namesIn = (people: NamedPeople): Record<string, string> =>
  Object.fromEntries([...people].flatMap(([uuid, { name }]) => (name === null ? [] : [[uuid, name]])))
