import { SegmentedControl } from '@mantine/core'
import { useT } from '../../i18n/Language.tsx'
import { views, type ChartOrTable } from './overview-state.ts'

/** Switches between the chart and the table of the same counts. */
export function ViewSwitch({
  label,
  value,
  onChange,
}: {
  label: string
  value: ChartOrTable
  onChange: (view: ChartOrTable) => void
}) {
  const t = useT()
  return (
    <SegmentedControl
      size="xs"
      aria-label={label}
      value={value}
      data={views.map((view) => ({ value: view, label: t(`overview.view.${view}`) }))}
      onChange={onChange}
    />
  )
}
