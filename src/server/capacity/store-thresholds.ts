import type { Selectable, Transaction } from 'kysely'
import { maxThresholds, type NewThreshold } from '#contract/capacity.ts'
import { ProblemError } from '../platform/problems.ts'
import type { Database } from '../platform/database/database.ts'
import type { Tables } from '../platform/database/schema.ts'

const unacknowledged = {
  acknowledged_by: null,
  acknowledged_at: null,
  acknowledged_until: null,
  acknowledged_free: null,
}

export type Levels = Pick<NewThreshold, 'leastFree' | 'leastDays'>
export type ThresholdRow = Omit<Selectable<Tables['threshold']>, 'account'>

export function createThresholdStore({ db }: Pick<Database, 'db'>, account: string) {
  /** Throws `edit-conflict` when the scope has a threshold, `bad-request` at the limit. */
  async function insert(
    transaction: Transaction<Tables>,
    threshold: Omit<Tables['threshold'], 'account'>,
  ): Promise<void> {
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
    if (count > maxThresholds) {
      const message = `there are ${maxThresholds} thresholds already; remove one first`
      throw new ProblemError('bad-request', { errors: [{ path: 'scope', message }] })
    }
  }
  const one = (transaction: Transaction<Tables>, scope: string) =>
    transaction.deleteFrom('threshold').where('account', '=', account).where('scope', '=', scope)

  return {
    /** All thresholds, sorted by scope. */
    async all(): Promise<ThresholdRow[]> {
      const rows = await db
        .selectFrom('threshold')
        .selectAll()
        .where('account', '=', account)
        .orderBy('scope')
        .execute()
      return rows.map(({ account: _account, ...row }) => row)
    },

    /**
     * Sets, changes or removes a threshold, and returns its levels before. A change clears the acknowledgment. Throws
     * `edit-conflict`, or `bad-request` at the limit.
     */
    async change(
      transaction: Transaction<Tables>,
      { scope, leastFree, leastDays, version }: NewThreshold,
      by: string,
      at: number,
    ): Promise<Levels> {
      const levels = { least_free: leastFree, least_days: leastDays, changed_by: by, changed_at: at }
      // Versions never repeat, not even after a removed threshold.
      const next = { version: Math.max(at, version + 1) }
      const removes = leastFree === null && leastDays === null
      if (version === 0) {
        await insert(transaction, { scope, ...levels, ...unacknowledged, ...next })
        return { leastFree: null, leastDays: null }
      }
      const before = await transaction
        .selectFrom('threshold')
        .select(['least_free as leastFree', 'least_days as leastDays'])
        .where('account', '=', account)
        .where('scope', '=', scope)
        .where('version', '=', version)
        .executeTakeFirst()
      if (before === undefined) throw new ProblemError('edit-conflict')
      const changed = removes
        ? await one(transaction, scope)
            .where('version', '=', version)
            .executeTakeFirst()
            .then(({ numDeletedRows }) => numDeletedRows)
        : await transaction
            .updateTable('threshold')
            .set({ ...levels, ...unacknowledged, ...next })
            .where('account', '=', account)
            .where('scope', '=', scope)
            .where('version', '=', version)
            .executeTakeFirst()
            .then(({ numUpdatedRows }) => numUpdatedRows)
      if (changed !== 1n) throw new ProblemError('edit-conflict')
      return before
    },

    /**
     * Sets or removes a pool's minimum of free numbers and keeps the days. An unchanged threshold stays acknowledged. Throws
     * `bad-request` at the limit.
     */
    async setLeastFree(
      transaction: Transaction<Tables>,
      scope: string,
      { leastFree, by, at }: { leastFree: number | null; by: string; at: number },
    ): Promise<void> {
      const row = await transaction
        .selectFrom('threshold')
        .select(['least_free', 'least_days', 'version'])
        .where('account', '=', account)
        .where('scope', '=', scope)
        .executeTakeFirst()
      if ((row?.least_free ?? null) === leastFree) return
      await one(transaction, scope).execute()
      if (leastFree === null && (row?.least_days ?? null) === null) return
      await insert(transaction, {
        scope,
        least_free: leastFree,
        least_days: row?.least_days ?? null,
        changed_by: by,
        changed_at: at,
        ...unacknowledged,
        version: Math.max(at, (row?.version ?? 0) + 1),
      })
    },

    removeScope: async (transaction: Transaction<Tables>, scope: string): Promise<void> => {
      await one(transaction, scope).execute()
    },

    /** Marks the scope's alert as acknowledged. Throws `not-found` when the scope has no threshold. */
    async acknowledge(
      scope: string,
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
        .where('scope', '=', scope)
        .executeTakeFirst()
      if (numUpdatedRows === 0n) throw new ProblemError('not-found')
    },

    /** Removes acknowledgments, so the next alert of these scopes needs a new one. */
    async clearAcknowledgments(scopes: readonly string[]): Promise<void> {
      if (scopes.length === 0) return
      await db
        .updateTable('threshold')
        .set({ acknowledged_by: null, acknowledged_until: null })
        .where('account', '=', account)
        .where('scope', 'in', scopes)
        .execute()
    },
  }
}
export type ThresholdStore = ReturnType<typeof createThresholdStore>
