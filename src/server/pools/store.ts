import { sql, type Selectable } from 'kysely'
import { scopeOfPool } from '#contract/capacity.ts'
import { isEmptySet, numberSetText, sharedNumbers, type NumberSet } from '#contract/number-set.ts'
import { inOtherPool, maxPools, type Pool } from '#contract/pools.ts'
import { ProblemError } from '../platform/problems.ts'
import { assignPool, numbersLock, readNumberSet } from '../numbers/numbers.ts'
import { lockIn, type Database, type StoreTransaction } from '../platform/database/database.ts'
import { Resource } from '../platform/database/resource.ts'
import type { Tables } from '../platform/database/schema.ts'

/** What users enter of a pool. `leastFree` is stored as its threshold. */
export type PoolFields = Pick<Pool, 'name' | 'ranges' | 'prefixes' | 'owner' | 'ownerId' | 'purpose'>

const pools = new Resource<Selectable<Tables['pool']>>('pool', {
  unique: { among: ['account'], problem: 'pool-exists' },
  most: { among: ['account'], count: maxPools, problem: () => new ProblemError('too-many-pools') },
})

/** The named pools of one service. The owner is named as it was when it was set. */
export class PoolStore {
  readonly #db: Database['db']
  readonly #engine: Database['engine']
  readonly #account: string

  constructor({ db, engine }: Pick<Database, 'db' | 'engine'>, account: string) {
    this.#db = db
    this.#engine = engine
    this.#account = account
  }

  /** All pools, sorted by name. */
  all(): Promise<Pool[]> {
    return this.#all(this.#db)
  }

  /** Names of all pools by ID. */
  async names(): Promise<ReadonlyMap<string, string>> {
    return new Map((await this.all()).map(({ id, name }) => [id, name]))
  }

  /**
   * Adds or replaces a pool. Throws `edit-conflict`, `pool-exists`, `too-many-pools` at the limit, and `bad-request` when another pool has
   * some of the numbers. Needs the audit's lock, because a pool's numbers depend on all other pools.
   */
  async save(
    transaction: StoreTransaction,
    pool: PoolFields & { id: string },
    { version, by, at, path = '' }: { version: number; by: string; at: number; path?: string },
  ): Promise<void> {
    const { id } = pool
    await pools.put(transaction, this.#key(id), columnsOf(pool, by, at), { version, at })
    const others = (await this.#all(transaction)).filter((each) => each.id !== id)
    assertNumbersFree(others, pool, path)
    await this.#assign(transaction, pool)
  }

  async remove(transaction: StoreTransaction, id: string): Promise<void> {
    await pools.remove(transaction, this.#key(id))
    await this.#assign(transaction, { id, ranges: [], prefixes: [] })
  }

  #key(id: string) {
    return { account: this.#account, id }
  }

  /** Writes which numbers are in the pool, while no number is written. */
  async #assign(transaction: StoreTransaction, pool: NumberSet & { id: string }): Promise<void> {
    await lockIn(transaction, this.#engine, numbersLock)
    await assignPool(transaction, this.#account, pool)
  }

  async #all(db: Database['db']): Promise<Pool[]> {
    const rows = await db
      .selectFrom('pool')
      .leftJoin('threshold', (join) =>
        join
          .onRef('threshold.account', '=', 'pool.account')
          .on('threshold.scope', '=', sql<string>`${sql.lit(scopeOfPool(''))} || pool.id`),
      )
      .selectAll('pool')
      .select('threshold.least_free')
      .where('pool.account', '=', this.#account)
      .orderBy('name_key')
      .execute()
    return rows.map((row) => ({
      id: row.id,
      name: row.name,
      ...readNumberSet(row.numbers),
      owner: row.owner,
      ownerId: row.owner_id,
      purpose: row.purpose,
      leastFree: row.least_free,
      version: row.version,
      changedBy: row.changed_by,
      changedAt: row.changed_at,
    }))
  }
}

const columnsOf = (
  { name, ranges, prefixes, owner, ownerId, purpose }: PoolFields,
  by: string,
  at: number,
) => ({
  name,
  numbers: JSON.stringify({ ranges, prefixes }),
  owner,
  owner_id: ownerId,
  purpose,
  changed_by: by,
  changed_at: at,
})

/** Throws `bad-request`, with the fields, when other pools have some of the numbers. */
function assertNumbersFree(others: readonly Pool[], numbers: NumberSet, path: string): void {
  const errors = others.flatMap((pool) =>
    (['ranges', 'prefixes'] as const).flatMap((field) => {
      const shared = sharedNumbers({ ranges: [], prefixes: [], [field]: numbers[field] }, pool)
      if (isEmptySet(shared)) return []
      const values = [pool.name, numberSetText(shared)]
      const message = `the pool ${pool.name} has ${numberSetText(shared)}`
      return [{ path: `${path}${field}`, message, rule: inOtherPool, values }]
    }),
  )
  if (errors.length > 0) throw new ProblemError('bad-request', { errors })
}
