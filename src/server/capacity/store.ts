import { sql, type Transaction } from 'kysely'
import { allNumbers, poolOfScope, scopeOfPool } from '#contract/capacity.ts'
import type { NumberSet } from '#contract/number-set.ts'
import { countedStates, totalOf, type StateCounts } from '#contract/number-states.ts'
import { ProblemError } from '../platform/problems.ts'
import { chunks, type Database } from '../platform/database/database.ts'
import { countStates, countStatesInParts } from '../numbers/number-set.ts'
import {
  countedDigits,
  countsByPrefix,
  shownState,
  stateCountsOf,
  type StateCount,
} from '../numbers/reserved.ts'
import type { Scope } from '../numbers/limits.ts'
import { lastWholeScan, readFirstScan } from '../numbers/scan.ts'
import type { PoolReads } from '../pools/store.ts'
import type { Tables } from '../platform/database/schema.ts'
import { expired } from './retention.ts'

/** Counts of one scope's numbers. */
export interface ScopeCounts extends StateCounts {
  scope: string
}
export type ScopeCountsAt = ScopeCounts & { at: number }

/** Upper limit of numbers to count in one request where no counters exist. */
const maxCounted = 50_000
/** Digits of the longest number, minus one: the last digit is not part of a prefix. */
const maxDigits = 14

const countsOf = (scope: string, rows: readonly { state: string; count: number }[]): ScopeCounts => ({
  scope,
  ...stateCountsOf(rows),
})

/** Counts by scope, of the scopes with numbers that the service still knows. */
const countsFrom = (rows: readonly StateCount[]): ScopeCounts[] =>
  [...Map.groupBy(rows, ({ scope }) => scope)]
    .filter(([, some]) => some.some(({ state }) => state !== 'gone'))
    .map(([scope, some]) => countsOf(scope, some))

/** Counts of the inventory by prefix and by pool. */
export function createNumberCounts(
  { db, now }: Pick<Database, 'db' | 'now'>,
  account: string,
  pools: PoolReads['all'],
) {
  const counted = async (length: number, beginning?: string): Promise<ScopeCounts[]> =>
    countsFrom(await countsByPrefix(db, { account, now }, length, beginning))
  const whole = async (): Promise<ScopeCounts> => (await counted(0))[0] ?? countsOf(allNumbers, [])
  const countSet = async (scope: string, numbers: NumberSet): Promise<ScopeCounts> =>
    countsOf(scope, await countStates(db, { account, now }, numbers))
  const countPrefix = async (prefix: string): Promise<ScopeCounts> =>
    prefix.length > countedDigits
      ? countSet(prefix, { ranges: [], prefixes: [prefix] })
      : ((await counted(prefix.length, prefix))[0] ?? countsOf(prefix, []))
  const state = shownState(account, now)

  /** Counts of these scopes, with zeros for a scope without numbers. Missing pools are left out. */
  async function countScopes(scopes: readonly string[]): Promise<ScopeCounts[]> {
    const sets = new Map((await pools()).map(({ id, numbers }) => [scopeOfPool(id), numbers]))
    const known = scopes.filter((scope) => poolOfScope(scope) === null || sets.has(scope))
    return Promise.all(
      known.map((scope) => {
        const numbers = sets.get(scope)
        return numbers === undefined ? countPrefix(scope) : countSet(scope, numbers)
      }),
    )
  }

  return {
    /** All numbers together; with a set, its numbers. */
    whole: async (numbers?: NumberSet): Promise<ScopeCounts> =>
      numbers === undefined
        ? whole()
        : countsOf(allNumbers, await countStatesInParts(db, { account, now }, numbers)),

    /** Counts by the first `length` digits. `null` when counting would cost too much. */
    async byLength(length: number): Promise<ScopeCounts[] | null> {
      if (length <= countedDigits) return counted(length)
      if (length > maxDigits || totalOf(await whole()) > maxCounted) return null
      const { rows } = await sql<StateCount>`
        SELECT substr(ext, 1, ${sql.lit(length)}) AS scope, ${state} AS state, count(*) AS count FROM inventory
        WHERE account = ${account} AND length(ext) >= ${sql.lit(length)} GROUP BY 1, 2 ORDER BY 1`.execute(db)
      return countsFrom(rows)
    },

    countScopes,

    /** Like `countScopes`, for one scope. Throws `not-found` for a missing pool. */
    countScope: async (scope: string): Promise<ScopeCounts> => {
      const [counts] = await countScopes([scope])
      if (counts === undefined) throw new ProblemError('not-found')
      return counts
    },

    pools,

    /** Counts of every pool, sorted by name. */
    countPools: async (): Promise<ScopeCounts[]> =>
      countScopes((await pools()).map(({ id }) => scopeOfPool(id))),

    /** When the last full crawl of all idle extensions began, in epoch ms; `null` before the first. */
    crawledAt: (): Promise<number | null> => lastWholeScan(db, account),
    firstScan: (scope?: Scope) => readFirstScan(db, account, 'idle', scope),
    boundScan: (scope?: Scope) => readFirstScan(db, account, 'gaps', scope),
  }
}
export type NumberCounts = ReturnType<typeof createNumberCounts>

/**
 * Snapshots of the counts by scope. Retention limits how many there are; `maxPrefixes` and `maxPools` limit the size of each.
 */
export function createSnapshotStore({ db }: Pick<Database, 'db'>, account: string) {
  /** The times of all snapshots, oldest first. */
  async function times(): Promise<number[]> {
    const rows = await db
      .selectFrom('snapshot')
      .select('at')
      .where('account', '=', account)
      .orderBy('at')
      .execute()
    return rows.map(({ at }) => at)
  }

  return {
    times,

    /** Stores the counts for this time. Returns false when a snapshot of this time exists. */
    take: (at: number, counts: readonly ScopeCounts[]): Promise<boolean> =>
      db.transaction().execute(async (transaction) => {
        const { numInsertedOrUpdatedRows } = await transaction
          .insertInto('snapshot')
          .values({ account, at })
          .onConflict((conflict) => conflict.doNothing())
          .executeTakeFirstOrThrow()
        if (numInsertedOrUpdatedRows !== 1n) return false
        const rows = counts.map((each) => ({ ...each, account, at }))
        for (const some of chunks(rows)) await transaction.insertInto('snapshot_count').values(some).execute()
        return true
      }),

    /** Removes a scope's counts from all snapshots, because the scope now has different numbers. */
    removeScope: async (transaction: Transaction<Tables>, scope: string): Promise<void> => {
      await transaction
        .deleteFrom('snapshot_count')
        .where('account', '=', account)
        .where('scope', '=', scope)
        .execute()
    },

    /** Removes expired snapshots. */
    async removeExpired(now: number): Promise<void> {
      for (const some of chunks(expired(await times(), now)))
        await db.transaction().execute(async (transaction) => {
          for (const table of ['snapshot_count', 'snapshot'] as const)
            await transaction
              .deleteFrom(table)
              .where('account', '=', account)
              .where('at', 'in', some)
              .execute()
        })
    },

    /** Counts of these scopes at these times, oldest first. */
    async counts(scopes: readonly string[], at: readonly number[]): Promise<ScopeCountsAt[]> {
      if (scopes.length === 0 || at.length === 0) return []
      return db
        .selectFrom('snapshot_count')
        .select(['at', 'scope', ...countedStates])
        .where('account', '=', account)
        .where('scope', 'in', scopes)
        .where('at', 'in', at)
        .orderBy('at')
        .execute()
    },
  }
}
export type SnapshotStore = ReturnType<typeof createSnapshotStore>
