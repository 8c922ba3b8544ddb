import type { Transaction } from 'kysely'
import type { Forecast } from '#contract/capacity.ts'
import type { NumberSet } from '#contract/number-set.ts'
import type { StateCounts } from '#contract/number-states.ts'
import type { Audit } from '../audit/audit-store.ts'
import type { Database } from '../platform/database/database.ts'
import type { Tables } from '../platform/database/schema.ts'
import type { Limits } from '../numbers/limits.ts'
import { createPoolNumbers, createPoolWrites, type PoolReads } from './store.ts'

/** A pool's threshold and snapshots, by pool ID. */
interface PoolThresholds {
  /** Minimum of free numbers, for pools with a threshold. */
  leastFree: () => Promise<Map<string, number | null>>
  setLeastFree: (
    transaction: Transaction<Tables>,
    id: string,
    level: { leastFree: number | null; by: string; at: number },
  ) => Promise<void>
  /** Call after a pool's numbers change: the old snapshots describe other numbers. */
  removeSnapshots: (transaction: Transaction<Tables>, id: string) => Promise<void>
  removeAll: (transaction: Transaction<Tables>, id: string) => Promise<void>
}

/**
 * Adds to the counts of pools, or of all numbers without `id`, when their free numbers run out; with `pools`, of these pools
 * together.
 */
type WithForecasts = <Counts extends StateCounts & { id?: string; pools?: readonly string[] }>(
  counts: readonly Counts[],
) => Promise<(Counts & { forecast: Forecast })[]>

interface PoolDeps {
  database: Database
  account: string
  audit: Audit
  reads: PoolReads
  thresholds: PoolThresholds
  withForecasts: WithForecasts
  /** The numbers within a set that open jobs hold. */
  numbersInJobs: (numbers: NumberSet) => Promise<ReadonlySet<string>>
  /** Names of users by ID, without users who no longer exist. */
  userNames: (ids: readonly string[]) => Promise<Map<string, string>>
  limits: Limits
  now: () => number
}

/** Named pools of numbers. */
export const openPools = ({ database, account, reads, numbersInJobs, ...deps }: PoolDeps) => ({
  ...deps,
  reads,
  /** Names of all pools by ID. */
  names: async (): Promise<ReadonlyMap<string, string>> =>
    new Map((await reads.all()).map(({ id, name }) => [id, name])),
  writes: createPoolWrites(account),
  numbers: createPoolNumbers(database, account, numbersInJobs),
})
export type PoolParts = ReturnType<typeof openPools>
