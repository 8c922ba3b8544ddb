import type { Forecast } from '#contract/capacity.ts'
import { numberSetText } from '#contract/number-set.ts'
import { countedStates, totalOf } from '#contract/number-states.ts'
import { remarkOf } from '#contract/remarks.ts'
import { csvText } from '../../../lib/csv.ts'
import type { PoolRow } from './columns.tsx'

const columns = ['pool', 'numbers', ...countedStates, 'total', 'runsOut', 'leastFree', 'owner', 'purpose']

/** Returns the rows of the table of pools as CSV, with what the counts lack. `runsOutOf` returns a forecast as the page shows it. */
export const poolsCsv = (
  rows: readonly PoolRow[],
  runsOutOf: (forecast: Forecast) => string,
  lacking: string | null,
): Promise<string> =>
  csvText(columns, [
    ...rows.map(({ name, pool, counts, forecast }) => [
      name,
      pool === null ? '' : numberSetText(pool),
      ...countedStates.map((state) => counts?.[state] ?? ''),
      counts === undefined ? '' : totalOf(counts),
      forecast === undefined ? '' : runsOutOf(forecast),
      pool?.leastFree ?? '',
      pool?.owner ?? '',
      pool?.purpose ?? '',
    ]),
    ...(lacking === null ? [] : [[remarkOf('may be incomplete', `: ${lacking}`)]]),
  ])
