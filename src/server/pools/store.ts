import { randomUUID } from 'node:crypto'
import { sql, type Selectable, type Transaction } from 'kysely'
import * as z from 'zod'
import { numberAfter, type NumberRange, type NumberSet } from '#contract/number-set.ts'
import { seenStates } from '#contract/number-states.ts'
import { maxPools, type PoolNumber } from '#contract/pools.ts'
import { nameKey } from '#contract/text.ts'
import { ProblemError } from '../platform/problems.ts'
import type { Database } from '../platform/database/database.ts'
import { conditionsOf, countStates } from '../numbers/number-set.ts'
import { isReserved } from '../numbers/reserved.ts'
import { readFirstScan } from '../numbers/scan.ts'
import type { Tables } from '../platform/database/schema.ts'

/** A pool as stored. Times are in epoch milliseconds. */
export interface PoolRow {
  id: string
  name: string
  numbers: NumberSet
  owner: string
  purpose: string
  version: number
  changedBy: string
  changedAt: number
}
export type PoolFields = Pick<PoolRow, 'name' | 'numbers' | 'owner' | 'purpose'>

/** Upper limit of numbers for which a pool is read number by number. */
const fewRows = 20_000
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
  purpose: row.purpose,
  version: row.version,
  changedBy: row.changed_by,
  changedAt: row.changed_at,
})
/** Each range and prefix as a separate set, in the pool's order. */
const partsOf = ({ ranges, prefixes }: NumberSet): NumberSet[] => [
  ...ranges.map((range) => ({ ranges: [range], prefixes: [] })),
  ...prefixes.map((prefix) => ({ ranges: [], prefixes: [prefix] })),
]
/** States of numbers that exist in the service, as far as the console knows. */
const present = seenStates.filter((state) => state !== 'gone')

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
  const columnsOf = ({ name, numbers, owner, purpose }: PoolFields, by: string, at: number) => ({
    name,
    name_key: nameKey(name),
    numbers: JSON.stringify(numbers),
    owner,
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

  return {
    /** Returns the new ID. Throws `pool-exists`, or `too-many-pools` at the limit. */
    async add(transaction: Transaction<Tables>, pool: PoolFields, by: string, at: number): Promise<string> {
      const id = randomUUID()
      const { numInsertedOrUpdatedRows } = await transaction
        .insertInto('pool')
        .values({ id, account, ...columnsOf(pool, by, at), version: at })
        .onConflict((conflict) => conflict.doNothing())
        .executeTakeFirstOrThrow()
      if (numInsertedOrUpdatedRows !== 1n) throw new ProblemError('pool-exists')
      const { count } = await transaction
        .selectFrom('pool')
        .select((select) => select.fn.countAll<number>().as('count'))
        .where('account', '=', account)
        .executeTakeFirstOrThrow()
      if (count > maxPools) throw new ProblemError('too-many-pools')
      return id
    },

    /** Throws `edit-conflict` or `pool-exists`. */
    async change(
      transaction: Transaction<Tables>,
      { id, version }: Pick<PoolRow, 'id' | 'version'>,
      pool: PoolFields,
      by: string,
      at: number,
    ): Promise<void> {
      await assertNameFree(transaction, pool.name, id)
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
  /**
   * When any of the pool's numbers was last seen, in epoch milliseconds. `size` is how many numbers the pool has; `null` for
   * none.
   */
  async function lastSeen(numbers: NumberSet, size: number): Promise<number | null> {
    if (size === 0) return null
    const states = sql.join(present.map((state) => sql.lit(state)))
    const byNumber = conditionsOf(numbers).map(
      (condition) => sql`SELECT max(seen_at) AS at FROM inventory
        WHERE account = ${account} AND state IN (${states}) AND ${condition}`,
    )
    // In a large pool some number was seen recently, so reading by time finds it soon. `ext || ''` keeps both engines off the
    // index on the number.
    const conditions = sql.join(conditionsOf(numbers, {}, sql`(ext || '')`), sql` OR `)
    const byTime = present.map(
      (state) => sql`SELECT * FROM (SELECT seen_at AS at FROM inventory
        WHERE account = ${account} AND state = ${sql.lit(state)} AND (${conditions})
        ORDER BY seen_at DESC LIMIT 1) AS latest`,
    )
    const parts = sql.join(size <= fewRows ? byNumber : byTime, sql` UNION ALL `)
    const { rows } = await sql<{ at: number | null }>`SELECT max(at) AS at FROM (${parts}) AS parts`.execute(
      db,
    )
    return rows[0]?.at ?? null
  }

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
    count: (numbers: NumberSet) => countStates(db, { account, now }, numbers),
    firstScan: () => readFirstScan(db, account),
    lastSeen,

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
