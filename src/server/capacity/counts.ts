import { sql } from 'kysely'
import { allNumbers, poolOfScope, scopeOfPool } from '#contract/capacity.ts'
import type { NumberSet } from '#contract/number-set.ts'
import { totalOf, type StateCounts } from '#contract/number-states.ts'
import { ProblemError } from '../platform/problems.ts'
import type { Database } from '../platform/database/database.ts'
import {
  countedDigits,
  countsByPrefix,
  countStates,
  everyNumber,
  stateCountsOf,
  type StateCount,
} from '../numbers/counts.ts'
import { conditionsOf } from '../numbers/number-set.ts'
import { shownState } from '../numbers/reserved.ts'
import { lastWholeScan } from '../numbers/scan.ts'
import type { PoolStore } from '../pools/store.ts'

/** Counts of one scope's numbers. */
export interface ScopeCounts extends StateCounts {
  scope: string
  /** The pool's name; null for a prefix. */
  pool: string | null
}

/** Upper limit of numbers to count in one request where no counters exist. */
const maxCounted = 50_000
/** Digits of the longest number, minus one: the last digit is not part of a prefix. */
const maxDigits = 14

/** Counts of the inventory by prefix and by pool. */
export class NumberCounts {
  readonly #db: Database['db']
  readonly #source: { account: string; now: Database['now'] }
  readonly pools: PoolStore['all']

  constructor({ db, now }: Pick<Database, 'db' | 'now'>, account: string, pools: PoolStore['all']) {
    this.#db = db
    this.#source = { account, now }
    this.pools = pools
  }

  /** All numbers together. */
  whole(): Promise<ScopeCounts> {
    return this.#count({ scope: allNumbers, pool: null }, everyNumber)
  }

  /** Counts by the first `length` digits, of the prefixes with numbers that the service still knows. `null` when counting would cost too much. */
  async byLength(length: number): Promise<ScopeCounts[] | null> {
    const rows = await this.#byPrefix(length)
    if (rows === null) return null
    return [...Map.groupBy(rows, ({ prefix }) => prefix)]
      .filter(([, some]) => some.some(({ state }) => state !== 'gone'))
      .map(([scope, some]) => ({ scope, pool: null, ...stateCountsOf(some) }))
  }

  /** Counts of these scopes, with zeros for a scope without numbers. Missing pools are left out. */
  async countScopes(scopes: readonly string[]): Promise<ScopeCounts[]> {
    const pools = new Map((await this.pools()).map((pool) => [scopeOfPool(pool.id), pool]))
    return Promise.all(
      scopes.flatMap((scope) => {
        const pool = pools.get(scope)
        if (pool !== undefined) return this.#count({ scope, pool: pool.name }, pool)
        if (poolOfScope(scope) !== null) return []
        return this.#count({ scope, pool: null }, { ranges: [], prefixes: [scope] })
      }),
    )
  }

  /** Like `countScopes`, for one scope. Throws `not-found` for a missing pool. */
  async countScope(scope: string): Promise<ScopeCounts> {
    const [counts] = await this.countScopes([scope])
    if (counts === undefined) throw new ProblemError('not-found')
    return counts
  }

  /** How many numbers of these scopes are not bound, or were just created, while it is not known whether the idle list has them. */
  async unlisted(counts: readonly ScopeCounts[]): Promise<ReadonlyMap<string, number>> {
    const pools = new Map((await this.pools()).map((pool) => [scopeOfPool(pool.id), pool]))
    const found = new Map<string, number>()
    for (const { scope, unknown } of counts) {
      if (unknown === 0) continue
      const within = conditionsOf(pools.get(scope) ?? { ranges: [], prefixes: [scope] })
      const { rows } = await sql<{ count: number }>`
        SELECT count(*) AS count FROM inventory WHERE account = ${this.#source.account}
          AND state = 'unknown' AND (bind_status = 0 OR source = 'created') AND (${sql.join(within, sql` OR `)})`.execute(
        this.#db,
      )
      found.set(scope, rows[0]?.count ?? 0)
    }
    return found
  }

  /** When the last full crawl of all idle extensions began, in epoch ms; `null` before the first. */
  crawledAt(): Promise<number | null> {
    return lastWholeScan(this.#db, this.#source.account)
  }

  async #count(scope: Pick<ScopeCounts, 'scope' | 'pool'>, numbers: NumberSet): Promise<ScopeCounts> {
    return { ...scope, ...stateCountsOf(await countStates(this.#db, this.#source, numbers)) }
  }

  async #byPrefix(length: number): Promise<(StateCount & { prefix: string })[] | null> {
    if (length <= countedDigits) return countsByPrefix(this.#db, this.#source, length)
    if (length > maxDigits || totalOf(await this.whole()) > maxCounted) return null
    const { account } = this.#source
    const { rows } = await sql<StateCount & { prefix: string }>`
      SELECT substr(ext, 1, ${sql.lit(length)}) AS prefix, ${shownState(account)} AS state, count(*) AS count FROM inventory
      WHERE account = ${account} AND length(ext) >= ${sql.lit(length)} GROUP BY 1, 2 ORDER BY 1`.execute(
      this.#db,
    )
    return rows
  }
}
