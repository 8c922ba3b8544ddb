import type { NumberSet } from '#contract/number-set.ts'
import type { UserStore } from '../auth/user-store.ts'
import type { CapacityParts } from '../capacity/open.ts'
import type { FeatureContext } from '../feature.ts'
import type { InventoryReads } from '../inventory/store-reads.ts'
import { PoolNumbers } from './numbers.ts'
import type { PoolStore } from './store.ts'

interface PoolDeps extends FeatureContext {
  store: PoolStore
  capacity: Pick<CapacityParts, 'thresholds' | 'snapshots' | 'withForecast'>
  inventory: Pick<InventoryReads, 'after' | 'numbers'>
  /** The numbers within a set that open jobs hold. */
  numbersInJobs: (numbers: NumberSet) => Promise<ReadonlySet<string>>
  users: Pick<UserStore, 'namesOf'>
}

/** Named pools of numbers. */
export const openPools = (deps: PoolDeps) => ({
  ...deps,
  /** Names of all pools by ID. */
  names: async (): Promise<ReadonlyMap<string, string>> =>
    new Map((await deps.store.all()).map(({ id, name }) => [id, name])),
  numbers: new PoolNumbers(deps.database, deps.account, deps.inventory, deps.numbersInJobs),
})
export type PoolParts = ReturnType<typeof openPools>
