import { allNumbers, type NumberRangeCapacity } from '#contract/capacity.ts'
import type { Translate } from '../../i18n/catalogue.ts'

/** Returns the label of a scope: its pool's name, "all numbers", or the prefix. */
export const scopeText = (
  t: Translate,
  { scope, pool }: Pick<NumberRangeCapacity, 'scope' | 'pool'>,
): string => pool ?? (scope === allNumbers ? t('overview.all') : t('overview.prefix.of', { prefix: scope }))
