import { allNumbers, poolOfScope } from '#contract/capacity.ts'
import type { CountedState } from '#contract/number-states.ts'
import { paths } from '../../lib/paths.ts'

/** Returns the inventory's path for the numbers of a scope: all of them, or those in one state. */
export function numbersPath(scope: string, state?: CountedState): string {
  const pool = poolOfScope(scope)
  return paths.numbers({
    ...(pool !== null ? { pool } : scope === allNumbers ? {} : { search: scope }),
    ...(state === undefined ? {} : { state }),
  })
}
