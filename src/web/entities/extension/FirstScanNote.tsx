import { Text, type TextProps } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import type { FirstScan } from '#contract/number-states.ts'
import { useT } from '../../i18n/Language.tsx'
import { scanStatusQuery } from './scan-status.ts'

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
          ? boundScan.total === null
            ? t('scan.bound.begun')
            : t('scan.bound', { done: boundScan.done, total: boundScan.total })
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

/** True until every number in use has been read once: people without a number may have one. */
export const useIsReading = (): boolean => useQuery(scanStatusQuery()).data?.boundScan != null

/** Says on pages about people how far the reading of the numbers in use is; renders nothing once all are read. */
export function ScanLine(text: TextProps) {
  const { data } = useQuery(scanStatusQuery())
  if (data === undefined) return null
  return <FirstScanNote firstScan={data.firstScan} boundScan={data.boundScan} {...text} />
}
