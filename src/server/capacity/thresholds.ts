import type { Selectable } from 'kysely'
import { maxThresholds, type NewThreshold } from '#contract/capacity.ts'
import { fieldRefused, ProblemError } from '../platform/problems.ts'
import { countOf, type Database, type StoreTransaction } from '../platform/database/database.ts'
import type { Tables } from '../platform/database/schema.ts'

const notSnoozed = { snoozed_by: null, snoozed_until: null }

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
   * Sets, changes or removes a threshold, and returns its levels before. A change ends the snooze. Throws
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
   * Sets or removes a pool's minimum of free numbers and keeps the days. An unchanged threshold stays snoozed. Throws
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

  /** Mutes the scope's alert. Throws `not-found` when the scope has no threshold. */
  async snooze(scope: string, by: string, until: number): Promise<void> {
    const { numUpdatedRows } = await this.#db
      .updateTable('threshold')
      .set({ snoozed_by: by, snoozed_until: until })
      .where('account', '=', this.#account)
      .where('scope', '=', scope)
      .executeTakeFirst()
    if (numUpdatedRows === 0n) throw new ProblemError('not-found')
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
      ...notSnoozed,
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
