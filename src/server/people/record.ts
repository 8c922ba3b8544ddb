import { randomUUID } from 'node:crypto'
import * as z from 'zod/mini'
import { personFacts, type FactSource, type PersonFact } from '#contract/people.ts'
import type { PersonKind } from '#contract/reservations.ts'
import { agentUuid as uuidSchema } from '#contract/text.ts'
import type { AgentRecord } from '#upstream/records.ts'
import { LabelStore } from '../labels/store.ts'
import { lockIn, replaced, type Database, type StoreTransaction } from '../platform/database/database.ts'
import { plain } from '../platform/database/names.ts'
import { factsFrom, factsOf, isSameFacts, keysOf, mergeFacts, type Facts } from './facts.ts'
import type { PersonRow } from './people.ts'

// Records people where they are seen, in the transaction that records that. One such transaction at a time across all replicas.
// Agents are merged by UUID, never by name.

/** The people of one service. */
export interface Directory {
  database: Pick<Database, 'engine'>
  account: string
}

/** An agent as seen in one response, reservation or roster line. */
export interface SeenAgent {
  agentUuid: string
  facts: Facts
  /** Epoch milliseconds. */
  at: number
}

/** The numbers bound to an agent: the first twenty in order, and the total. */
export interface BoundNumbers {
  agentUuid: string
  exts: readonly string[]
  numbers: number
}

/** An unchanged agent is not written again within this time, in ms, so a fact's time may be that old. */
const seenGrainMs = 60 * 60_000
/** True when the row needs no write: only times differ, by less than an hour. */
function isSameRow(before: PersonRow, after: PersonRow): boolean {
  const [old, next] = [factsFrom(before.facts), factsFrom(after.facts)]
  return (
    before.agent_uuid === after.agent_uuid &&
    before.exts === after.exts &&
    before.numbers === after.numbers &&
    isSameFacts(old, next) &&
    personFacts.every((field) => (next[field]?.at ?? 0) - (old[field]?.at ?? 0) < seenGrainMs)
  )
}

const boundColumns = ({ exts, numbers }: BoundNumbers) => ({
  ext: exts[0] ?? null,
  exts: exts.length === 0 ? '' : ` ${exts.join(' ')} `,
  numbers,
})

/** The row with these facts and the columns that follow from them. */
export const rowWith = (row: PersonRow, facts: Facts): PersonRow => ({
  ...row,
  facts: JSON.stringify(facts),
  ...keysOf(facts, row.exts, row.agent_uuid),
})

/** Merges facts about the same agent. */
function byUuid(seen: readonly SeenAgent[]): Map<string, SeenAgent> {
  const agents = new Map<string, SeenAgent>()
  for (const agent of seen) {
    const before = agents.get(agent.agentUuid)
    const facts = before === undefined ? agent.facts : mergeFacts(before.facts, agent.facts)
    agents.set(agent.agentUuid, { ...agent, facts, at: Math.min(before?.at ?? agent.at, agent.at) })
  }
  return agents
}

const named = (
  { agentUuid, agentName }: { agentUuid: string; agentName: string | null },
  source: FactSource,
  at: number,
): SeenAgent => ({ agentUuid, facts: factsOf({ name: agentName }, source, at), at })

/** Those who were not removed. */
export const peopleIn = (transaction: StoreTransaction, { account }: Directory) =>
  transaction.selectFrom('person').selectAll().where('account', '=', account).where('removed_at', 'is', null)

/** Makes others who write people wait until the transaction ends. */
export const lockPeople = (transaction: StoreTransaction, { database, account }: Directory): Promise<void> =>
  lockIn(transaction, database.engine, `agents ${account}`)

/** Records agents. */
export async function recordSeen(
  transaction: StoreTransaction,
  directory: Directory,
  seen: readonly SeenAgent[],
  bound: readonly BoundNumbers[] = [],
): Promise<void> {
  if (seen.length === 0) return
  await lockPeople(transaction, directory)
  const numbers = new Map(bound.map((numbers) => [numbers.agentUuid, numbers]))
  await writeAgents(transaction, directory, byUuid(seen), { bound: numbers })
}

/** Records agents as the service's own records show them. */
export function recordRecords(
  directory: Directory & { database: Pick<Database, 'db'> },
  records: readonly (AgentRecord & { at: number })[],
): Promise<void> {
  const seen = records.flatMap(({ id, agentID, agentName, depart, agentEmail, at }) => {
    const values = { name: agentName, workNumber: agentID, department: depart, email: agentEmail }
    const isKnown = id !== null && z.safeParse(uuidSchema, id).success
    return isKnown ? [{ agentUuid: id, facts: factsOf(values, 'agent-record', at), at }] : []
  })
  const { db } = directory.database
  return db.transaction().execute((transaction) => recordSeen(transaction, directory, seen))
}

/** Records when the agent's record was read, even when the read returned nothing, or when the read got no response. */
export async function recordRead(
  { db }: Pick<Database, 'db'>,
  account: string,
  agentUuid: string,
  read: { record_at: number } | { tried_at: number },
): Promise<void> {
  await db
    .updateTable('person')
    .set(read)
    .where('account', '=', account)
    .where('agent_uuid', '=', agentUuid)
    .execute()
}

/** Records the agents of changed numbers, with the numbers now bound to each agent. */
export function recordNumbers(
  transaction: StoreTransaction,
  directory: Directory,
  seen: readonly (BoundNumbers & { agentName: string | null; at: number })[],
): Promise<void> {
  const agents = seen.map(({ at, ...agent }) => named(agent, 'extension', at))
  return recordSeen(transaction, directory, agents, seen)
}

/** Records agents for whom a user reserves numbers or requests them; new colleagues are recorded apart. */
export function recordNamed(
  transaction: StoreTransaction,
  directory: Directory,
  people: readonly { agentUuid: string | null; agentName: string | null }[],
  at: number,
): Promise<void> {
  const agents = people.flatMap(({ agentUuid, agentName }) =>
    agentUuid === null ? [] : [named({ agentUuid, agentName }, 'reservation', at)],
  )
  return recordSeen(transaction, directory, agents)
}

/** The UUIDs of the new colleagues with these IDs, null before the service shows one. The lock keeps it so until the transaction ends. */
export async function newColleagues(
  transaction: StoreTransaction,
  directory: Directory,
  ids: readonly string[],
): Promise<Map<string, string | null>> {
  await lockPeople(transaction, directory)
  const rows = ids.length === 0 ? [] : await peopleIn(transaction, directory).where('id', 'in', ids).execute()
  return new Map(rows.map(({ id, agent_uuid: uuid }) => [id, uuid]))
}

/** True when the directory has a person with this work number. */
export async function knowsWorkNumber(
  transaction: StoreTransaction,
  directory: Directory,
  workNumber: string,
): Promise<boolean> {
  const withNumber = peopleIn(transaction, directory).where('work_key', '=', plain(workNumber))
  return (await withNumber.executeTakeFirst()) !== undefined
}

/** Adds a new colleague under this ID, with facts that a user typed. */
export async function addColleague(
  transaction: StoreTransaction,
  directory: Directory,
  id: string,
  { kind, ...colleague }: Partial<Record<PersonFact, string | undefined>> & { kind: PersonKind },
  at: number,
): Promise<void> {
  await lockPeople(transaction, directory)
  const row = { ...newPerson(directory, null, at, id), kind }
  await savePeople(transaction, [rowWith(row, factsOf(colleague, 'reservation', at))])
}

export const newPerson = (
  { account }: Directory,
  agentUuid: string | null,
  at: number,
  id: string = randomUUID(),
): PersonRow => ({
  id,
  account,
  agent_uuid: agentUuid,
  kind: 'person',
  facts: '{}',
  ...keysOf({}, '', agentUuid),
  ext: null,
  exts: '',
  numbers: 0,
  first_seen_at: at,
  record_at: 0,
  tried_at: null,
  removed_at: null,
})

/** Inserts or replaces rows. */
export async function savePeople(transaction: StoreTransaction, rows: readonly PersonRow[]): Promise<void> {
  const [first] = rows
  if (first === undefined) return
  await transaction
    .insertInto('person')
    .values(rows)
    .onConflict((conflict) => conflict.column('id').doUpdateSet(replaced(Object.keys(first))))
    .execute()
}

/** Remembers whether the new colleague is this person. */
export async function rememberSame(
  transaction: StoreTransaction,
  { account }: Directory,
  pair: { colleagueId: string; personId: string },
  isSame: 0 | 1,
): Promise<void> {
  await transaction
    .insertInto('same_person')
    .values({ account, colleague_id: pair.colleagueId, person_id: pair.personId, is_same: isSame })
    .onConflict((conflict) =>
      conflict.columns(['account', 'colleague_id', 'person_id']).doUpdateSet({ is_same: isSame }),
    )
    .execute()
}

/** The existing rows of these agents by UUID, and the new colleagues with the same work numbers by work number. */
async function readRows(
  transaction: StoreTransaction,
  directory: Directory,
  seen: ReadonlyMap<string, SeenAgent>,
) {
  const stored = await peopleIn(transaction, directory)
    .where('agent_uuid', 'in', [...seen.keys()])
    .execute()
  const rows = new Map(stored.map((row) => [row.agent_uuid, row]))
  const workNumbers = [...seen.values()].flatMap(({ facts }) => plain(facts.workNumber?.value ?? '') || [])
  const newColleagues =
    workNumbers.length === 0
      ? []
      : await peopleIn(transaction, directory)
          .where('agent_uuid', 'is', null)
          .where('kind', '=', 'person')
          .where('work_key', 'in', workNumbers)
          // A person answers whether an agent gets the number that is reserved for a new colleague.
          .where((where) =>
            where.not(
              where.exists((read) =>
                read
                  .selectFrom('reservation')
                  .select('reservation.id')
                  .whereRef('joiner_id', '=', 'person.id')
                  .where('reservation.agent_uuid', 'is', null)
                  .where('reservation.state', 'in', ['reserved', 'bound']),
              ),
            ),
          )
          .execute()
  // A work number that a user typed may be wrong.
  const onRoster = newColleagues.filter(({ facts }) => factsFrom(facts).workNumber?.source === 'roster')
  return { rows, newColleagues: new Map(onRoster.map((row) => [row.work_key, row])) }
}

/**
 * Inserts or updates these agents. A new colleague whose work number the service shows for a UUID becomes that agent; a new colleague that
 * exists beside the agent's own row is merged into that row. `confirmed` has the new colleagues that a person identified, by UUID.
 * Returns by UUID whether a fact changed.
 */
export async function writeAgents(
  transaction: StoreTransaction,
  directory: Directory,
  seen: ReadonlyMap<string, SeenAgent>,
  {
    bound,
    confirmed,
  }: { bound?: ReadonlyMap<string, BoundNumbers>; confirmed?: ReadonlyMap<string, PersonRow> } = {},
): Promise<Map<string, boolean>> {
  const { rows, newColleagues: colleagues } = await readRows(transaction, directory, seen)
  const merged: { from: string; to: string }[] = []
  const saved: PersonRow[] = []
  const changed = new Map<string, boolean>()
  for (const { agentUuid, facts, at } of seen.values()) {
    const own = rows.get(agentUuid) ?? null
    const newColleague =
      confirmed?.get(agentUuid) ?? colleagues.get(plain(facts.workNumber?.value ?? '')) ?? null
    if (own !== null && newColleague !== null) merged.push({ from: newColleague.id, to: own.id })
    const before = own ?? newColleague
    const base = before ?? newPerson(directory, agentUuid, at)
    const added = own !== null && newColleague !== null ? factsFrom(newColleague.facts) : {}
    const old = factsFrom(base.facts)
    const numbers = bound?.get(agentUuid)
    const after = rowWith(
      { ...base, agent_uuid: agentUuid, ...(numbers === undefined ? {} : boundColumns(numbers)) },
      mergeFacts(mergeFacts(old, added), facts),
    )
    changed.set(agentUuid, before === null || !isSameFacts(old, factsFrom(after.facts)))
    if (before === null || !isSameRow(before, after)) saved.push(after)
  }
  const gone = merged.map(({ from }) => from)
  if (gone.length > 0) await transaction.deleteFrom('person').where('id', 'in', gone).execute()
  const { account } = directory
  for (const { from, to } of merged) {
    await rememberSame(transaction, directory, { colleagueId: from, personId: to }, 1)
    await new LabelStore({ db: transaction }, account).moveAgent(transaction, from, to)
  }
  await savePeople(transaction, saved)
  return changed
}
