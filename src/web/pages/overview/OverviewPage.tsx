import { Button, SimpleGrid, Skeleton, Stack } from '@mantine/core'
import { IconRefresh } from '@tabler/icons-react'
import { useQuery, useQueryClient } from '@tanstack/react-query'
import { useDeferredValue } from 'react'
import { totalOf } from '#contract/number-states.ts'
import { useT } from '../../i18n/Language.tsx'
import { paths } from '../../lib/paths.ts'
import { useIsLimited, usePermission } from '../../entities/session/SessionContext.tsx'
import { EmptyState } from '../../ui/feedback/EmptyState.tsx'
import { PageHeader } from '../../ui/layout/PageHeader.tsx'
import { QueryState } from '../../ui/feedback/QueryState.tsx'
import { AlertsPanel } from './AlertsPanel.tsx'
import { NumberRangesPanel } from './NumberRangesPanel.tsx'
import { CountsPanel } from './CountsPanel.tsx'
import { HealthPanel } from './HealthPanel.tsx'
import { overviewList } from './overview-state.ts'
import { overviewQuery } from './queries.ts'
import { NeedsAttention } from './NeedsAttention.tsx'
import { useAttention } from './use-attention.ts'
import { TrendPanel } from './TrendPanel.tsx'
import { FirstSteps, useFirstSteps } from './FirstSteps.tsx'
import { RecentAudit } from './RecentAudit.tsx'
import { PageButton } from '../../ui/layout/PageLink.tsx'

/** Shows how many numbers are left, how long they will last, and the state of the service. Each panel loads on its own. */
export function OverviewPage() {
  const t = useT()
  const client = useQueryClient()
  const list = overviewList.use()
  const query = useQuery(overviewQuery({ by: list.state.by, length: list.state.length }))
  const canAudit = usePermission('audit.read')
  const isLimited = useIsLimited()
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
                  {!isLimited && <PageButton to={paths.idle()}>{t('overview.empty.list')}</PageButton>}
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
