import type { Translate } from '../../../i18n/catalogue.ts'
import { rangesOf, rangeText } from '../../../entities/extension/number-ranges.ts'

/** Returns the numbers as ranges: the `most` longest ranges in order, and the count of the remaining numbers. */
export function longestRanges(t: Translate, numbers: readonly string[], most: number): string {
  const ranges = rangesOf(numbers)
  const longest = new Set(ranges.toSorted((a, b) => b.count - a.count).slice(0, most))
  const named = ranges.filter((range) => longest.has(range))
  const count = numbers.length - named.reduce((sum, range) => sum + range.count, 0)
  const text = named.map(rangeText).join(t('list.separator'))
  return count === 0 ? text : t('plan.andMore', { numbers: text, count })
}
