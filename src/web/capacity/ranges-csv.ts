import { csvText } from '../lib/csv.ts'
import type { NumberRangeRow } from './number-range-columns.tsx'

const columns = ['prefix', 'free', 'bound', 'unknown', 'total', 'runsOut', 'leastFree', 'leastDays']

/** Number ranges as CSV. `runsOutOf` says when a range runs out, as the page shows it. */
export const rangesCsv = (
  rows: readonly NumberRangeRow[],
  runsOutOf: (row: NumberRangeRow) => string,
): string =>
  csvText(
    columns,
    rows.map((row) => {
      const { prefix, free, bound, unknown, threshold } = row
      const total = free + bound + unknown
      const least = [threshold?.leastFree ?? '', threshold?.leastDays ?? '']
      return [prefix, free, bound, unknown, total, runsOutOf(row), ...least]
    }),
  )
