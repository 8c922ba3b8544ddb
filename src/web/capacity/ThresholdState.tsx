import { Badge } from '@mantine/core'
import { lacksForecast, type Threshold } from '#contract/capacity.ts'
import { useT } from '../i18n/Language.tsx'

const colors = { kept: 'teal', broken: 'orange', quiet: 'gray', untold: 'gray' } as const

/** A threshold's status, in one word. */
export function ThresholdState({ threshold }: { threshold: Threshold }) {
  const t = useT()
  const { broken, acknowledged } = threshold
  const well = lacksForecast(threshold) ? 'untold' : 'kept'
  const state = broken.length === 0 ? well : acknowledged === null ? 'broken' : 'quiet'
  return (
    <Badge variant="dot" color={colors[state]}>
      {t(`thresholds.${state}`)}
    </Badge>
  )
}
