import { countedStates, totalOf } from '#contract/number-states.ts'
import { csvText } from '../../lib/csv.ts'
import type { NumberRangeRow } from './number-range-columns.tsx'

const columns = ['prefix', 'pool', ...countedStates, 'total', 'runsOut', 'leastFree', 'leastDays']

/** Returns number ranges as CSV. `runsOutOf` returns a range's forecast as the page shows it. */
export const rangesCsv = (
  rows: readonly NumberRangeRow[],
  runsOutOf: (row: NumberRangeRow) => string,
): Promise<string> =>
  csvText(
    columns,
    rows.map((row) => {
      const { scope, pool, threshold } = row
      const numbers = pool === null ? [scope, ''] : ['', pool]
      const counts = countedStates.map((state) => row[state])
      const least = [threshold?.leastFree ?? '', threshold?.leastDays ?? '']
      return [...numbers, ...counts, totalOf(row), runsOutOf(row), ...least]
    }),
  )
