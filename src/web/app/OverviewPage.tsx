import { Button, SimpleGrid, Skeleton, Stack } from '@mantine/core'
import { IconRefresh } from '@tabler/icons-react'
import { useQuery, useQueryClient } from '@tanstack/react-query'
import { Link } from 'react-router-dom'
import { useT } from '../i18n/Language.tsx'
import { paths } from '../lib/paths.ts'
import { usePermission } from '../shared/session/SessionContext.tsx'
import { EmptyState } from '../ui/feedback/EmptyState.tsx'
import { PageHeader } from '../ui/PageHeader.tsx'
import { QueryState } from '../ui/feedback/QueryState.tsx'
import { AlertsPanel } from '../capacity/AlertsPanel.tsx'
import { NumberRangesPanel } from '../capacity/NumberRangesPanel.tsx'
import { CountsPanel } from '../capacity/CountsPanel.tsx'
import { HealthPanel } from '../capacity/HealthPanel.tsx'
import { overviewList } from '../capacity/overview-state.ts'
import { overviewQuery } from '../capacity/queries.ts'
import { RecentAudit } from '../audit/RecentAudit.tsx'
import { RecentJobs } from '../jobs/RecentJobs.tsx'
import { TrendPanel } from '../capacity/TrendPanel.tsx'

/** How many numbers are left and for how long, and whether all goes well: each panel loads on its own. */
export function OverviewPage() {
  const t = useT()
  const client = useQueryClient()
  const list = overviewList.use()
  const query = useQuery(overviewQuery({ by: list.state.by, length: list.state.length }))
  const mayAudit = usePermission('audit.read')
  return (
    <>
      <PageHeader
        title={t('overview.title')}
        description={t('overview.description')}
        actions={
          <Button
            variant="default"
            leftSection={<IconRefresh size={16} aria-hidden />}
            onClick={() => void client.invalidateQueries({ queryKey: ['capacity'] })}
          >
            {t('overview.refresh')}
          </Button>
        }
      />
      <Stack gap="lg">
        <QueryState
          query={query}
          loading={
            <>
              <Skeleton h={160} />
              <Skeleton h={80} />
              <Skeleton h={420} />
            </>
          }
        >
          {(overview) => {
            const { free, bound, unknown } = overview.whole
            return free + bound + unknown === 0 ? (
              <EmptyState title={t('overview.empty')} text={t('overview.empty.next')}>
                <Button component={Link} to={paths.idle()} variant="default">
                  {t('overview.empty.list')}
                </Button>
              </EmptyState>
            ) : (
              <>
                <CountsPanel overview={overview} />
                <AlertsPanel overview={overview} />
                <NumberRangesPanel overview={overview} list={list} stale={query.isPlaceholderData} />
              </>
            )
          }}
        </QueryState>
        <TrendPanel overview={query.data} list={list} />
        <SimpleGrid cols={{ base: 1, md: 2, xl: mayAudit ? 3 : 2 }} spacing="lg">
          <HealthPanel />
          <RecentJobs />
          {mayAudit && <RecentAudit />}
        </SimpleGrid>
      </Stack>
    </>
  )
}
