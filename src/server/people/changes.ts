import { sql } from 'kysely'
import type { ColleagueFacts, RosterRow, rosterOutcomes } from '#contract/people.ts'
import type { Audit } from '../audit/audit-store.ts'
import { settleColleague, settleOpenOf } from '../follow/settle.ts'
import type { Database, StoreTransaction } from '../platform/database/database.ts'
import { plain } from '../platform/database/names.ts'
import { ProblemError } from '../platform/problems.ts'
import { releaseAllFor, type Changer } from '../reservations/change.ts'
import { factsFrom, factsOf, isSameFacts, mergeFacts, type Facts } from './facts.ts'
import type { PersonRow } from './people.ts'
import {
  knowsWorkNumber,
  lockPeople,
  newPerson,
  peopleIn,
  rememberSame,
  rowWith,
  savePeople,
  writeAgents,
} from './record.ts'

type RosterOutcome = (typeof rosterOutcomes)[number]
interface Taken {
  outcomes: RosterOutcome[]
  departments: { department: string; before: number; after: number }[]
}

export const colleagueFields = ['name', 'workNumber', 'department', 'startsOn'] as const
interface WriteDeps {
  database: Database
  account: string
  audit: Pick<Audit, 'transaction'>
  now: () => number
}

/** What users change of people, one transaction at a time across all replicas. */
export class PeopleChanges {
  readonly #deps: WriteDeps

  constructor(deps: WriteDeps) {
    this.#deps = deps
  }

  /** Replaces what users typed of a new colleague. Throws `not-found` or `agent-exists`. */
  changeColleague(id: string, typed: ColleagueFacts): Promise<void> {
    return this.#deps.audit.transaction(async (transaction, write) => {
      const before = await this.#newColleague(transaction, id)
      const { workNumber } = typed
      const isNew = workNumber != null && plain(workNumber) !== before.work_key
      if (isNew && (await knowsWorkNumber(transaction, this.#deps, workNumber)))
        throw new ProblemError('agent-exists')
      const kind = typed.kind ?? before.kind
      const old = factsFrom(before.facts)
      const at = this.#deps.now()
      const facts = { ...old }
      for (const field of colleagueFields) {
        const value = kind === 'resource' && field === 'startsOn' ? null : typed[field]
        if (value !== undefined && (old[field]?.value ?? null) !== value)
          facts[field] = { value, source: 'reservation', at }
      }
      await savePeople(transaction, [rowWith({ ...before, kind }, facts)])
      // Another name or work number may be that of the number's holder, and whose a number is does not matter to a line or room. A reservation that has ended stays as it was.
      await settleOpenOf(transaction, write, this.#deps, id)
    })
  }

  /**
   * Releases the numbers reserved for a new colleague, and removes them from lists and searches. The row keeps the name for past
   * entries. Throws `not-found`, and what a release throws.
   */
  removeColleague(id: string, by: Changer, reason: string | null): Promise<void> {
    return this.#deps.audit.transaction(async (transaction, write) => {
      await this.#newColleague(transaction, id)
      await releaseAllFor(transaction, write, this.#deps, by, id, reason)
      await transaction
        .updateTable('person')
        .set({ removed_at: this.#deps.now() })
        .where('id', '=', id)
        .execute()
    })
  }

  /** The new colleague, or line or room, under the lock of people. Throws `not-found`. */
  async #newColleague(transaction: StoreTransaction, id: string): Promise<PersonRow> {
    await lockPeople(transaction, this.#deps)
    const row = await peopleIn(transaction, this.#deps)
      .where('id', '=', id)
      .where('agent_uuid', 'is', null)
      .executeTakeFirst()
    if (row === undefined) throw new ProblemError('not-found')
    return row
  }

  /** A new colleague who may be this agent, and the agent. Throws `not-found` or `agent-not-found`. */
  async #pair(transaction: StoreTransaction, colleagueId: string, agentUuid: string) {
    const colleague = await this.#newColleague(transaction, colleagueId)
    if (colleague.kind !== 'person') throw new ProblemError('not-found')
    const agent = await peopleIn(transaction, this.#deps)
      .where('agent_uuid', '=', agentUuid)
      .executeTakeFirst()
    if (agent === undefined) throw new ProblemError('agent-not-found')
    return { colleague, agent }
  }

  /** Makes the new colleague this agent. Throws `not-found` or `agent-not-found`. */
  join(colleagueId: string, agentUuid: string, at: number): Promise<void> {
    return this.#deps.audit.transaction(async (transaction, write) => {
      const { colleague } = await this.#pair(transaction, colleagueId, agentUuid)
      const seen = new Map([[agentUuid, { agentUuid, facts: {}, at }]])
      await writeAgents(transaction, this.#deps, seen, { confirmed: new Map([[agentUuid, colleague]]) })
      await settleColleague(transaction, write, this.#deps, { colleagueId, agentUuid })
    })
  }

  /** Remembers that the new colleague is not this agent. Throws `not-found` or `agent-not-found`. */
  keepApart(colleagueId: string, agentUuid: string): Promise<void> {
    return this.#deps.audit.transaction(async (transaction, write) => {
      const { agent } = await this.#pair(transaction, colleagueId, agentUuid)
      await rememberSame(transaction, this.#deps, { colleagueId, personId: agent.id }, 0)
      await settleColleague(transaction, write, this.#deps, { colleagueId, agentUuid: null })
    })
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
    await lockPeople(transaction, this.#deps)
    const before = await this.#departments(transaction)
    const outcomes: RosterOutcome[] = []
    for (const { agentUuid, ...values } of rows) {
      const facts = factsOf(values, 'roster', at)
      if (agentUuid === undefined) {
        outcomes.push(await this.#writeColleague(transaction, values.workNumber ?? '', facts, at))
        continue
      }
      const isKnown =
        (await peopleIn(transaction, this.#deps).where('agent_uuid', '=', agentUuid).executeTakeFirst()) !==
        undefined
      const seen = new Map([[agentUuid, { agentUuid, facts, at }]])
      const changed = await writeAgents(transaction, this.#deps, seen)
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

  /** Handles a line without a UUID: updates the only agent or new colleague with its work number, or adds a new colleague. */
  async #writeColleague(
    transaction: StoreTransaction,
    workNumber: string,
    facts: Facts,
    at: number,
  ): Promise<RosterOutcome> {
    const rows = await peopleIn(transaction, this.#deps)
      .where('work_key', '=', plain(workNumber))
      .limit(2)
      .execute()
    if (rows.length > 1) return 'ambiguous'
    const before = rows[0] ?? null
    const base = before ?? newPerson(this.#deps, null, at)
    const old = factsFrom(base.facts)
    const after = rowWith(base, mergeFacts(old, facts))
    if (before !== null && isSameFacts(old, factsFrom(after.facts))) return 'same'
    await savePeople(transaction, [after])
    return before === null ? 'colleague' : 'changed'
  }
}
