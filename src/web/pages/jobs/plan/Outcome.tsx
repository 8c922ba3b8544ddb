import { Box, Text } from '@mantine/core'
import { useT } from '../../../i18n/Language.tsx'
import { longestRanges } from './longest-ranges.ts'

/** Maximum ranges listed by name; the remaining numbers are only counted. */
const maxRanges = 6

/** The numbers that the job would create. */
export function Outcome({ numbers, running }: { numbers: readonly string[]; running: boolean }) {
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
