import { randomUUID } from 'node:crypto'
import { sql, type Kysely, type Selectable, type Transaction } from 'kysely'
import * as z from 'zod'
import {
  isEmptySet,
  joined,
  numberAfter,
  numberSetText,
  setsOverlap,
  sharedNumbers,
  type NumberRange,
  type NumberSet,
} from '#contract/number-set.ts'
import type { StateCounts } from '#contract/number-states.ts'
import { inOtherPool, maxPools, type PoolNumber } from '#contract/pools.ts'
import { nameKey } from '#contract/text.ts'
import { ProblemError } from '../platform/problems.ts'
import { chunks, type Database } from '../platform/database/database.ts'
import type { Scope } from '../numbers/limits.ts'
import {
  conditionsOf,
  countStates,
  countStatesInParts,
  merged,
  partsAtOnce,
  partsOf,
} from '../numbers/number-set.ts'
import { countsByPrefix, eachState, isReserved, stateCountsOf } from '../numbers/reserved.ts'
import { readFirstScan } from '../numbers/scan.ts'
import type { Tables } from '../platform/database/schema.ts'

/** A pool as stored. Times are in epoch milliseconds. */
export interface PoolRow {
  id: string
  name: string
  numbers: NumberSet
  /** The name of the owner as it was written. */
  owner: string
  ownerId: string | null
  purpose: string
  version: number
  changedBy: string
  changedAt: number
}
export type PoolFields = Pick<PoolRow, 'name' | 'numbers' | 'owner' | 'ownerId' | 'purpose'>

/** Known numbers per read in the search for absent numbers. */
const knownAtOnce = 1_000

const numberSet = z.object({
  ranges: z.array(z.object({ from: z.string(), to: z.string() })),
  prefixes: z.array(z.string()),
})
const rowOf = (row: Selectable<Tables['pool']>): PoolRow => ({
  id: row.id,
  name: row.name,
  numbers: numberSet.parse(JSON.parse(row.numbers)),
  owner: row.owner,
  ownerId: row.owner_id,
  purpose: row.purpose,
  version: row.version,
  changedBy: row.changed_by,
  changedAt: row.changed_at,
})

const minus = (counts: StateCounts, part: StateCounts): StateCounts =>
  eachState((state) => counts[state] - part[state])

/** The named pools of one service. */
export function createPoolReads({ db }: Pick<Database, 'db'>, account: string) {
  const pools = () => db.selectFrom('pool').where('account', '=', account)
  return {
    /** All pools, sorted by name. */
    all: async (): Promise<PoolRow[]> =>
      (await pools().selectAll().orderBy('name_key').execute()).map((row) => rowOf(row)),

    byId: async (id: string): Promise<PoolRow | null> => {
      const row = await pools().where('id', '=', id).selectAll().executeTakeFirst()
      return row === undefined ? null : rowOf(row)
    },
  }
}
export type PoolReads = ReturnType<typeof createPoolReads>

export function createPoolWrites(account: string) {
  const columnsOf = ({ name, numbers, owner, ownerId, purpose }: PoolFields, by: string, at: number) => ({
    name,
    name_key: nameKey(name),
    numbers: JSON.stringify(numbers),
    owner,
    owner_id: ownerId,
    purpose,
    changed_by: by,
    changed_at: at,
  })
  /** Throws `pool-exists` when another pool has the name, ignoring case. */
  async function assertNameFree(transaction: Transaction<Tables>, name: string, except: string) {
    const other = await transaction
      .selectFrom('pool')
      .select('id')
      .where('account', '=', account)
      .where('name_key', '=', nameKey(name))
      .where('id', '!=', except)
      .executeTakeFirst()
    if (other !== undefined) throw new ProblemError('pool-exists')
  }

  /** Throws `bad-request`, with the fields, when other pools have some of the numbers. Needs the audit's lock. */
  async function assertNumbersFree(
    transaction: Transaction<Tables>,
    numbers: NumberSet,
    { except, path }: { except: string; path: string },
  ) {
    const rows = await transaction
      .selectFrom('pool')
      .selectAll()
      .where('account', '=', account)
      .where('id', '!=', except)
      .orderBy('name_key')
      .execute()
    const errors = rows.map(rowOf).flatMap(({ name, numbers: others }) =>
      (['ranges', 'prefixes'] as const).flatMap((field) => {
        const shared = sharedNumbers({ ranges: [], prefixes: [], [field]: numbers[field] }, others)
        if (isEmptySet(shared)) return []
        const values = [name, numberSetText(shared)]
        const message = `the pool ${name} has ${numberSetText(shared)}`
        return [{ path: `${path}${field}`, message, rule: inOtherPool, values }]
      }),
    )
    if (errors.length > 0) throw new ProblemError('bad-request', { errors })
  }

  return {
    /**
     * Returns the new ID. Throws `pool-exists`, `too-many-pools` at the limit, and `bad-request` when another pool has some of
     * the numbers. Needs the audit's lock, like `change`.
     */
    async add(transaction: Transaction<Tables>, pool: PoolFields, by: string, at: number): Promise<string> {
      const id = randomUUID()
      await assertNameFree(transaction, pool.name, id)
      await assertNumbersFree(transaction, pool.numbers, { except: id, path: '' })
      await transaction
        .insertInto('pool')
        .values({ id, account, ...columnsOf(pool, by, at), version: at })
        .execute()
      const { count } = await transaction
        .selectFrom('pool')
        .select((select) => select.fn.countAll<number>().as('count'))
        .where('account', '=', account)
        .executeTakeFirstOrThrow()
      if (count > maxPools) throw new ProblemError('too-many-pools')
      return id
    },

    /**
     * Throws `edit-conflict`, `pool-exists`, and `bad-request` when another pool has some of the new numbers. Numbers that stay
     * the same are not compared: pools of earlier versions may share numbers.
     */
    async change(
      transaction: Transaction<Tables>,
      { id, version, numbers }: Pick<PoolRow, 'id' | 'version' | 'numbers'>,
      pool: PoolFields,
      by: string,
      at: number,
    ): Promise<void> {
      await assertNameFree(transaction, pool.name, id)
      if (numberSetText(numbers) !== numberSetText(pool.numbers))
        await assertNumbersFree(transaction, pool.numbers, { except: id, path: 'pool.' })
      const { numUpdatedRows } = await transaction
        .updateTable('pool')
        .set({ ...columnsOf(pool, by, at), version: Math.max(at, version + 1) })
        .where('account', '=', account)
        .where('id', '=', id)
        .where('version', '=', version)
        .executeTakeFirst()
      if (numUpdatedRows !== 1n) throw new ProblemError('edit-conflict')
    },

    async remove(transaction: Transaction<Tables>, id: string): Promise<void> {
      await transaction.deleteFrom('pool').where('account', '=', account).where('id', '=', id).execute()
    },
  }
}

/** Queries of the inventory for a pool's numbers. `inJobs` returns the numbers within a set that open jobs hold. */
export function createPoolNumbers(
  { db, now }: Pick<Database, 'db' | 'now'>,
  account: string,
  inJobs: (numbers: NumberSet) => Promise<ReadonlySet<string>>,
) {
  const count = async (reading: Kysely<Tables>, numbers: NumberSet): Promise<StateCounts> =>
    stateCountsOf(await countStates(reading, { account, now }, numbers))

  /**
   * The range to search for absent numbers. For a prefix, its numbers are as long as the first known number with it; `null`
   * without one.
   */
  async function rangeOf(part: NumberSet): Promise<NumberRange | null> {
    const [range] = part.ranges
    if (range !== undefined) return range
    const [prefix = ''] = part.prefixes
    const [condition = sql<boolean>`1 = 0`] = conditionsOf(part)
    const first = await db
      .selectFrom('inventory')
      .select('ext')
      .where('account', '=', account)
      .where(condition)
      .orderBy('ext')
      .limit(1)
      .executeTakeFirst()
    if (first === undefined) return null
    const { length } = first.ext
    return { from: prefix.padEnd(length, '0'), to: prefix.padEnd(length, '9') }
  }

  /** Numbers of the range that the service does not have, as far as the console knows, except `taken` numbers. */
  async function absentIn(
    { from, to }: NumberRange,
    count: number,
    taken: ReadonlySet<string>,
  ): Promise<string[]> {
    const found: string[] = []
    const take = (ext: string) => {
      if (!taken.has(ext)) found.push(ext)
    }
    let next = from
    const takeBefore = (end: string) => {
      for (; found.length < count && next.length === to.length && next < end; next = numberAfter(next))
        take(next)
    }
    while (found.length < count && next.length === to.length && next <= to) {
      const [condition = sql<boolean>`1 = 0`] = conditionsOf({ ranges: [{ from: next, to }], prefixes: [] })
      const known = await db
        .selectFrom('inventory')
        .select(['ext', 'state'])
        .where('account', '=', account)
        .where(condition)
        .orderBy('ext')
        .limit(knownAtOnce)
        .execute()
      for (const { ext, state } of known) {
        takeBefore(ext)
        if (found.length >= count) return found
        if (state === 'gone') take(ext)
        next = numberAfter(ext)
      }
      if (known.length === knownAtOnce) continue
      takeBefore(to)
      if (found.length < count && next === to) take(to)
      return found
    }
    return found
  }

  return {
    firstScan: (scope?: Scope) => readFirstScan(db, account, 'idle', scope),

    /**
     * The counts of each pool, of the numbers in no pool, and of all numbers, at one moment; with a scope, all numbers are those of
     * its pools.
     */
    counts: (pools: readonly Pick<PoolRow, 'id' | 'numbers'>[], scope?: Scope) =>
      db
        .transaction()
        .setIsolationLevel('repeatable read')
        .execute(async (reading) => {
          const items: (StateCounts & { id: string })[] = []
          for (const { id, numbers } of pools) items.push({ id, ...(await count(reading, numbers)) })
          if (scope !== undefined) {
            const all = stateCountsOf(await countStatesInParts(reading, { account, now }, scope.numbers))
            return { items, none: stateCountsOf([]), all }
          }
          // Pools of earlier versions may share numbers, which count once.
          const sharing = pools.filter(({ id, numbers }) =>
            pools.some((other) => other.id !== id && setsOverlap(numbers, other.numbers)),
          )
          const all = stateCountsOf(await countsByPrefix(reading, { account, now }, 0))
          let none = items.filter(({ id }) => !sharing.some((pool) => pool.id === id)).reduce(minus, all)
          for (const some of chunks(partsOf(joined(sharing.map(({ numbers }) => numbers))), partsAtOnce))
            none = minus(none, await count(reading, merged(some)))
          return { items, none, all }
        }),

    /** Free numbers, without numbers in open jobs. */
    async free(numbers: NumberSet, count: number): Promise<PoolNumber[]> {
      const found: PoolNumber[] = []
      for (const part of partsOf(numbers)) {
        if (found.length >= count) break
        const taken = await inJobs(part)
        const [condition = sql<boolean>`1 = 0`] = conditionsOf(part)
        const rows = await db
          .selectFrom('inventory')
          .select(['ext', 'lang_code_txt', 'creation_time'])
          .where('account', '=', account)
          .where('state', '=', 'free')
          .where(sql<boolean>`NOT ${isReserved(account, now)}`)
          .where(condition)
          .orderBy('ext')
          .limit(count + taken.size)
          .execute()
        const free = rows.filter(({ ext }) => !taken.has(ext))
        found.push(
          ...free.map(({ ext, lang_code_txt, creation_time }) => ({
            ext,
            langCodeTxt: lang_code_txt,
            creationTime: creation_time,
          })),
        )
      }
      return found.slice(0, count)
    },

    /** Numbers that can be created, as far as the console knows, without numbers in open jobs. */
    async absent(numbers: NumberSet, count: number): Promise<PoolNumber[]> {
      const found: string[] = []
      for (const part of partsOf(numbers)) {
        if (found.length >= count) break
        const range = await rangeOf(part)
        if (range !== null) found.push(...(await absentIn(range, count - found.length, await inJobs(part))))
      }
      return found.map((ext) => ({ ext, langCodeTxt: null, creationTime: null }))
    },
  }
}
