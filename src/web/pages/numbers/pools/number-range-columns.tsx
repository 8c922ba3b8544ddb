import { Group } from '@mantine/core'
import type { ReactNode } from 'react'
import type { NumberRangeCapacity, Threshold } from '#contract/capacity.ts'
import { totalOf, type CountedState, type FirstScan } from '#contract/number-states.ts'
import type { UiLanguage } from '#contract/text.ts'
import type { Translate } from '../../../i18n/catalogue.ts'
import type { Column } from '../../../ui/table/DataTable.tsx'
import { EmptyValue } from '../../../ui/text/EmptyValue.tsx'
import { countTextOf } from '../../../entities/extension/least.ts'
import { StateCountsBar } from '../../../entities/extension/StateCountsBar.tsx'
import { ForecastValue } from '../../../entities/capacity/ForecastValue.tsx'
import { scopeText, numbersPath } from '../../../entities/capacity/scope.ts'
import type { RangeSort } from './ranges-state.ts'
import { ThresholdState } from './ThresholdState.tsx'
import { PageLink } from '../../../ui/layout/PageLink.tsx'

export type NumberRangeRow = NumberRangeCapacity & { threshold: Threshold | null }

interface NumberRangeColumns {
  t: Translate
  language: UiLanguage
  now: number
  /** Size of the largest range on any page; keeps the scale of the bars constant. */
  largest: number
  scans: { firstScan: FirstScan; boundScan: FirstScan }
  /** Renders the administrator's button of a row; null for other roles. */
  action: ((row: NumberRangeRow) => ReactNode) | null
  sorted: RangeSort
  sortBy: (sort: RangeSort) => void
}

/** Columns of the number ranges. */
export function numberRangeColumns(props: NumberRangeColumns): Column<NumberRangeRow>[] {
  const { t, language, now, largest, scans, action, sorted, sortBy } = props
  const sortingOf = (sort: RangeSort) => ({
    sorted: sorted === sort ? ('ascending' as const) : undefined,
    sort: () => sortBy(sort),
  })
  const countText = countTextOf(t, language, scans)
  const count = (id: CountedState): Column<NumberRangeRow> => ({
    id,
    header: t(`numbers.state.${id}`),
    numeric: true,
    width: 68,
    cell: (row) => {
      const value = countText(row[id], id)
      // Cards leave out what is empty, so that they stay short.
      return row[id] === 0 && id !== 'free' ? <span data-empty>{value}</span> : value
    },
  })
  return [
    {
      id: 'prefix',
      header: t('ranges.range'),
      ...sortingOf('prefix'),
      width: 96,
      cell: (row) => (
        <PageLink to={numbersPath(row.scope)} fw={600}>
          {scopeText(t, row)}
        </PageLink>
      ),
    },
    {
      id: 'bar',
      header: t('numbers.bar'),
      cell: (row) => <StateCountsBar counts={row} scale={largest} minWidth={96} />,
    },
    { ...count('free'), ...sortingOf('free') },
    count('reserved'),
    count('bound'),
    count('unavailable'),
    count('unknown'),
    {
      id: 'total',
      header: t('ranges.total'),
      numeric: true,
      width: 68,
      cell: (row) => countText(totalOf(row), 'all'),
    },
    {
      id: 'runsOut',
      header: t('ranges.runsOut'),
      ...sortingOf('soonest'),
      width: 145,
      wrap: true,
      cell: ({ forecast }) => <ForecastValue forecast={forecast} now={now} />,
    },
    {
      id: 'threshold',
      header: t('caption.state'),
      width: action === null ? 105 : 165,
      cell: (row) => {
        const state =
          row.threshold === null ? null : (
            <ThresholdState threshold={row.threshold} isScanning={scans.firstScan !== null} />
          )
        return action === null ? (
          (state ?? <EmptyValue />)
        ) : (
          <Group gap="xs">
            {state}
            {action(row)}
          </Group>
        )
      },
    },
  ]
}
