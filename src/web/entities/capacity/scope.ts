import { allNumbers, type NumberRangeCapacity, poolOfScope } from '#contract/capacity.ts'
import type { Translate } from '../../i18n/catalogue.ts'
import type { CountedState } from '#contract/number-states.ts'
import { paths } from '../../lib/paths.ts'

/** Returns the path of the numbers of a scope: all of them, or those in one state. */
export function numbersPath(scope: string, state?: CountedState): string {
  const pool = poolOfScope(scope)
  return paths.numbers({
    ...(pool !== null ? { pool } : scope === allNumbers ? {} : { search: scope }),
    ...(state === undefined ? {} : { state }),
  })
}

/** Returns the label of a scope: its pool's name, "all numbers", or the prefix. */
export const scopeText = (
  t: Translate,
  { scope, pool }: Pick<NumberRangeCapacity, 'scope' | 'pool'>,
): string => pool ?? (scope === allNumbers ? t('ranges.all') : t('ranges.prefix', { prefix: scope }))
