import { countedStates, type StateCounts } from '#contract/number-states.ts'
import type { ZoneTimes } from '#contract/zone-time.ts'
import { countsOf } from '../numbers/numbers.ts'
import { chunks, type Database, type StoreTransaction } from '../platform/database/database.ts'

const dayMs = 24 * 3_600_000
/** Every snapshot is kept for a week, then the last of each day for a year. */
const hourlyDays = 7
const dailyDays = 365

/** The last time of each day, by the dates of the console's time zone, ascending. The input may be in any order. */
export const lastOfDays = (times: readonly number[], dateOf: ZoneTimes['date']): number[] => [
  ...new Map(times.toSorted((a, b) => a - b).map((at) => [dateOf(at), at])).values(),
]

/** The snapshots to remove. */
export function expired(times: readonly number[], now: number, dateOf: ZoneTimes['date']): number[] {
  const daily = new Set(lastOfDays(times, dateOf))
  return times.filter((at) => {
    const age = now - at
    return age > dailyDays * dayMs || (age > hourlyDays * dayMs && !daily.has(at))
  })
}

/** Counts of one scope at one time. */
export interface Snapshot extends StateCounts {
  scope: string
  at: number
}

/**
 * Snapshots of the counts by scope. Retention limits how many there are; the choice of prefixes and `maxPools` limit the size of each.
 */
export class SnapshotStore {
  readonly #db: Database['db']
  readonly #account: string
  readonly #dateOf: ZoneTimes['date']

  constructor({ db }: Pick<Database, 'db'>, account: string, dateOf: ZoneTimes['date']) {
    this.#db = db
    this.#account = account
    this.#dateOf = dateOf
  }

  /** The times of all snapshots, oldest first. */
  async times(): Promise<number[]> {
    const rows = await this.#db
      .selectFrom('snapshot')
      .select('at')
      .where('account', '=', this.#account)
      .orderBy('at')
      .execute()
    return rows.map(({ at }) => at)
  }

  /** Stores the counts for this time. Returns false when a snapshot of this time exists. */
  take(at: number, counts: readonly Omit<Snapshot, 'at'>[]): Promise<boolean> {
    const account = this.#account
    return this.#db.transaction().execute(async (transaction) => {
      const { numInsertedOrUpdatedRows } = await transaction
        .insertInto('snapshot')
        .values({ account, at })
        .onConflict((conflict) => conflict.doNothing())
        .executeTakeFirstOrThrow()
      if (numInsertedOrUpdatedRows !== 1n) return false
      const rows = counts.map(({ scope, ...count }) => ({
        account,
        at,
        scope,
        ...countsOf((state) => count[state]),
      }))
      for (const chunk of chunks(rows)) await transaction.insertInto('snapshot_count').values(chunk).execute()
      return true
    })
  }

  /** Removes a scope's counts from all snapshots, because the scope now has different numbers. */
  async removeScope(transaction: StoreTransaction, scope: string): Promise<void> {
    await transaction
      .deleteFrom('snapshot_count')
      .where('account', '=', this.#account)
      .where('scope', '=', scope)
      .execute()
  }

  /** Removes expired snapshots. */
  async removeExpired(now: number): Promise<void> {
    for (const chunk of chunks(expired(await this.times(), now, this.#dateOf)))
      await this.#db.transaction().execute(async (transaction) => {
        for (const table of ['snapshot_count', 'snapshot'] as const)
          await transaction
            .deleteFrom(table)
            .where('account', '=', this.#account)
            .where('at', 'in', chunk)
            .execute()
      })
  }

  /** Counts of these scopes at these times, oldest first. */
  async counts(scopes: readonly string[], at: readonly number[]): Promise<Snapshot[]> {
    if (scopes.length === 0 || at.length === 0) return []
    return this.#db
      .selectFrom('snapshot_count')
      .select(['at', 'scope', ...countedStates])
      .where('account', '=', this.#account)
      .where('scope', 'in', scopes)
      .where('at', 'in', at)
      .orderBy('at')
      .execute()
  }
}
