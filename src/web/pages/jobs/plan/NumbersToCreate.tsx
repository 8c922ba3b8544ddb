import { Box, Text } from '@mantine/core'
import { useT } from '../../../i18n/Language.tsx'
import type { Translate } from '../../../i18n/catalogue.ts'
import { rangesOf, rangeText } from '../../../entities/extension/number-ranges.ts'

/** Returns the numbers as ranges: the `most` longest ranges in order, and the count of the remaining numbers. */
export function longestRanges(t: Translate, numbers: readonly string[], most: number): string {
  const ranges = rangesOf(numbers)
  const longest = new Set(ranges.toSorted((a, b) => b.count - a.count).slice(0, most))
  const listed = ranges.filter((range) => longest.has(range))
  const count = numbers.length - listed.reduce((sum, range) => sum + range.count, 0)
  const text = listed.map(rangeText).join(t('list.separator'))
  return count === 0 ? text : t('plan.andMore', { numbers: text, count })
}

/** Maximum ranges listed by name; the remaining numbers are only counted. */
const maxRanges = 6

/** The numbers that the job would create. */
export function NumbersToCreate({ numbers, running }: { numbers: readonly string[]; running: boolean }) {
  const t = useT()
  return (
    // Reserves the height while the numbers are looked up.
    <Box mih="3rem" style={{ overflowWrap: 'anywhere' }}>
      {numbers.length === 0 ? (
        !running && (
          <Text size="md" fw={600}>
            {t('plan.outcome.none')}
          </Text>
        )
      ) : (
        <>
          <Text fw={600} size="lg">
            {t('plan.outcome', { count: numbers.length })}
          </Text>
          <Text>{longestRanges(t, numbers, maxRanges)}</Text>
        </>
      )}
    </Box>
  )
}
