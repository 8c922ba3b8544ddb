import { sql, type RawBuilder } from 'kysely'
import { holds, joinSets, type NumberSet } from '#contract/number-set.ts'
import type { UserLimit } from '#contract/users.ts'
import type { NumberedExtension } from '#upstream/records.ts'
import { chunks, type Database } from '../platform/database/database.ts'
import { keyOf } from '../platform/database/names.ts'
import type { SignedIn } from '../platform/http/caller.ts'
import { ProblemError } from '../platform/problems.ts'
import { shownBy } from './shown.ts'

type Caller = Pick<SignedIn, 'limit' | 'user'>

/** SQL: a list, which PostgreSQL does not know empty. */
const listOf = (values: readonly string[]): RawBuilder<unknown> => sql.join([...values, ''])

interface LimitsDeps {
  database: Pick<Database, 'db'>
  account: string
  pools: () => Promise<readonly (NumberSet & { id: string; name: string })[]>
}

/**
 * For whom and where callers may act who are limited to departments and pools: a bound number belongs to its holder, an unbound one to
 * its pool. Reading is open to everyone.
 */
export class Limits {
  readonly #deps: LimitsDeps

  constructor(deps: LimitsDeps) {
    this.#deps = deps
  }

  /** Those of the numbers that the caller may act on, as the console last saw them. */
  async numbersFor(caller: Caller, numbers: readonly string[]): Promise<ReadonlySet<string>> {
    if (caller.limit === undefined) return new Set(numbers)
    const holders = await this.#holders(numbers)
    const [unbound, people] = await Promise.all([
      this.freeNumbersFor(
        caller,
        numbers.filter((number) => !holders.has(number)),
      ),
      this.peopleFor(
        caller,
        [...holders.values()].filter((uuid) => uuid !== null),
      ),
    ])
    // A bound number without a known holder may belong to any department.
    return new Set(numbers.filter((number) => unbound.has(number) || people.has(holders.get(number) ?? '')))
  }

  /** Those of the numbers that the caller may act on while they are not bound. */
  async freeNumbersFor({ limit }: Caller, numbers: readonly string[]): Promise<ReadonlySet<string>> {
    if (limit === undefined) return new Set(numbers)
    const own = joinSets(await this.#poolsOf(limit))
    return new Set(numbers.filter((number) => holds(own, number)))
  }

  /**
   * Those of the people, by UUID, or by ID for new colleagues, for whom the caller may act. A new colleague without a department
   * belongs to the user who reserved for them.
   */
  async peopleFor(caller: Caller, ids: readonly string[]): Promise<ReadonlySet<string>> {
    const own = this.ownPeople(caller)
    if (own === undefined) return new Set(ids)
    const { database, account } = this.#deps
    const within = new Set<string>()
    for (const part of chunks([...new Set(ids)])) {
      const rows = await database.db
        .selectFrom('person')
        .select(['id', 'agent_uuid'])
        .where('account', '=', account)
        .where((where) =>
          where.or([
            where('agent_uuid', 'in', part),
            where.and([where('agent_uuid', 'is', null), where('id', 'in', part)]),
          ]),
        )
        .where(own)
        .execute()
      for (const { id, agent_uuid: uuid } of rows) within.add(uuid ?? id)
    }
    return within
  }

  /** SQL: true for a row of `person` for whom the caller may act; undefined without a limit. */
  ownPeople({ limit, user }: Caller): RawBuilder<boolean> | undefined {
    if (limit === undefined) return undefined
    return sql`(department_key IN (${listOf(limit.departments.map(keyOf))}) OR (department_key IS NULL AND agent_uuid IS NULL
      AND id IN (SELECT joiner_id FROM reservation WHERE account = ${this.#deps.account} AND user_id = ${user.id})))`
  }

  /** SQL: true for a row of `number` that the caller may act on; undefined without a limit. */
  ownNumbers(caller: Caller): RawBuilder<boolean> | undefined {
    const own = this.ownPeople(caller)
    if (own === undefined) return undefined
    return sql`CASE WHEN state = 'bound' THEN agent_uuid IN (${this.#idsOf(own)})
      ELSE pool_id IN (${listOf(caller.limit?.pools ?? [])}) END`
  }

  /** SQL: true for a row about a number or a person of the caller's limit, or about the caller; undefined without a limit. */
  ownRows(
    caller: Caller,
    columns: { people: readonly string[]; users: readonly string[] },
  ): RawBuilder<boolean> | undefined {
    const [people, numbers] = [this.ownPeople(caller), this.ownNumbers(caller)]
    if (people === undefined || numbers === undefined) return undefined
    const parts = [
      sql`ext IN (SELECT ext FROM number WHERE account = ${this.#deps.account} AND ${numbers})`,
      ...columns.people.map((column) => sql`${sql.ref(column)} IN (${this.#idsOf(people)})`),
      ...columns.users.map((column) => sql`${sql.ref(column)} = ${caller.user.id}`),
    ]
    return sql`(${sql.join(parts, sql` OR `)})`
  }

  /** SQL: the UUIDs of the people, and the IDs of those who have none. */
  #idsOf(people: RawBuilder<boolean>): RawBuilder<string> {
    return sql`SELECT coalesce(agent_uuid, id) FROM person WHERE account = ${this.#deps.account} AND ${people}`
  }

  /** Throws `limited` unless the caller may act on all these numbers. */
  async requireNumbers(caller: Caller, numbers: readonly string[]): Promise<void> {
    const within = await this.numbersFor(caller, numbers)
    if (numbers.some((number) => !within.has(number))) throw await this.refusal(caller)
  }

  /** Throws `limited` unless the caller may act for all these people. */
  async requirePeople(caller: Caller, ids: readonly string[]): Promise<void> {
    const within = await this.peopleFor(caller, ids)
    if (ids.some((id) => !within.has(id))) throw await this.refusal(caller)
  }

  /** True when the caller may give a new colleague this department, or none. */
  includesDepartment({ limit }: Caller, department: string | null): boolean {
    return (
      department === null || limit === undefined || limit.departments.map(keyOf).includes(keyOf(department))
    )
  }

  /** Throws `limited` unless the caller may give a new colleague this department, or none. */
  async requireDepartment(caller: Caller, department: string | null): Promise<void> {
    if (!this.includesDepartment(caller, department)) throw await this.refusal(caller)
  }

  /** Throws `limited` unless the caller may act on the number of a record that the service has just sent. */
  async requireRecord(caller: Caller, record: NumberedExtension): Promise<void> {
    if (caller.limit === undefined) return
    const shown = shownBy(record)
    const within =
      shown === 'free'
        ? await this.freeNumbersFor(caller, [record.ext])
        : shown === 'unclear'
          ? new Set()
          : await this.peopleFor(caller, [shown.holder.agentUuid ?? ''])
    if (within.size === 0) throw await this.refusal(caller)
  }

  /** The refusal, with the limit in names. */
  async refusal({ limit }: Caller): Promise<ProblemError> {
    if (limit === undefined) throw new TypeError('a caller without a limit is not refused')
    const pools = await this.#poolsOf(limit)
    return new ProblemError('limited', {
      limit: { departments: [...limit.departments], pools: pools.map(({ name }) => name) },
    })
  }

  async #poolsOf(limit: UserLimit) {
    return (await this.#deps.pools()).filter(({ id }) => limit.pools.includes(id))
  }

  /** The holders of those numbers that are bound; null for an unknown one. */
  async #holders(numbers: readonly string[]): Promise<ReadonlyMap<string, string | null>> {
    const { database, account } = this.#deps
    const holders = new Map<string, string | null>()
    for (const part of chunks([...new Set(numbers)])) {
      const rows = await database.db
        .selectFrom('number')
        .select(['ext', 'agent_uuid'])
        .where('account', '=', account)
        .where('ext', 'in', part)
        .where('state', '=', 'bound')
        .execute()
      for (const { ext, agent_uuid: uuid } of rows) holders.set(ext, uuid)
    }
    return holders
  }
}
