import { lacksForecast, type Threshold } from '#contract/capacity.ts'
import { useT } from '../i18n/Language.tsx'
import { StateBadge } from '../ui/StateBadge.tsx'

const meanings = { kept: 'done', broken: 'attention', quiet: 'ended', unforecast: 'unknown' } as const

/** A badge with a threshold's status. */
export function ThresholdState({ threshold }: { threshold: Threshold }) {
  const t = useT()
  const { broken, acknowledged } = threshold
  const well = lacksForecast(threshold) ? 'unforecast' : 'kept'
  const state = broken.length === 0 ? well : acknowledged === null ? 'broken' : 'quiet'
  return <StateBadge meaning={meanings[state]}>{t(`thresholds.${state}`)}</StateBadge>
}
