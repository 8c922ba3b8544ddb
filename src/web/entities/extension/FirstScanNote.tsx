import { Text, type TextProps } from '@mantine/core'
import type { FirstScan } from '#contract/number-states.ts'
import { useT } from '../../i18n/Language.tsx'

interface FirstScanNoteProps extends TextProps {
  firstScan: FirstScan
  /** For places that count bound numbers too. */
  boundScan?: FirstScan
}

/** Says beside counts that they are incomplete, until a scan has missed nothing. */
export function FirstScanNote({ firstScan, boundScan = null, ...text }: FirstScanNoteProps) {
  const t = useT()
  if (firstScan === null) {
    if (boundScan === null) return null
    return (
      <Text fw={600} {...text}>
        {boundScan.missed == null
          ? t('scan.bound', { done: boundScan.done })
          : t('scan.bound.missed', { missed: boundScan.missed })}
      </Text>
    )
  }
  const { running, done, total, missed } = firstScan
  if (missed !== undefined)
    return (
      <Text fw={600} {...text}>
        {missed === null ? t('scan.noTotal') : t('scan.missed', { missed })}
      </Text>
    )
  return (
    <Text fw={600} {...text}>
      {!running
        ? t(done === 0 ? 'scan.none' : 'scan.partial')
        : total === null
          ? t('scan.reading.begun')
          : t('scan.reading', { done, total })}
    </Text>
  )
}
