import { Text, type TextProps } from '@mantine/core'
import type { FirstScan } from '#contract/number-states.ts'
import { useT } from '../../i18n/Language.tsx'

/** Says beside counts that they are incomplete until the first scan of the idle list is whole. */
export function FirstScanNote({ firstScan, ...text }: { firstScan: FirstScan } & TextProps) {
  const t = useT()
  if (firstScan === null) return null
  const { running, done, total } = firstScan
  return (
    <Text size="sm" fw={600} component="output" {...text}>
      {!running
        ? t(done === 0 ? 'scan.none' : 'scan.partial')
        : total === null
          ? t('scan.reading.begun')
          : t('scan.reading', { done, total })}
    </Text>
  )
}
