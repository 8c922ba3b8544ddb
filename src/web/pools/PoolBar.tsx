import type { PoolCounts } from '#contract/pools.ts'
import { fillOf } from '../ui/meaning.ts'
import classes from './PoolBar.module.css'

const poolShares = ['free', 'reserved', 'bound', 'unknown'] as const

/** The shares of a pool's numbers, to scale; the columns beside it say the same to a screen reader. */
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
