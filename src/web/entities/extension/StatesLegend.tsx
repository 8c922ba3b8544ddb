import { countedStates } from '#contract/number-states.ts'
import { useT } from '../../i18n/Language.tsx'
import { Legend } from '../../ui/text/Legend.tsx'
import { Swatch } from '../../ui/text/ShareBar.tsx'

/** What the colors of `StateCountsBar` mean. */
export function StatesLegend() {
  const t = useT()
  return (
    <Legend
      entries={countedStates.map((state) => ({
        name: state,
        sign: <Swatch meaning={state} />,
        label: t(`numbers.state.${state}`),
      }))}
    />
  )
}
