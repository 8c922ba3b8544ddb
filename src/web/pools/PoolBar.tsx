import type { PoolCounts } from '#contract/pools.ts'
import { fillOf } from '../ui/meaning.ts'
import classes from './PoolBar.module.css'

const poolShares = ['free', 'reserved', 'bound', 'unknown'] as const

/** A bar of a pool's shares, to scale. Screen readers get the same counts from the columns beside it. */
export function PoolBar({ counts }: { counts: PoolCounts }) {
  return (
    <span className={classes.bar} aria-hidden>
      {poolShares.map(
        (share) =>
          counts[share] > 0 && (
            <span
              key={share}
              className={classes.part}
              style={{ flexGrow: counts[share], background: fillOf(share) }}
            />
          ),
      )}
    </span>
  )
}
