import { Group, Text } from '@mantine/core'
import { useMemo } from 'react'
import type { Capacity, NumberRangeCapacity } from '#contract/capacity.ts'
import { noPool } from '#contract/numbers.ts'
import { totalOf, type CountedState, type StateCounts } from '#contract/number-states.ts'
import { endText, paceText, runOutKeyOf } from '../../entities/capacity/forecast-text.ts'
import { numbersPath, scopeText } from '../../entities/capacity/scope.ts'
import { FirstScanNote } from '../../entities/extension/FirstScanNote.tsx'
import { countTextOf } from '../../entities/extension/least.ts'
import { StateCountsBar } from '../../entities/extension/StateCountsBar.tsx'
import { StatesLegend } from '../../entities/extension/StatesLegend.tsx'
import { useLanguage } from '../../i18n/Language.tsx'
import { paths } from '../../lib/paths.ts'
import { PageLink } from '../../ui/layout/PageLink.tsx'
import { Panel } from '../../ui/layout/Panel.tsx'
import { DataTable, type Column } from '../../ui/table/DataTable.tsx'
import { EmptyValue, textCell } from '../../ui/text/EmptyValue.tsx'
import { textColorOf } from '../../ui/text/meaning.ts'

/** Rows beside the sum: as many as fit one screen with what needs attention. */
const mostRows = 5

interface CapacityRow {
  id: string
  name: string
  /** The path of the numbers, and of those in one state. */
  path: (state?: CountedState) => string
  counts: StateCounts
  /** Undefined for the numbers in no pool. */
  forecast: NumberRangeCapacity['forecast'] | undefined
  isAlert: boolean
  isSum: boolean
}

function columnsOf(
  { t, language }: ReturnType<typeof useLanguage>,
  { by, now, ...scans }: Capacity,
): Column<CapacityRow>[] {
  const countText = countTextOf(t, language, scans)
  const weight = ({ isSum }: CapacityRow) => (isSum ? 600 : undefined)
  const count = (state: CountedState): Column<CapacityRow> => ({
    id: state,
    header: t(`numbers.state.${state}`),
    numeric: true,
    labeled: true,
    width: 64,
    cell: (row) =>
      row.counts[state] === 0 ? (
        countText(0, state)
      ) : (
        <PageLink
          to={row.path(state)}
          fw={state === 'free' ? 600 : weight(row)}
          {...(state === 'free' && row.isAlert ? { c: textColorOf('failed') } : {})}
          aria-label={t('capacity.count', {
            name: row.name,
            what: t(`numbers.state.${state}`),
            count: countText(row.counts[state], state),
          })}
        >
          {countText(row.counts[state], state)}
        </PageLink>
      ),
  })
  return [
    {
      id: 'name',
      header: t(by === 'pool' ? 'capacity.pool' : 'capacity.range'),
      width: 100,
      cell: (row) => (
        <PageLink to={row.path()} fw={600} truncate>
          {row.name}
        </PageLink>
      ),
    },
    {
      id: 'bar',
      header: t('numbers.bar'),
      width: 60,
      cell: ({ counts }) => <StateCountsBar counts={counts} />,
    },
    count('free'),
    count('reserved'),
    count('bound'),
    {
      id: 'total',
      header: t('capacity.total'),
      numeric: true,
      labeled: true,
      width: 64,
      cell: (row) => (
        <Text span inherit fw={weight(row)}>
          {countText(totalOf(row.counts), 'all')}
        </Text>
      ),
    },
    {
      id: 'perWeek',
      header: t('capacity.perWeek'),
      numeric: true,
      labeled: true,
      width: 60,
      cell: ({ forecast }) =>
        forecast?.kind === 'runs-out' ? paceText(language, forecast.perWeek) : <EmptyValue />,
    },
    {
      id: 'runsOut',
      header: t('capacity.runsOut'),
      labeled: true,
      width: 120,
      cell: ({ forecast }) => textCell(endText(t, language, forecast, now)),
    },
  ]
}

const difference = (all: StateCounts, parts: readonly StateCounts[]): StateCounts => {
  const rest = (state: CountedState) => all[state] - parts.reduce((sum, part) => sum + part[state], 0)
  return {
    free: rest('free'),
    reserved: rest('reserved'),
    bound: rest('bound'),
    unavailable: rest('unavailable'),
    unknown: rest('unknown'),
  }
}

/** How many numbers each pool has left and how long they last, alerts and the scarcest first, then the largest; without pools, by the first digits. */
export function CapacityPanel({ capacity }: { capacity: Capacity }) {
  const words = useLanguage()
  const { t } = words
  const { by, ranges, whole, thresholds, firstScan, boundScan } = capacity
  const isByPool = by === 'pool'
  const columns = useMemo(() => columnsOf(words, capacity), [words, capacity])
  const rows = useMemo(() => {
    const alerts = new Set(thresholds.filter(({ broken }) => broken.length > 0).map(({ scope }) => scope))
    const rowOf = (range: NumberRangeCapacity, isSum: boolean): CapacityRow => ({
      id: range.scope,
      name: scopeText(t, range),
      path: (state) => numbersPath(range.scope, state),
      counts: range,
      forecast: range.forecast,
      isAlert: alerts.has(range.scope),
      isSum,
    })
    const scarcest = ranges
      .toSorted(
        (a, b) =>
          Number(alerts.has(b.scope)) - Number(alerts.has(a.scope)) ||
          (runOutKeyOf(a) === runOutKeyOf(b) ? totalOf(b) - totalOf(a) : runOutKeyOf(a) - runOutKeyOf(b)),
      )
      .slice(0, mostRows)
    const inNoPool = difference(whole, ranges)
    return [
      ...scarcest.map((range) => rowOf(range, false)),
      ...(isByPool && totalOf(inNoPool) > 0
        ? [
            {
              id: noPool,
              name: t('capacity.noPool'),
              path: (state?: CountedState) =>
                paths.numbers({ pool: noPool, ...(state === undefined ? {} : { state }) }),
              counts: inNoPool,
              forecast: undefined,
              isAlert: false,
              isSum: false,
            },
          ]
        : []),
      rowOf(whole, true),
    ]
  }, [ranges, thresholds, whole, isByPool, t])
  return (
    <Panel
      title={t(isByPool ? 'capacity.pools' : 'capacity.ranges')}
      isLandmark={false}
      actions={<StatesLegend />}
    >
      <DataTable
        label={t(isByPool ? 'capacity.pools' : 'capacity.ranges')}
        columns={columns}
        rows={rows}
        rowKey="id"
        density="compact"
      />
      <Group justify="space-between" gap="0 sm" mt="xs">
        <Text size="sm" c="dimmed">
          {whole.unavailable + whole.unknown > 0 &&
            t('capacity.rest', { unavailable: whole.unavailable, unknown: whole.unknown })}
        </Text>
        <PageLink size="sm" to={paths.pools()}>
          {ranges.length > mostRows
            ? t(isByPool ? 'capacity.allPools' : 'capacity.allRanges', { count: ranges.length })
            : t('capacity.details')}
        </PageLink>
      </Group>
      <FirstScanNote firstScan={firstScan} boundScan={boundScan} mt="xs" />
    </Panel>
  )
}
