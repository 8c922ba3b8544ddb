import { allNumbers, poolOfScope } from '#contract/capacity.ts'
import { paths } from '../lib/paths.ts'

/** The inventory of the numbers of a scope: all of them, or those of one state. */
export function numbersPath(scope: string, state?: 'free' | 'reserved' | 'bound'): string {
  const pool = poolOfScope(scope)
  return paths.inventory({
    ...(pool !== null ? { pool } : scope === allNumbers ? {} : { ext: scope }),
    ...(state === undefined ? {} : { state }),
  })
}
