import { sql, type RawBuilder } from 'kysely'
import { holds, joined, type NumberSet } from '#contract/number-set.ts'
import type { SignedIn } from '../platform/http/caller.ts'
import { chunks, type Database } from '../platform/database/database.ts'
import { ProblemError } from '../platform/problems.ts'
import { keyOf } from '../platform/database/names.ts'
import { conditionsOf } from './number-set.ts'
import { isOpen } from './reserved.ts'

/** What a limited user sees: the numbers of the limit's pools, and the people of its departments. */
export interface Scope {
  userId: string
  numbers: NumberSet
  departments: readonly string[]
  /** The IDs of the pools. */
  pools: readonly string[]
}

/** SQL: true for a number of the scope's pools. */
export const isInPools = ({ numbers }: Scope, column: RawBuilder<unknown> = sql.ref('ext')) =>
  sql<boolean>`(${sql.join(conditionsOf(numbers, {}, column), sql` OR `)})`

/**
 * SQL: true for a row of `agent` of the scope's departments. A new colleague without a department belongs to the user who reserved for
 * them.
 */
export const isOfDepartments = (account: string, { userId, departments }: Scope): RawBuilder<boolean> =>
  // PostgreSQL knows no empty list.
  sql<boolean>`(department_key IN (${sql.join([...departments.map(keyOf), ''])}) OR (department_key IS NULL AND agent_uuid IS NULL AND id IN (
    SELECT joiner_id FROM reservation WHERE account = ${account} AND user_id = ${userId} AND joiner_id IS NOT NULL)))`

/** SQL: the UUIDs of the scope's people, and the IDs of its joiners. */
export const peopleOfScope = (account: string, scope: Scope): RawBuilder<string> =>
  sql<string>`SELECT coalesce(agent_uuid, id) FROM person WHERE account = ${account} AND ${isOfDepartments(account, scope)}`

/** The fields of the service's records that name a person by ID. */
const idFields = ['agentUuid', 'currentUsingAgentUuid', 'creatorId', 'updateUserId'] as const
type RecordPeople = Partial<Record<(typeof idFields)[number] | 'agentName', string | null>>

interface LimitsDeps {
  database: Pick<Database, 'db' | 'now'>
  account: string
  pools: () => Promise<readonly (NumberSet & { id: string })[]>
}

/** What callers who are limited to departments and pools may see. */
export class Limits {
  readonly #deps: LimitsDeps

  constructor(deps: LimitsDeps) {
    this.#deps = deps
  }

  /** Returns the caller's scope; undefined for a caller who sees everything. */
  async of({ limit, user }: Pick<SignedIn, 'limit' | 'user'>): Promise<Scope | undefined> {
    if (limit === undefined) return undefined
    const pools = (await this.#deps.pools()).filter(({ id }) => limit.pools.includes(id))
    return {
      userId: user.id,
      numbers: joined(pools),
      departments: limit.departments,
      pools: pools.map(({ id }) => id),
    }
  }

  /** Returns those of the numbers that the scope shows: of its pools, and bound to or reserved for its people. */
  async numbersIn(scope: Scope, numbers: readonly string[]): Promise<ReadonlySet<string>> {
    const { database, account } = this.#deps
    const found = new Set(numbers.filter((number) => holds(scope.numbers, number)))
    const people = peopleOfScope(account, scope)
    for (const some of chunks(numbers.filter((number) => !found.has(number)))) {
      const { rows } = await sql<{ ext: string }>`
        SELECT ext FROM inventory WHERE account = ${account} AND ext IN (${sql.join(some)}) AND agent_uuid IN (${people})
        UNION SELECT ext FROM reservation WHERE account = ${account} AND ext IN (${sql.join(some)})
          AND ${isOpen(database.now)} AND coalesce(agent_uuid, joiner_id) IN (${people})`.execute(database.db)
      for (const { ext } of rows) found.add(ext)
    }
    return found
  }

  /** Returns those of the agents, by UUID, or by ID for joiners, who are the scope's people. */
  async peopleIn(scope: Scope, ids: readonly string[]): Promise<ReadonlySet<string>> {
    const { database, account } = this.#deps
    const found = new Set<string>()
    for (const some of chunks([...new Set(ids)])) {
      const { rows } = await sql<{ id: string }>`
        SELECT coalesce(agent_uuid, id) AS id FROM person WHERE account = ${account}
          AND (agent_uuid IN (${sql.join(some)}) OR (agent_uuid IS NULL AND id IN (${sql.join(some)})))
          AND ${isOfDepartments(account, scope)}`.execute(database.db)
      for (const { id } of rows) found.add(id)
    }
    return found
  }

  /**
   * Returns a function that is true for a person whom the scope leaves out: an agent among `ids`, or a name without a UUID. Always false
   * without a scope.
   */
  async outsiders(
    scope: Scope | undefined,
    ids: readonly (string | null)[],
  ): Promise<(id: string | null, name?: string | null) => boolean> {
    if (scope === undefined) return () => false
    const shown = await this.peopleIn(
      scope,
      ids.filter((id) => id !== null),
    )
    return (id, name = null) => (id === null ? name !== null : !shown.has(id))
  }

  /** Returns a function that returns one of the records without the people whom the caller's limit leaves out. */
  async shownRecord<Row extends RecordPeople>(
    caller: SignedIn,
    rows: readonly Row[],
  ): Promise<(row: Row) => Row & { outside?: true }> {
    const ids = rows.flatMap((row) => idFields.map((field) => row[field] ?? null))
    const isOutside = await this.outsiders(await this.of(caller), ids)
    return (row) => {
      const left = idFields.filter((field) => isOutside(row[field] ?? null))
      const isAgent = left.includes('agentUuid') || (row.agentUuid === null && isOutside(null, row.agentName))
      const nothing = Object.fromEntries(left.map((field) => [field, null]))
      return { ...row, ...nothing, ...(isAgent ? { agentName: null, outside: true as const } : {}) }
    }
  }

  /** Throws `limited` unless the caller may see all these numbers. */
  async requireNumbers(caller: SignedIn, numbers: readonly string[]): Promise<void> {
    const scope = await this.of(caller)
    if (scope === undefined) return
    const shown = await this.numbersIn(scope, numbers)
    if (numbers.some((number) => !shown.has(number))) throw new ProblemError('limited')
  }

  /** Throws `limited` unless the caller may see all these people, given by UUID, or by ID for joiners. */
  async requirePeople(caller: SignedIn, ids: readonly string[]): Promise<void> {
    const scope = await this.of(caller)
    if (scope === undefined) return
    const shown = await this.peopleIn(scope, ids)
    if (ids.some((id) => !shown.has(id))) throw new ProblemError('limited')
  }
}
