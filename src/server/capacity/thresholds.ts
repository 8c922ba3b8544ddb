import type { Selectable } from 'kysely'
import { maxThresholds, type NewThreshold } from '#contract/capacity.ts'
import { fieldRefused, ProblemError } from '../platform/problems.ts'
import { countOf, type Database, type StoreTransaction } from '../platform/database/database.ts'
import type { Tables } from '../platform/database/schema.ts'

const unacknowledged = {
  acknowledged_by: null,
  acknowledged_at: null,
  acknowledged_until: null,
  acknowledged_free: null,
}

export type Levels = Pick<NewThreshold, 'leastFree' | 'leastDays'>
export type ThresholdRow = Selectable<Tables['threshold']>

/** Levels at which people are alerted, by scope. */
export class ThresholdStore {
  readonly #db: Database['db']
  readonly #account: string

  constructor({ db }: Pick<Database, 'db'>, account: string) {
    this.#db = db
    this.#account = account
  }

  /** All thresholds, sorted by scope. */
  all(): Promise<ThresholdRow[]> {
    return this.#db
      .selectFrom('threshold')
      .selectAll()
      .where('account', '=', this.#account)
      .orderBy('scope')
      .execute()
  }

  /**
   * Sets, changes or removes a threshold, and returns its levels before. A change clears the acknowledgment. Throws
   * `edit-conflict`, or `bad-request` at the limit. One such transaction runs at a time (`Audit.transaction`).
   */
  async change(
    transaction: StoreTransaction,
    threshold: NewThreshold,
    by: string,
    at: number,
  ): Promise<Levels> {
    const { version, ...before } = await this.#one(transaction, threshold.scope)
    if (version !== threshold.version) throw new ProblemError('edit-conflict')
    await this.#set(transaction, threshold, by, at)
    return before
  }

  /**
   * Sets or removes a pool's minimum of free numbers and keeps the days. An unchanged threshold stays acknowledged. Throws
   * `bad-request` at the limit.
   */
  async setLeastFree(
    transaction: StoreTransaction,
    scope: string,
    { leastFree, by, at }: { leastFree: number | null; by: string; at: number },
  ): Promise<void> {
    const before = await this.#one(transaction, scope)
    if (before.leastFree !== leastFree) await this.#set(transaction, { scope, ...before, leastFree }, by, at)
  }

  async remove(transaction: StoreTransaction, scope: string): Promise<void> {
    await transaction
      .deleteFrom('threshold')
      .where('account', '=', this.#account)
      .where('scope', '=', scope)
      .execute()
  }

  /** Marks the scope's alert as acknowledged. Throws `not-found` when the scope has no threshold. */
  async acknowledge(
    scope: string,
    by: string,
    { at, until, free }: { at: number; until: number; free: number },
  ): Promise<void> {
    const { numUpdatedRows } = await this.#db
      .updateTable('threshold')
      .set({
        acknowledged_by: by,
        acknowledged_at: at,
        acknowledged_until: until,
        acknowledged_free: free,
      })
      .where('account', '=', this.#account)
      .where('scope', '=', scope)
      .executeTakeFirst()
    if (numUpdatedRows === 0n) throw new ProblemError('not-found')
  }

  /** Removes acknowledgments, so the next alert of these scopes needs a new one. */
  async clearAcknowledgments(scopes: readonly string[]): Promise<void> {
    if (scopes.length === 0) return
    await this.#db
      .updateTable('threshold')
      .set(unacknowledged)
      .where('account', '=', this.#account)
      .where('scope', 'in', scopes)
      .execute()
  }

  /** A scope's levels and version; those of no threshold for a scope without one. */
  async #one(transaction: StoreTransaction, scope: string): Promise<Levels & { version: number }> {
    const row = await transaction
      .selectFrom('threshold')
      .select(['least_free as leastFree', 'least_days as leastDays', 'version'])
      .where('account', '=', this.#account)
      .where('scope', '=', scope)
      .executeTakeFirst()
    return row ?? { leastFree: null, leastDays: null, version: 0 }
  }

  /** Sets the levels of a scope, or removes its threshold when there are none. Throws `bad-request` at the limit. */
  async #set(
    transaction: StoreTransaction,
    { scope, leastFree, leastDays, version }: NewThreshold,
    by: string,
    at: number,
  ): Promise<void> {
    if (leastFree === null && leastDays === null) return this.remove(transaction, scope)
    const levels = {
      least_free: leastFree,
      least_days: leastDays,
      changed_by: by,
      changed_at: at,
      // Versions never repeat, not even after a removed threshold.
      version: Math.max(at, version + 1),
      ...unacknowledged,
    }
    await transaction
      .insertInto('threshold')
      .values({ account: this.#account, scope, ...levels })
      .onConflict((conflict) => conflict.columns(['account', 'scope']).doUpdateSet(levels))
      .execute()
    const all = transaction.selectFrom('threshold').where('account', '=', this.#account)
    if ((await countOf(all)) > maxThresholds)
      throw fieldRefused('scope', `there are ${maxThresholds} thresholds already; remove one first`)
  }
}
