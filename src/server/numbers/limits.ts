import { holds, joined, type NumberSet } from '#contract/number-set.ts'
import type { UserLimit } from '#contract/users.ts'
import type { NumberedExtension } from '#upstream/records.ts'
import { chunks, type Database } from '../platform/database/database.ts'
import { keyOf } from '../platform/database/names.ts'
import type { SignedIn } from '../platform/http/caller.ts'
import { ProblemError } from '../platform/problems.ts'
import { shownBy } from './shown.ts'

type Caller = Pick<SignedIn, 'limit' | 'user'>

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
    const own = joined(await this.#poolsOf(limit))
    return new Set(numbers.filter((number) => holds(own, number)))
  }

  /**
   * Those of the people, by UUID, or by ID for joiners, for whom the caller may act. A joiner without a department belongs to the user who
   * reserved for them.
   */
  async peopleFor({ limit, user }: Caller, ids: readonly string[]): Promise<ReadonlySet<string>> {
    if (limit === undefined) return new Set(ids)
    const { database, account } = this.#deps
    const found = new Set<string>()
    for (const some of chunks([...new Set(ids)])) {
      const rows = await database.db
        .selectFrom('person')
        .select(['id', 'agent_uuid'])
        .where('account', '=', account)
        .where((where) =>
          where.or([
            where('agent_uuid', 'in', some),
            where.and([where('agent_uuid', 'is', null), where('id', 'in', some)]),
          ]),
        )
        .where((where) =>
          where.or([
            // PostgreSQL knows no empty list.
            where('department_key', 'in', [...limit.departments.map(keyOf), '']),
            where.and([
              where('department_key', 'is', null),
              where('agent_uuid', 'is', null),
              where(
                'id',
                'in',
                where
                  .selectFrom('reservation')
                  .select('joiner_id')
                  .where('account', '=', account)
                  .where('user_id', '=', user.id)
                  .where('joiner_id', 'in', some),
              ),
            ]),
          ]),
        )
        .execute()
      for (const { id, agent_uuid: uuid } of rows) found.add(uuid ?? id)
    }
    return found
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
    for (const some of chunks([...new Set(numbers)])) {
      const rows = await database.db
        .selectFrom('number')
        .select(['ext', 'agent_uuid'])
        .where('account', '=', account)
        .where('ext', 'in', some)
        .where('state', '=', 'bound')
        .execute()
      for (const { ext, agent_uuid: uuid } of rows) holders.set(ext, uuid)
    }
    return holders
  }
}
