import { Box, Group, NativeSelect, SegmentedControl, Skeleton, Text } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { Suspense } from 'react'
import { allNumbers, scopeOfPool, trendSpans, type Capacity, type TrendPoint } from '#contract/capacity.ts'
import { useLanguage } from '../../../i18n/Language.tsx'
import { lazyPart } from '../../../lib/lazy.ts'
import { QueryState } from '../../../ui/feedback/QueryState.tsx'
import { absoluteTime } from '../../../ui/text/time-text.ts'
import { scopeText } from '../../../entities/capacity/scope.ts'
import type { PoolList } from './pools-state.ts'
import { Panel } from '../../../ui/layout/Panel.tsx'
import { trendQuery } from '../../../entities/capacity/queries.ts'

// The chart library is as large as the rest of the page.
const TrendChart = lazyPart(async () => (await import('./TrendChart.tsx')).TrendChart)
const chartHeight = 312

interface TrendPanelProps {
  capacity: Capacity
  list: PoolList
}

/** The history of free, reserved and bound numbers from the console's own snapshots. */
export function TrendPanel({ capacity, list: { state, set } }: TrendPanelProps) {
  const { t, language } = useLanguage()
  const { scope, span } = state
  const query = useQuery(trendQuery(scope, span))
  const pools = capacity.pools.map(({ id, name }) => ({ scope: scopeOfPool(id), pool: name }))
  const scopes = [
    { scope: allNumbers, pool: null },
    ...capacity.ranges,
    ...capacity.thresholds,
    ...pools,
    { scope, pool: null },
  ]
  // The list is reversed so that the first entry of a scope, which has the pool's name, wins.
  const texts = new Map(scopes.toReversed().map((each) => [each.scope, scopeText(t, each)]))
  const leastFree = capacity.thresholds.find((each) => each.scope === scope)?.leastFree ?? null
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
    <Panel title={t('trend.title')} description={t('trend.text')}>
      <Group gap="md" mb="md" align="flex-end">
        <NativeSelect
          label={t('ranges.range')}
          value={scope}
          data={[...new Set(scopes.map((each) => each.scope))].map((each) => ({
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
            items.length < 2 ? (
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
