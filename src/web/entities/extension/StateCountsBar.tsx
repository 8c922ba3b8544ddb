import { countedStates, totalOf, type StateCounts } from '#contract/number-states.ts'
import { Bar } from '../../ui/text/ShareBar.tsx'

interface StateCountsBarProps {
  counts: StateCounts
  /** The count that fills the cell, so that all rows have one scale. By default, every bar fills its cell. */
  scale?: number
  /** On a card, the bar would shrink to the minimum width of its parts. */
  minWidth?: number
}

/** A bar of the numbers in each state. Screen readers get the same counts from the columns beside it. */
export const StateCountsBar = ({ counts, scale, minWidth = 56 }: StateCountsBarProps) => (
  <div style={{ width: '100%', minWidth }}>
    <Bar
      shares={countedStates.map((state) => ({ id: state, value: counts[state], meaning: state }))}
      style={{ width: scale === undefined ? '100%' : `${(totalOf(counts) / scale) * 100}%`, height: 10 }}
    />
  </div>
)
