import type { NumberSet } from '#contract/number-set.ts'
import type { UserStore } from '../auth/user-store.ts'
import type { CapacityParts } from '../capacity/open.ts'
import type { FeatureContext } from '../feature.ts'
import { createPoolNumbers, createPoolWrites, type PoolReads } from './store.ts'

interface PoolDeps extends FeatureContext {
  reads: PoolReads
  /** The thresholds and snapshots of pools. */
  thresholds: CapacityParts['ofPools']
  withForecasts: CapacityParts['withForecasts']
  /** The numbers within a set that open jobs hold. */
  numbersInJobs: (numbers: NumberSet) => Promise<ReadonlySet<string>>
  users: Pick<UserStore, 'namesOf'>
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
