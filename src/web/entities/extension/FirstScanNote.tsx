import { Text, type TextProps } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import type { FirstScan } from '#contract/number-states.ts'
import type { Translate } from '../../i18n/catalogue.ts'
import { useT } from '../../i18n/Language.tsx'
import { scanStatusQuery } from './scan-status.ts'

interface Scans {
  firstScan: FirstScan
  /** For places that count bound numbers too. */
  boundScan?: FirstScan
}

/** Says that counts are incomplete; null once a scan has missed nothing. */
export function scanText(t: Translate, { firstScan, boundScan = null }: Scans): string | null {
  if (firstScan === null) {
    if (boundScan === null) return null
    if (boundScan.missed != null) return t('scan.bound.missed', { missed: boundScan.missed })
    const { done, total } = boundScan
    return total === null ? t('scan.bound.begun') : t('scan.bound', { done, total })
  }
  const { running, done, total, missed } = firstScan
  if (missed !== undefined) return missed === null ? t('scan.noTotal') : t('scan.missed', { missed })
  if (!running) return t(done === 0 ? 'scan.none' : 'scan.partial')
  return total === null ? t('scan.reading.begun') : t('scan.reading', { done, total })
}

/** Says beside counts that they are incomplete, until a scan has missed nothing. */
export function FirstScanNote({ firstScan, boundScan = null, ...text }: Scans & TextProps) {
  const note = scanText(useT(), { firstScan, boundScan })
  return note === null ? null : (
    <Text fw={600} {...text}>
      {note}
    </Text>
  )
}

/** True until a look-up of every number in use has ended: until then, who has no number is not known. */
export function useIsReading(): boolean {
  const boundScan = useQuery(scanStatusQuery()).data?.boundScan ?? null
  return boundScan !== null && boundScan.missed === undefined
}

/** Says on pages about people how far the reading of the numbers in use is; renders nothing once all are read. */
export function ScanLine(text: TextProps) {
  const { data } = useQuery(scanStatusQuery())
  if (data === undefined) return null
  return <FirstScanNote firstScan={data.firstScan} boundScan={data.boundScan} {...text} />
}
