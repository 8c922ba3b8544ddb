import type { PoolCounts } from '#contract/pools.ts'
import { Bar } from '../ui/ShareBar.tsx'

const poolShares = ['free', 'reserved', 'bound', 'unknown'] as const

/** A bar of a pool's shares. Screen readers get the same counts from the columns beside it. */
export function PoolBar({ counts }: { counts: PoolCounts }) {
  return (
    <Bar
      shares={poolShares.map((share) => ({ id: share, value: counts[share], meaning: share }))}
      style={{ width: '100%', minWidth: 96, height: 10 }}
    />
  )
}
