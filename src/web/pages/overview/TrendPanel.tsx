import { Box, Group, NativeSelect, SegmentedControl, Skeleton, Text } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { Suspense, useMemo } from 'react'
import { allNumbers, scopeOfPool, trendSpans, type Capacity, type TrendPoint } from '#contract/capacity.ts'
import { countedStates, type CountedState } from '#contract/number-states.ts'
import { useLanguage } from '../../i18n/Language.tsx'
import { lazyPart } from '../../lib/lazy.ts'
import { DataTable, type Column } from '../../ui/table/DataTable.tsx'
import { QueryState } from '../../ui/feedback/QueryState.tsx'
import { absoluteTime } from '../../ui/text/time-text.ts'
import { scopeText } from './scope.ts'
import { views, type OverviewList } from './overview-state.ts'
import { Panel } from '../../ui/layout/Panel.tsx'
import { trendQuery } from './queries.ts'

// The chart library is as large as the rest of the page.
const TrendChart = lazyPart(async () => (await import('./TrendChart.tsx')).TrendChart)
const chartHeight = 312

interface TrendPanelProps {
  overview: Capacity | undefined
  list: OverviewList
}

/** The history of free, reserved and bound numbers from the console's own snapshots, as a chart or a table. */
export function TrendPanel({ overview, list: { state, set } }: TrendPanelProps) {
  const { t, language } = useLanguage()
  const { scope, span } = state
  const query = useQuery(trendQuery(scope, span))
  const columns = useMemo<Column<TrendPoint>[]>(() => {
    const number = new Intl.NumberFormat(language)
    const count = (id: CountedState): Column<TrendPoint> => ({
      id,
      header: t(`inventory.state.${id}`),
      numeric: true,
      cell: (point) => number.format(point[id]),
    })
    return [
      { id: 'at', header: t('trend.at'), width: 220, cell: ({ at }) => absoluteTime(at, language) },
      ...countedStates.map(count),
    ]
  }, [t, language])
  const pools = (overview?.pools ?? []).map(({ id, name }) => ({ scope: scopeOfPool(id), pool: name }))
  const known = [
    { scope: allNumbers, pool: null },
    ...(overview?.ranges ?? []),
    ...(overview?.thresholds ?? []),
    ...pools,
    { scope, pool: null },
  ]
  // The list is reversed so that the first entry of a scope, which has the pool's name, wins.
  const texts = new Map(known.toReversed().map((each) => [each.scope, scopeText(t, each)]))
  const leastFree = overview?.thresholds.find((each) => each.scope === scope)?.leastFree ?? null
  const loading = <Skeleton h={chartHeight} />

  const summaryOf = (points: readonly TrendPoint[]): string => {
    const [first, last] = [points[0], points.at(-1)]
    if (first === undefined || last === undefined) return t('trend.none')
    const free = points.map((point) => point.free)
    return t('trend.summary', {
      what: texts.get(scope) ?? scope,
      first: first.free,
      last: last.free,
      from: absoluteTime(first.at, language),
      to: absoluteTime(last.at, language),
      least: Math.min(...free),
      most: Math.max(...free),
    })
  }
  return (
    <Panel
      title={t('trend.title')}
      description={t('trend.text')}
      actions={
        <SegmentedControl
          size="xs"
          aria-label={t('trend.title')}
          value={state.trend}
          data={views.map((view) => ({ value: view, label: t(`overview.view.${view}`) }))}
          onChange={(trend) => set({ trend })}
        />
      }
    >
      <Group gap="md" mb="md" align="flex-end">
        <NativeSelect
          label={t('overview.prefix')}
          value={scope}
          data={[...new Set(known.map((each) => each.scope))].map((each) => ({
            value: each,
            label: texts.get(each) ?? each,
          }))}
          onChange={(event) => set({ scope: event.currentTarget.value })}
        />
        <SegmentedControl
          size="sm"
          aria-label={t('trend.span')}
          value={span}
          data={trendSpans.map((each) => ({ value: each, label: t(`trend.span.${each}`) }))}
          onChange={(next) => set({ span: next })}
        />
      </Group>
      <Box mih={chartHeight}>
        <QueryState query={query} loading={loading}>
          {({ items }) =>
            state.trend === 'table' && items.length > 0 ? (
              <DataTable
                label={t('trend.each')}
                columns={columns}
                rows={items.toReversed()}
                rowKey="at"
                stale={query.isPlaceholderData}
                density="compact"
              />
            ) : items.length < 2 ? (
              <>
                <Text size="md" fw={600}>
                  {t('trend.none')}
                </Text>
                <Text c="dimmed">{t('trend.none.next')}</Text>
              </>
            ) : (
              <Suspense fallback={loading}>
                <TrendChart points={items} span={span} leastFree={leastFree} summary={summaryOf(items)} />
              </Suspense>
            )
          }
        </QueryState>
      </Box>
    </Panel>
  )
}
