import { Button, SimpleGrid, Skeleton, Stack, Box, Text } from '@mantine/core'
import { IconRefresh } from '@tabler/icons-react'
import { useQuery, useQueryClient } from '@tanstack/react-query'
import { useDeferredValue } from 'react'
import { totalOf, countedStates } from '#contract/number-states.ts'
import { allNumbers, type Capacity } from '#contract/capacity.ts'
import { useT, useLanguage } from '../../i18n/Language.tsx'
import { paths } from '../../lib/paths.ts'
import { EmptyState } from '../../ui/feedback/EmptyState.tsx'
import { PageHeader } from '../../ui/layout/PageHeader.tsx'
import { QueryState } from '../../ui/feedback/QueryState.tsx'
import { Message } from '../../i18n/Message.tsx'
import { FirstScanNote } from '../../entities/extension/FirstScanNote.tsx'
import { Time } from '../../ui/text/Time.tsx'
import { ForecastValue } from '../../entities/forecast/ForecastValue.tsx'
import { Panel } from '../../ui/layout/Panel.tsx'
import { PageButton, PageLink } from '../../ui/layout/PageLink.tsx'
import { AlertsPanel } from './AlertsPanel.tsx'
import { NumberRangesPanel } from './NumberRangesPanel.tsx'
import { overviewList } from './overview-state.ts'
import { overviewQuery } from './queries.ts'
import { NeedsAttention } from './NeedsAttention.tsx'
import { useAttention } from './use-attention.ts'
import { TrendPanel } from './TrendPanel.tsx'
import { FirstSteps, useFirstSteps } from './FirstSteps.tsx'
import { numbersPath } from './scope.ts'

/** The counts of all numbers, and how accurate they are. */
function CountsPanel({
  overview: { whole, crawledAt, firstScan, boundScan, snapshots, now },
}: {
  overview: Capacity
}) {
  const { t, language } = useLanguage()
  const number = new Intl.NumberFormat(language)
  const counts = [
    ...countedStates.map((state) => [`inventory.state.${state}`, whole[state], state] as const),
    ['overview.total', totalOf(whole), undefined] as const,
  ]
  return (
    <Panel title={t('overview.all')}>
      <Stack gap="sm">
        <SimpleGrid component="dl" cols={{ base: 2, xs: 3, md: 6 }} m={0} spacing="md" verticalSpacing="sm">
          {counts.map(([key, value, state]) => (
            <div key={key}>
              <Text component="dt" c="dimmed">
                {t(key)}
              </Text>
              <Text component="dd" m={0} fz="1.5rem" fw={600} lh={1.3}>
                {state === undefined ? (
                  number.format(value)
                ) : (
                  <PageLink to={numbersPath(allNumbers, state)}>{number.format(value)}</PageLink>
                )}
              </Text>
            </div>
          ))}
          {whole.forecast !== null && (
            <div style={{ gridColumn: '1 / -1' }}>
              <Text component="dt" c="dimmed">
                {t('overview.runsOut')}
              </Text>
              <Text component="dd" m={0} size="md">
                <ForecastValue forecast={whole.forecast} now={now} />
              </Text>
            </div>
          )}
        </SimpleGrid>
        <FirstScanNote firstScan={firstScan} boundScan={boundScan} />
        {crawledAt !== null && (
          <Text component="div">
            <Message of="overview.crawled" values={{ time: <Time value={crawledAt} /> }} />
          </Text>
        )}
        <Text component="details" c="dimmed">
          <summary>{t('overview.how')}</summary>
          <Box component="ul" m="xs 0 0" ps="1.25rem">
            <li>{t('overview.known')}</li>
            <li>{t('overview.reserved.text')}</li>
            <li>{t('overview.unavailable.text')}</li>
            <li>{t('overview.unknown.text')}</li>
            <li>
              {snapshots.latest === null ? (
                t('overview.snapshots.none')
              ) : (
                <Message
                  of="overview.snapshots"
                  values={{ count: snapshots.count, time: <Time value={snapshots.latest} /> }}
                />
              )}
            </li>
            <li>{t('overview.forecastHow')}</li>
          </Box>
        </Text>
      </Stack>
    </Panel>
  )
}

/** Shows what needs attention, how many numbers are left, and how long they will last. */
export function OverviewPage() {
  const t = useT()
  const client = useQueryClient()
  const list = overviewList.use()
  const query = useQuery(overviewQuery({ by: list.state.by }))
  const steps = useFirstSteps(query.data)
  const attention = useAttention()
  // Deferred: rendering all panels at once would block a phone. Together, so that nothing is pushed down.
  const waiting = useDeferredValue(query.isLoading || attention.isLoading)
  // The panels below the fold load after the first ones.
  const skeleton = (
    <>
      <Skeleton h={160} />
      <Skeleton h={80} />
      <Skeleton h={420} />
    </>
  )
  return (
    <>
      <PageHeader
        title={t('nav.overview')}
        description={t('overview.description')}
        actions={
          <Button
            leftSection={<IconRefresh size={16} aria-hidden />}
            onClick={() => void client.invalidateQueries({ queryKey: ['capacity'] })}
          >
            {t('action.refresh')}
          </Button>
        }
      />
      <Stack gap="lg">
        {!waiting && <NeedsAttention overview={query.data} attention={attention} />}
        {!waiting && <FirstSteps {...steps} />}
        {waiting ? (
          skeleton
        ) : (
          <QueryState query={query} loading={skeleton}>
            {(overview) =>
              totalOf(overview.whole) === 0 ? (
                <EmptyState
                  title={t(overview.crawledAt === null ? 'overview.empty' : 'overview.noNumbers')}
                  text={t(overview.crawledAt === null ? 'overview.empty.next' : 'overview.noNumbers.next')}
                >
                  <PageButton to={paths.idle()}>{t('overview.empty.list')}</PageButton>
                </EmptyState>
              ) : (
                <>
                  <CountsPanel overview={overview} />
                  <NumberRangesPanel overview={overview} list={list} stale={query.isPlaceholderData} />
                  <AlertsPanel overview={overview} />
                </>
              )
            }
          </QueryState>
        )}
        {/* A trend needs two points. */}
        {!waiting && (query.data?.snapshots.count ?? 0) > 1 && (
          <TrendPanel overview={query.data} list={list} />
        )}
      </Stack>
    </>
  )
}
