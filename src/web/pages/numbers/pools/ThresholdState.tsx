import { lacksForecast, type Threshold } from '#contract/capacity.ts'
import { useT } from '../../../i18n/Language.tsx'
import { StateBadge } from '../../../ui/text/StateBadge.tsx'

const meanings = { met: 'done', broken: 'attention', quiet: 'ended', unforecast: 'unknown' } as const

/** A badge with a threshold's status. While the first scan runs, a threshold that no number read so far breaks is unknown. */
export function ThresholdState({ threshold, isScanning }: { threshold: Threshold; isScanning: boolean }) {
  const t = useT()
  const { broken, snoozed } = threshold
  const well = isScanning || lacksForecast(threshold) ? 'unforecast' : 'met'
  const state = broken.length === 0 ? well : snoozed === null ? 'broken' : 'quiet'
  return <StateBadge meaning={meanings[state]}>{t(`thresholds.${state}`)}</StateBadge>
}
