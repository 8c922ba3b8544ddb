import { sql, type Selectable } from 'kysely'
import {
  countedStates,
  mostThresholds,
  totalOf,
  type NewThreshold,
  type StateCounts,
} from '#contract/capacity.ts'
import { ProblemError } from '../platform/http/problems.ts'
import { chunks, type Database } from '../platform/database/database.ts'
import { countsByPrefix, shownState, type StateCount } from '../platform/database/reserved.ts'
import { countedDigits, type Tables } from '../platform/database/schema.ts'
import { expired } from './retention.ts'

/** Numbers with one prefix. */
export interface PrefixCounts extends StateCounts {
  prefix: string
}
export type PrefixCountsAt = PrefixCounts & { at: number }

/** Most numbers that are counted for one request where no counters are kept. */
const mostCounted = 50_000
/** Digits of the longest number, less one: the last digit is no prefix. */
const mostDigits = 14

const none = (prefix: string): PrefixCounts => ({ prefix, free: 0, reserved: 0, bound: 0, unknown: 0 })

/** By prefix, without numbers that the service no longer knows. */
function countsFrom(counts: readonly StateCount[]): PrefixCounts[] {
  const found = new Map<string, PrefixCounts>()
  for (const { prefix, state, count } of counts) {
    if (state === 'gone') continue
    const counts = found.get(prefix) ?? none(prefix)
    found.set(prefix, counts)
    counts[countedStates.find((each) => each === state) ?? 'unknown'] += count
  }
  return [...found.values()]
}

/** Counts of the inventory by prefix. */
export function createPoolStore({ db, now }: Pick<Database, 'db' | 'now'>, account: string) {
  const counted = async (length: number, beginning?: string): Promise<PrefixCounts[]> =>
    countsFrom(await countsByPrefix(db, { account, now }, length, beginning))
  const whole = async (): Promise<PrefixCounts> => (await counted(0))[0] ?? none('')
  const state = shownState(account, now)

  return {
    /** All numbers together. */
    whole,

    /** By the first `length` digits; null where that would be too much to count. */
    async byLength(length: number): Promise<PrefixCounts[] | null> {
      if (length <= countedDigits) return counted(length)
      if (length > mostDigits || totalOf(await whole()) > mostCounted) return null
      const { rows } = await sql<StateCount>`
        SELECT substr(ext, 1, ${sql.lit(length)}) AS prefix, ${state} AS state, count(*) AS count FROM inventory
        WHERE account = ${account} AND length(ext) >= ${sql.lit(length)} GROUP BY 1, 2 ORDER BY 1`.execute(db)
      return countsFrom(rows)
    },

    /** Of one prefix; zeros where there is none. */
    async ofPrefix(prefix: string): Promise<PrefixCounts> {
      if (prefix.length <= countedDigits) return (await counted(prefix.length, prefix))[0] ?? none(prefix)
      const { rows } = await sql<StateCount>`
        SELECT cast(${prefix} AS text) AS prefix, ${state} AS state, count(*) AS count FROM inventory
        WHERE account = ${account} AND ext >= ${prefix} AND ext < ${`${prefix}\u{10FFFF}`}
        GROUP BY 2`.execute(db)
      return countsFrom(rows)[0] ?? none(prefix)
    },

    /** When all idle extensions were last read from first to last page, epoch ms; null before that. */
    async crawledAt(): Promise<number | null> {
      const row = await db
        .selectFrom('inventory_crawl')
        .select('last_whole_at')
        .where('account', '=', account)
        .where('kind', '=', 'idle')
        .executeTakeFirst()
      return row?.last_whole_at ?? null
    },
  }
}
export type PoolStore = ReturnType<typeof createPoolStore>

/** Snapshots of what is free and bound. Retention keeps their number fixed; `mostPrefixes` bounds each. */
export function createSnapshotStore({ db }: Pick<Database, 'db'>, account: string) {
  /** When, oldest first. */
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

    /** Keeps the counts as those of that time; false when there are some of that time already. */
    take: (at: number, counts: readonly PrefixCounts[]): Promise<boolean> =>
      db.transaction().execute(async (transaction) => {
        const { numInsertedOrUpdatedRows } = await transaction
          .insertInto('snapshot')
          .values({ account, at })
          .onConflict((conflict) => conflict.doNothing())
          .executeTakeFirstOrThrow()
        if (numInsertedOrUpdatedRows !== 1n) return false
        const rows = counts.map(({ prefix, free, reserved, bound, unknown }) => ({
          account,
          at,
          prefix,
          free,
          reserved,
          bound,
          unknown,
        }))
        for (const some of chunks(rows)) await transaction.insertInto('snapshot_count').values(some).execute()
        return true
      }),

    /** Removes the snapshots that have expired. */
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

    /** PrefixCounts of some prefixes at some times, oldest first. */
    async counts(prefixes: readonly string[], at: readonly number[]): Promise<PrefixCountsAt[]> {
      if (prefixes.length === 0 || at.length === 0) return []
      return db
        .selectFrom('snapshot_count')
        .select(['at', 'prefix', ...countedStates])
        .where('account', '=', account)
        .where('prefix', 'in', prefixes)
        .where('at', 'in', at)
        .orderBy('at')
        .execute()
    },
  }
}
export type SnapshotStore = ReturnType<typeof createSnapshotStore>

export type ThresholdRow = Omit<Selectable<Tables['threshold']>, 'account'>

export function createThresholdStore({ db, withLock }: Pick<Database, 'db' | 'withLock'>, account: string) {
  /** Throws `edit-conflict` when the prefix has one, `bad-request` at the limit. */
  const add = (threshold: Omit<Tables['threshold'], 'account'>): Promise<void> =>
    withLock(`thresholds ${account}`, async (transaction) => {
      const { numInsertedOrUpdatedRows } = await transaction
        .insertInto('threshold')
        .values({ account, ...threshold })
        .onConflict((conflict) => conflict.doNothing())
        .executeTakeFirstOrThrow()
      if (numInsertedOrUpdatedRows !== 1n) throw new ProblemError('edit-conflict')
      const { count } = await transaction
        .selectFrom('threshold')
        .select((eb) => eb.fn.countAll<number>().as('count'))
        .where('account', '=', account)
        .executeTakeFirstOrThrow()
      if (count > mostThresholds) {
        const message = `there are ${mostThresholds} thresholds already; remove one first`
        throw new ProblemError('bad-request', { errors: [{ path: 'prefix', message }] })
      }
    })

  return {
    /** By their prefixes. */
    async all(): Promise<ThresholdRow[]> {
      const rows = await db
        .selectFrom('threshold')
        .selectAll()
        .where('account', '=', account)
        .orderBy('prefix')
        .execute()
      return rows.map(({ account: _account, ...row }) => row)
    },

    /**
     * Sets, changes or removes a threshold; a changed one is no longer acknowledged. Throws `edit-conflict`, or
     * `bad-request` at the limit.
     */
    async change(
      { prefix, leastFree, leastDays, version }: NewThreshold,
      by: string,
      at: number,
    ): Promise<void> {
      const levels = { least_free: leastFree, least_days: leastDays, changed_by: by, changed_at: at }
      const none = {
        acknowledged_by: null,
        acknowledged_at: null,
        acknowledged_until: null,
        acknowledged_free: null,
      }
      // Never an earlier version again, not even one of a removed threshold.
      const next = { version: Math.max(at, version + 1) }
      const removes = leastFree === null && leastDays === null
      if (version === 0) return add({ prefix, ...levels, ...none, ...next })
      const changed = removes
        ? await db
            .deleteFrom('threshold')
            .where('account', '=', account)
            .where('prefix', '=', prefix)
            .where('version', '=', version)
            .executeTakeFirst()
            .then(({ numDeletedRows }) => numDeletedRows)
        : await db
            .updateTable('threshold')
            .set({ ...levels, ...none, ...next })
            .where('account', '=', account)
            .where('prefix', '=', prefix)
            .where('version', '=', version)
            .executeTakeFirst()
            .then(({ numUpdatedRows }) => numUpdatedRows)
      if (changed !== 1n) throw new ProblemError('edit-conflict')
    },

    /** Marks an alert as being taken care of. Throws `not-found`. */
    async acknowledge(
      prefix: string,
      by: string,
      { at, until, free }: { at: number; until: number; free: number },
    ): Promise<void> {
      const { numUpdatedRows } = await db
        .updateTable('threshold')
        .set({
          acknowledged_by: by,
          acknowledged_at: at,
          acknowledged_until: until,
          acknowledged_free: free,
        })
        .where('account', '=', account)
        .where('prefix', '=', prefix)
        .executeTakeFirst()
      if (numUpdatedRows === 0n) throw new ProblemError('not-found')
    },

    /** Removes acknowledgments: the next alert of these prefixes needs its own. */
    async clearAcknowledgments(prefixes: readonly string[]): Promise<void> {
      if (prefixes.length === 0) return
      await db
        .updateTable('threshold')
        .set({ acknowledged_by: null, acknowledged_until: null })
        .where('account', '=', account)
        .where('prefix', 'in', prefixes)
        .execute()
    },
  }
}
export type ThresholdStore = ReturnType<typeof createThresholdStore>
