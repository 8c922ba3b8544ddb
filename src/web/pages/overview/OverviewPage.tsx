import { Button, SimpleGrid, Skeleton, Stack, Box, Text, Group } from '@mantine/core'
import { IconRefresh } from '@tabler/icons-react'
import { useQuery, useQueryClient } from '@tanstack/react-query'
import { useDeferredValue } from 'react'
import { totalOf, countedStates } from '#contract/number-states.ts'
import { allNumbers, type Capacity } from '#contract/capacity.ts'
import { useT, useLanguage } from '../../i18n/Language.tsx'
import { paths } from '../../lib/paths.ts'
import { usePermission } from '../../entities/session/SessionContext.tsx'
import { EmptyState } from '../../ui/feedback/EmptyState.tsx'
import { PageHeader } from '../../ui/layout/PageHeader.tsx'
import { QueryState } from '../../ui/feedback/QueryState.tsx'
import { Message } from '../../i18n/Message.tsx'
import { FirstScanNote } from '../../entities/extension/FirstScanNote.tsx'
import { Time } from '../../ui/text/Time.tsx'
import { ForecastValue } from '../../entities/forecast/ForecastValue.tsx'
import { Panel } from '../../ui/layout/Panel.tsx'
import { auditPageQuery } from '../../entities/audit/queries.ts'
import { objectPath, objectText, resultText, shortened } from '../../entities/audit/audit-text.ts'
import { eventCaption } from '../../entities/audit/event-caption.ts'
import { StateBadge } from '../../ui/text/StateBadge.tsx'
import { PageButton, PageLink } from '../../ui/layout/PageLink.tsx'
import { AlertsPanel } from './AlertsPanel.tsx'
import { NumberRangesPanel } from './NumberRangesPanel.tsx'
import { HealthPanel } from './HealthPanel.tsx'
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

const recentQuery = { pageSize: 8, jobRows: '0' } as const

/** The latest audit events. A job counts as one event; its rows are left out. */
function RecentAudit() {
  const t = useT()
  const query = useQuery(auditPageQuery(recentQuery))
  return (
    <Panel
      title={t('recent.audit')}
      actions={
        <PageLink size="sm" to={paths.audit()}>
          {t('recent.audit.all')}
        </PageLink>
      }
    >
      <QueryState query={query} loading={<Skeleton h={240} />}>
        {({ items }) =>
          items.length === 0 ? (
            <Text>{t('recent.audit.none')}</Text>
          ) : (
            <Stack component="ul" gap="sm" m={0} p={0} style={{ listStyle: 'none' }}>
              {items.map((event) => {
                const { id, action, actor, object, phase, result, at } = event
                const path = objectPath(action, object)
                const named = objectText(t, action, shortened(object))
                const on = named === '-' ? null : named
                const outcome = phase === 'outcome' && result !== null ? resultText(t, action, result) : null
                return (
                  <Box
                    component="li"
                    key={id}
                    pb="sm"
                    style={{ borderBottom: '1px solid var(--console-line)' }}
                  >
                    <Text mb={2} style={{ overflowWrap: 'anywhere' }}>
                      <b>{eventCaption(t, event)}</b>{' '}
                      {action !== 'audit.begin' &&
                        (path === null || on === null ? (
                          on
                        ) : (
                          <PageLink to={path} underline="always">
                            {on}
                          </PageLink>
                        ))}
                    </Text>
                    <Group gap="0.125rem 0.75rem" fz="xs" c="dimmed">
                      {outcome !== null && <StateBadge meaning={outcome.meaning}>{outcome.text}</StateBadge>}
                      <span>{actor}</span>
                      <Time value={at} />
                    </Group>
                  </Box>
                )
              })}
            </Stack>
          )
        }
      </QueryState>
    </Panel>
  )
}

/** Shows how many numbers are left, how long they will last, and the state of the service. Each panel loads on its own. */
export function OverviewPage() {
  const t = useT()
  const client = useQueryClient()
  const list = overviewList.use()
  const query = useQuery(overviewQuery({ by: list.state.by }))
  const canAudit = usePermission('audit.read')
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
        {!waiting && (
          <>
            {/* A trend needs two points. */}
            {(query.data?.snapshots.count ?? 0) > 1 && <TrendPanel overview={query.data} list={list} />}
            <SimpleGrid cols={{ base: 1, md: canAudit ? 2 : 1 }} spacing="lg">
              <HealthPanel />
              {canAudit && <RecentAudit />}
            </SimpleGrid>
          </>
        )}
      </Stack>
    </>
  )
}
