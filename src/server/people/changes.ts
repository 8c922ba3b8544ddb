import { randomUUID } from 'node:crypto'
import { sql } from 'kysely'
import * as z from 'zod/mini'
import {
  personFacts,
  type PersonFact,
  type FactSource,
  type ColleagueFacts,
  type RosterRow,
  type rosterOutcomes,
} from '#contract/people.ts'
import type { PersonKind } from '#contract/reservations.ts'
import { agentUuid as uuidSchema } from '#contract/text.ts'
import type { AgentRecord } from '#upstream/records.ts'
import { lockIn, replaced, type Database, type StoreTransaction } from '../platform/database/database.ts'
import type { LabelStore } from '../labels/store.ts'
import type { Audit, WriteAudit } from '../audit/audit-store.ts'
import { settleColleague, settleOpenOf } from '../follow/follow.ts'
import { factsFrom, factsOf, isSameFacts, mergeFacts, type Facts, keysOf } from './facts.ts'
import { movePerson } from './team-store.ts'
import { plain } from '../platform/database/names.ts'
import type { PersonRow } from './people.ts'

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

type RosterOutcome = (typeof rosterOutcomes)[number]
interface Taken {
  outcomes: RosterOutcome[]
  departments: { department: string; before: number; after: number }[]
}

const roster: FactSource = 'roster'
export const colleagueFields = ['name', 'workNumber', 'department', 'startsOn'] as const
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

const boundTo = ({ exts, numbers }: BoundNumbers) => ({
  ext: exts[0] ?? null,
  exts: exts.length === 0 ? '' : ` ${exts.join(' ')} `,
  numbers,
})

/** The row with these facts and the columns that follow from them. */
const rowWith = (row: PersonRow, facts: Facts): PersonRow => ({
  ...row,
  facts: JSON.stringify(facts),
  ...keysOf(facts, row.exts, row.agent_uuid),
})

/** Merges facts about the same agent. */
function byUuid(seen: readonly SeenAgent[]): Map<string, SeenAgent> {
  const agents = new Map<string, SeenAgent>()
  for (const one of seen) {
    const other = agents.get(one.agentUuid)
    agents.set(
      one.agentUuid,
      other === undefined
        ? one
        : { ...one, facts: mergeFacts(other.facts, one.facts), at: Math.min(other.at, one.at) },
    )
  }
  return agents
}

const named = (
  { agentUuid, agentName }: { agentUuid: string; agentName: string | null },
  source: FactSource,
  at: number,
): SeenAgent => ({ agentUuid, facts: factsOf({ name: agentName }, source, at), at })

interface WriteDeps {
  database: Database
  account: string
  audit: Pick<Audit, 'transaction'>
  labels: Pick<LabelStore, 'moveAgent'>
  now: () => number
}

/** Writes to the directory, one transaction at a time across all replicas. Agents are merged by UUID, never by name. */
export class PeopleChanges {
  readonly #deps: WriteDeps

  constructor(deps: WriteDeps) {
    this.#deps = deps
  }

  /** Records agents within the caller's transaction, which also writes the data that showed them. */
  async recordSeen(
    transaction: StoreTransaction,
    seen: readonly SeenAgent[],
    bound: readonly BoundNumbers[] = [],
  ): Promise<void> {
    if (seen.length === 0) return
    await this.#lock(transaction)
    await this.#write(
      transaction,
      byUuid(seen),
      new Map(bound.map((numbers) => [numbers.agentUuid, numbers])),
    )
  }

  /** Records agents as the service's own records show them. */
  recordRecords(records: readonly (AgentRecord & { at: number })[]): Promise<void> {
    const seen = records.flatMap(({ id, agentID, agentName, depart, agentEmail, at }) => {
      const values = { name: agentName, workNumber: agentID, department: depart, email: agentEmail }
      const isKnown = id !== null && z.safeParse(uuidSchema, id).success
      return isKnown ? [{ agentUuid: id, facts: factsOf(values, 'agent-record', at), at }] : []
    })
    return this.#deps.database.db.transaction().execute((transaction) => this.recordSeen(transaction, seen))
  }

  /** Records the agents of changed numbers, with the numbers now bound to each agent. */
  recordNumbers(
    transaction: StoreTransaction,
    seen: readonly (BoundNumbers & { agentName: string | null; at: number })[],
  ): Promise<void> {
    const agents = seen.map(({ at, ...agent }) => named(agent, 'extension', at))
    return this.recordSeen(transaction, agents, seen)
  }

  /** Records agents for whom a user reserves numbers or requests them. */
  recordNamed(
    transaction: StoreTransaction,
    seen: readonly { agentUuid: string; agentName: string | null }[],
  ): Promise<void> {
    const at = this.#deps.now()
    return this.recordSeen(
      transaction,
      seen.map((agent) => named(agent, 'reservation', at)),
    )
  }

  /** The UUIDs of the new colleagues with these IDs, null before the service shows one. The lock keeps it so until the transaction ends. */
  async newColleagues(
    transaction: StoreTransaction,
    ids: readonly string[],
  ): Promise<Map<string, string | null>> {
    await this.#lock(transaction)
    const rows = ids.length === 0 ? [] : await this.#agents(transaction).where('id', 'in', ids).execute()
    return new Map(rows.map(({ id, agent_uuid: uuid }) => [id, uuid]))
  }

  /** True when the directory has a person with this work number. */
  async knowsWorkNumber(transaction: StoreTransaction, workNumber: string): Promise<boolean> {
    const row = await this.#agents(transaction).where('work_key', '=', plain(workNumber)).executeTakeFirst()
    return row !== undefined
  }

  /** Adds a new colleague under this ID, with facts that a user typed. */
  async addColleague(
    transaction: StoreTransaction,
    id: string,
    { kind, ...colleague }: Partial<Record<PersonFact, string | undefined>> & { kind: PersonKind },
  ): Promise<void> {
    const at = this.#deps.now()
    await this.#lock(transaction)
    const row = { ...this.#newRow(null, at, id), kind }
    const after = rowWith(row, factsOf(colleague, 'reservation', at))
    await this.#save(transaction, [{ before: null, after }])
  }

  /** Replaces what users typed of a new colleague. Returns why nothing was changed, or `done`. */
  changeColleague(id: string, typed: ColleagueFacts): Promise<'not-found' | 'agent-exists' | 'done'> {
    return this.#deps.audit.transaction(async (transaction, write) => {
      const before = await this.#newColleague(transaction, id)
      if (before === undefined) return 'not-found'
      const { workNumber } = typed
      const isNew = workNumber != null && plain(workNumber) !== before.work_key
      if (isNew && (await this.knowsWorkNumber(transaction, workNumber))) return 'agent-exists'
      const kind = typed.kind ?? before.kind
      const old = factsFrom(before.facts)
      const at = this.#deps.now()
      const facts = { ...old }
      for (const field of colleagueFields) {
        const value = kind === 'resource' && field === 'startsOn' ? null : typed[field]
        if (value !== undefined && (old[field]?.value ?? null) !== value)
          facts[field] = { value, source: 'reservation', at }
      }
      await this.#save(transaction, [{ before, after: rowWith({ ...before, kind }, facts) }])
      // Another name or work number may be that of the number's holder, and whose a number is does not matter to a line or room. A reservation that has ended stays as it was.
      await settleOpenOf(transaction, write, this.#deps, id)
      return 'done'
    })
  }

  /**
   * Removes a new colleague from lists and searches, after `release` has released the numbers reserved for them; what it throws
   * undoes all. The row keeps the name for past entries.
   */
  removeColleague(
    id: string,
    release: (transaction: StoreTransaction, write: WriteAudit) => Promise<void>,
  ): Promise<'not-found' | 'done'> {
    return this.#deps.audit.transaction(async (transaction, write) => {
      if ((await this.#newColleague(transaction, id)) === undefined) return 'not-found'
      await release(transaction, write)
      await transaction
        .updateTable('person')
        .set({ removed_at: this.#deps.now() })
        .where('id', '=', id)
        .execute()
      return 'done'
    })
  }

  async #newColleague(transaction: StoreTransaction, id: string): Promise<PersonRow | undefined> {
    await this.#lock(transaction)
    return this.#agents(transaction).where('id', '=', id).where('agent_uuid', 'is', null).executeTakeFirst()
  }

  /** Makes the new colleague this agent. Returns what the directory does not have, or `done`. */
  join(colleagueId: string, agentUuid: string, at: number): Promise<'colleague' | 'agent' | 'done'> {
    return this.#deps.audit.transaction(async (transaction, write) => {
      const newColleague = await this.#newColleague(transaction, colleagueId)
      if (newColleague?.kind !== 'person') return 'colleague'
      const agent = await this.#agents(transaction).where('agent_uuid', '=', agentUuid).executeTakeFirst()
      if (agent === undefined) return 'agent'
      const seen = new Map([[agentUuid, { agentUuid, facts: {}, at }]])
      await this.#write(transaction, seen, new Map(), new Map([[agentUuid, newColleague]]))
      await settleColleague(transaction, write, this.#deps, { colleagueId, agentUuid })
      return 'done'
    })
  }

  /** Remembers that the new colleague is not this agent. Returns what the directory does not have, or `done`. */
  keepApart(colleagueId: string, agentUuid: string): Promise<'colleague' | 'agent' | 'done'> {
    return this.#deps.audit.transaction(async (transaction, write) => {
      const people = await this.#agents(transaction)
        .where((where) => where.or([where('id', '=', colleagueId), where('agent_uuid', '=', agentUuid)]))
        .execute()
      const isNewColleague = ({ id, agent_uuid: uuid, kind }: PersonRow) =>
        id === colleagueId && uuid === null && kind === 'person'
      if (!people.some((person) => isNewColleague(person))) return 'colleague'
      const agent = people.find((person) => person.agent_uuid === agentUuid)
      if (agent === undefined) return 'agent'
      await this.#answer(transaction, colleagueId, agent.id, 0)
      await settleColleague(transaction, write, this.#deps, { colleagueId, agentUuid: null })
      return 'done'
    })
  }

  async #answer(
    transaction: StoreTransaction,
    colleagueId: string,
    personId: string,
    isSame: 0 | 1,
  ): Promise<void> {
    await transaction
      .insertInto('same_person')
      .values({
        account: this.#deps.account,
        colleague_id: colleagueId,
        person_id: personId,
        is_same: isSame,
      })
      .onConflict((conflict) =>
        conflict.columns(['account', 'colleague_id', 'person_id']).doUpdateSet({ is_same: isSame }),
      )
      .execute()
  }

  /** Records when the agent's record was read, even when the read returned nothing. */
  async recordRead(agentUuid: string, at: number): Promise<void> {
    await this.#deps.database.db
      .updateTable('person')
      .set({ record_at: at })
      .where('account', '=', this.#deps.account)
      .where('agent_uuid', '=', agentUuid)
      .execute()
  }

  /** Imports roster lines, all or none. Returns the outcome of each line, and the departments whose number of people changed. */
  takeRoster(rows: readonly RosterRow[], at: number): Promise<Taken> {
    return this.#deps.database.db
      .transaction()
      .execute((transaction) => this.#takeRoster(transaction, rows, at))
  }

  /** Returns what `takeRoster` would, and changes nothing. */
  async previewRoster(rows: readonly RosterRow[], at: number): Promise<Taken> {
    const transaction = await this.#deps.database.db.startTransaction().execute()
    try {
      return await this.#takeRoster(transaction, rows, at)
    } finally {
      await transaction.rollback().execute()
    }
  }

  async #takeRoster(transaction: StoreTransaction, rows: readonly RosterRow[], at: number): Promise<Taken> {
    await this.#lock(transaction)
    const before = await this.#departments(transaction)
    const outcomes: RosterOutcome[] = []
    for (const { agentUuid, ...values } of rows) {
      const facts = factsOf(values, roster, at)
      if (agentUuid === undefined) {
        outcomes.push(await this.#writeColleague(transaction, values.workNumber ?? '', facts, at))
        continue
      }
      const isKnown =
        (await this.#agents(transaction).where('agent_uuid', '=', agentUuid).executeTakeFirst()) !== undefined
      const changed = await this.#write(
        transaction,
        new Map([[agentUuid, { agentUuid, facts, at }]]),
        new Map(),
      )
      outcomes.push(!isKnown ? 'added' : changed.get(agentUuid) === true ? 'changed' : 'same')
    }
    const after = await this.#departments(transaction)
    const departments = [...new Map([...after, ...before])].flatMap(([key, { department }]) => {
      const counts = { before: before.get(key)?.count ?? 0, after: after.get(key)?.count ?? 0 }
      return counts.before === counts.after ? [] : [{ department, ...counts }]
    })
    return { outcomes, departments }
  }

  async #departments(
    transaction: StoreTransaction,
  ): Promise<Map<string, { department: string; count: number }>> {
    const rows = await transaction
      .selectFrom('person')
      .where('account', '=', this.#deps.account)
      .where('removed_at', 'is', null)
      .where('department_key', 'is not', null)
      .select(({ fn }) => [
        'department_key',
        fn.min('department').as('department'),
        sql<number>`count(*)`.as('count'),
      ])
      .groupBy('department_key')
      .execute()
    return new Map(
      rows.map((row) => [row.department_key ?? '', { department: row.department ?? '', count: row.count }]),
    )
  }

  #newRow(agentUuid: string | null, at: number, id: string = randomUUID()): PersonRow {
    return {
      id,
      account: this.#deps.account,
      agent_uuid: agentUuid,
      kind: 'person',
      facts: '{}',
      ...keysOf({}, '', agentUuid),
      ext: null,
      exts: '',
      numbers: 0,
      first_seen_at: at,
      record_at: 0,
      removed_at: null,
    }
  }

  #agents(transaction: StoreTransaction) {
    return transaction
      .selectFrom('person')
      .selectAll()
      .where('account', '=', this.#deps.account)
      .where('removed_at', 'is', null)
  }

  #lock(transaction: StoreTransaction): Promise<void> {
    return lockIn(transaction, this.#deps.database.engine, `agents ${this.#deps.account}`)
  }

  /** Inserts or replaces rows. */
  async #save(transaction: StoreTransaction, changes: readonly Change[]): Promise<void> {
    const rows = changes.map(({ after }) => after)
    const [first] = rows
    if (first === undefined) return
    await transaction
      .insertInto('person')
      .values(rows)
      .onConflict((conflict) => conflict.column('id').doUpdateSet(replaced(Object.keys(first))))
      .execute()
  }

  /** The existing rows of these agents by UUID, and the new colleagues with the same work numbers by work number. */
  async #rowsOf(transaction: StoreTransaction, seen: ReadonlyMap<string, SeenAgent>) {
    const known = await this.#agents(transaction)
      .where('agent_uuid', 'in', [...seen.keys()])
      .execute()
    const rows = new Map(known.map((row) => [row.agent_uuid, row]))
    const workNumbers = [...seen.values()].flatMap(({ facts }) => plain(facts.workNumber?.value ?? '') || [])
    const newColleagues =
      workNumbers.length === 0
        ? []
        : await this.#agents(transaction)
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
    const onRoster = newColleagues.filter(({ facts }) => factsFrom(facts).workNumber?.source === roster)
    return { rows, newColleagues: new Map(onRoster.map((row) => [row.work_key, row])) }
  }

  /**
   * Inserts or updates these agents. A new colleague whose work number the service shows for a UUID becomes that agent; a new colleague that
   * exists beside the agent's own row is merged into that row. `confirmed` has the new colleagues that a person identified, by UUID.
   * Returns by UUID whether a fact changed.
   */
  async #write(
    transaction: StoreTransaction,
    seen: ReadonlyMap<string, SeenAgent>,
    bound: ReadonlyMap<string, BoundNumbers>,
    confirmed: ReadonlyMap<string, PersonRow> = new Map(),
  ): Promise<Map<string, boolean>> {
    const { rows, newColleagues } = await this.#rowsOf(transaction, seen)
    const merged: { from: string; to: string }[] = []
    const changes: Change[] = []
    const changed = new Map<string, boolean>()
    for (const { agentUuid, facts, at } of seen.values()) {
      const own = rows.get(agentUuid) ?? null
      const newColleague =
        confirmed.get(agentUuid) ?? newColleagues.get(plain(facts.workNumber?.value ?? '')) ?? null
      if (own !== null && newColleague !== null) merged.push({ from: newColleague.id, to: own.id })
      const before = own ?? newColleague
      const base = before ?? this.#newRow(agentUuid, at)
      const added = own !== null && newColleague !== null ? factsFrom(newColleague.facts) : {}
      const old = factsFrom(base.facts)
      const numbers = bound.get(agentUuid)
      const after = rowWith(
        {
          ...base,
          agent_uuid: agentUuid,
          ...(numbers === undefined ? {} : boundTo(numbers)),
        },
        mergeFacts(mergeFacts(old, added), facts),
      )
      changed.set(agentUuid, before === null || !isSameFacts(old, factsFrom(after.facts)))
      if (before === null || !isSameRow(before, after)) changes.push({ before, after })
    }
    if (merged.length > 0) {
      const gone = merged.map(({ from }) => from)
      await transaction.deleteFrom('person').where('id', 'in', gone).execute()
      for (const { from, to } of merged) {
        await this.#answer(transaction, from, to, 1)
        await movePerson(transaction, this.#deps.account, from, to)
        await this.#deps.labels.moveAgent(transaction, from, to)
      }
    }
    await this.#save(transaction, changes)
    return changed
  }

  /** Handles a line without a UUID: updates the only agent or new colleague with its work number, or adds a new colleague. */
  async #writeColleague(
    transaction: StoreTransaction,
    workNumber: string,
    facts: Facts,
    at: number,
  ): Promise<RosterOutcome> {
    const rows = await this.#agents(transaction).where('work_key', '=', plain(workNumber)).limit(2).execute()
    if (rows.length > 1) return 'ambiguous'
    const before = rows[0] ?? null
    const base = before ?? this.#newRow(null, at)
    const old = factsFrom(base.facts)
    const after = rowWith(base, mergeFacts(old, facts))
    if (before !== null && isSameFacts(old, factsFrom(after.facts))) return 'same'
    await this.#save(transaction, [{ before, after }])
    return before === null ? 'colleague' : 'changed'
  }
}

interface Change {
  before: PersonRow | null
  after: PersonRow
}
