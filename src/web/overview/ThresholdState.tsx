import { Badge } from '@mantine/core'
import type { Threshold } from '#contract/overview.ts'
import { useT } from '../i18n/Language.tsx'

const colors = { kept: 'teal', broken: 'orange', quiet: 'gray' } as const

/** How a threshold stands, in one word. */
export function ThresholdState({ threshold: { broken, acknowledged } }: { threshold: Threshold }) {
  const t = useT()
  const state = broken.length === 0 ? 'kept' : acknowledged === null ? 'broken' : 'quiet'
  return (
    <Badge variant="dot" color={colors[state]}>
      {t(`thresholds.${state}`)}
    </Badge>
  )
}
