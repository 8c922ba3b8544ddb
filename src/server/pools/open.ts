import type { UserStore } from '../auth/user-store.ts'
import type { CapacityParts } from '../capacity/open.ts'
import type { FeatureContext } from '../feature.ts'
import type { NextNumbersDeps } from './next-numbers.ts'
import type { PoolStore } from './store.ts'

interface PoolDeps extends FeatureContext, NextNumbersDeps {
  store: PoolStore
  capacity: Pick<CapacityParts, 'thresholds' | 'snapshots' | 'withForecast'>
  users: Pick<UserStore, 'namesOf'>
}

/** Named pools of numbers. */
export const openPools = (deps: PoolDeps) => ({
  ...deps,
  /** Names of all pools by ID. */
  names: async (): Promise<ReadonlyMap<string, string>> =>
    new Map((await deps.store.all()).map(({ id, name }) => [id, name])),
})
export type PoolParts = ReturnType<typeof openPools>
