import type { Selectable } from 'kysely'
import { maxThresholds, type NewThreshold } from '#contract/capacity.ts'
import { fieldRefused, ProblemError } from '../platform/problems.ts'
import type { Database, StoreTransaction } from '../platform/database/database.ts'
import { Resource } from '../platform/database/resource.ts'
import type { Tables } from '../platform/database/schema.ts'

const notSnoozed = { snoozed_by: null, snoozed_until: null }

export type Levels = Pick<NewThreshold, 'leastFree' | 'leastDays'>
export type ThresholdRow = Selectable<Tables['threshold']>

const thresholds = new Resource<ThresholdRow>('threshold', {
  most: {
    among: ['account'],
    count: maxThresholds,
    problem: () => fieldRefused('scope', `there are ${maxThresholds} thresholds already; remove one first`),
  },
})

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
   * `edit-conflict`, or `bad-request` at the limit.
   */
  async change(
    transaction: StoreTransaction,
    { version, ...threshold }: NewThreshold,
    by: string,
    at: number,
  ): Promise<Levels> {
    const before = await this.#levels(transaction, threshold.scope)
    await this.#set(transaction, threshold, { version, by, at })
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
    const before = await this.#levels(transaction, scope)
    if (before.leastFree !== leastFree)
      await this.#set(transaction, { scope, ...before, leastFree }, { by, at })
  }

  async remove(transaction: StoreTransaction, scope: string): Promise<void> {
    await thresholds.remove(transaction, this.#key(scope))
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

  #key(scope: string) {
    return { account: this.#account, scope }
  }

  async #levels(transaction: StoreTransaction, scope: string): Promise<Levels> {
    const row = await thresholds.find(transaction, this.#key(scope))
    return { leastFree: row?.least_free ?? null, leastDays: row?.least_days ?? null }
  }

  /** Sets the levels of a scope, or removes its threshold when there are none. */
  async #set(
    transaction: StoreTransaction,
    { scope, leastFree, leastDays }: Levels & { scope: string },
    { by, at, version }: { by: string; at: number; version?: number },
  ): Promise<void> {
    const key = this.#key(scope)
    if (leastFree === null && leastDays === null) return thresholds.remove(transaction, key, { version })
    const levels = { least_free: leastFree, least_days: leastDays, changed_by: by, changed_at: at }
    await thresholds.put(transaction, key, { ...levels, ...notSnoozed }, { version, at })
  }
}
