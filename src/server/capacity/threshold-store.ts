import type { Selectable } from 'kysely'
import { mostThresholds, type NewThreshold } from '#contract/capacity.ts'
import { ProblemError } from '../platform/http/problems.ts'
import type { Database } from '../platform/database/database.ts'
import type { Tables } from '../platform/database/schema.ts'

export type ThresholdRow = Omit<Selectable<Tables['threshold']>, 'account'>

export function createThresholdStore({ db, withLock }: Pick<Database, 'db' | 'withLock'>, account: string) {
  /** Throws `changed-meanwhile` when the prefix has one, `bad-request` at the limit. */
  const add = (threshold: Omit<Tables['threshold'], 'account'>): Promise<void> =>
    withLock(`thresholds ${account}`, async (transaction) => {
      const { numInsertedOrUpdatedRows } = await transaction
        .insertInto('threshold')
        .values({ account, ...threshold })
        .onConflict((conflict) => conflict.doNothing())
        .executeTakeFirstOrThrow()
      if (numInsertedOrUpdatedRows !== 1n) throw new ProblemError('changed-meanwhile')
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
     * Sets, changes or removes a threshold; a changed one is no longer acknowledged. Throws `changed-meanwhile`, or
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
      // Never a version that was there before, not even of a threshold taken away since.
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
      if (changed !== 1n) throw new ProblemError('changed-meanwhile')
    },

    /** Somebody takes care of it. Throws `not-found`. */
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

    /** They are kept again: the next time is another matter. */
    async forget(prefixes: readonly string[]): Promise<void> {
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
