import { ActionIcon, Group, Skeleton, Stack, Text } from '@mantine/core'
import { IconRefresh } from '@tabler/icons-react'
import { useQuery, useQueryClient } from '@tanstack/react-query'
import { totalOf } from '#contract/number-states.ts'
import type { Visit } from '../../api/first-reads.ts'
import { useFirstLoad } from '../../api/first-load.ts'
import { invalidate } from '../../api/query-client.ts'
import { capacityQuery, healthQuery } from '../../entities/capacity/queries.ts'
import { usePermission } from '../../entities/session/SessionContext.tsx'
import { useT } from '../../i18n/Language.tsx'
import { Message } from '../../i18n/Message.tsx'
import { paths } from '../../lib/paths.ts'
import { EmptyState } from '../../ui/feedback/EmptyState.tsx'
import { QueryState } from '../../ui/feedback/QueryState.tsx'
import { PageHeader } from '../../ui/layout/PageHeader.tsx'
import { PageButton } from '../../ui/layout/PageLink.tsx'
import { Time } from '../../ui/text/Time.tsx'
import { CapacityPanel } from './CapacityPanel.tsx'
import { FirstSteps, useFirstSteps } from './FirstSteps.tsx'
import { NeedsAttention } from './NeedsAttention.tsx'
import classes from './Overview.module.css'
import { RecentActions, recentActionsQuery } from './RecentActions.tsx'
import { ServiceState } from './ServiceState.tsx'
import { attentionReads, useAttention } from './use-attention.ts'

/** When all free numbers were last read, undefined while that loads, with a button that reads the counts again. */
function Freshness({ crawledAt }: { crawledAt: number | null | undefined }) {
  const t = useT()
  const client = useQueryClient()
  return (
    <Group gap="xs" className={classes.freshness}>
      {crawledAt === undefined && <Skeleton w={190} h={16} />}
      {crawledAt != null && (
        <Text span c="dimmed" size="sm">
          <Message id="overview.crawled" values={{ time: <Time value={crawledAt} /> }} />
        </Text>
      )}
      <ActionIcon
        size="sm"
        aria-label={t('action.refresh')}
        onClick={() => void invalidate(client, '/api/capacity')}
      >
        <IconRefresh size={16} aria-hidden />
      </ActionIcon>
    </Group>
  )
}

/** What needs attention, how many numbers are left, and what was done last: on one screen at a desk. */
export function OverviewPage() {
  const t = useT()
  const query = useQuery(capacityQuery({}))
  const canAudit = usePermission('audit.read')
  const steps = useFirstSteps(query.data)
  const attention = useAttention()
  const isLoading = useFirstLoad(query, ...attention.reads)
  const skeleton = <Skeleton h={320} />
  return (
    <>
      <PageHeader
        title={t('nav.overview')}
        titleSuffix={<Freshness crawledAt={query.isError ? null : query.data?.crawledAt} />}
        actions={
          <div className={classes.service}>
            <ServiceState />
          </div>
        }
      />
      <Stack gap="md">
        {isLoading ? (
          <>
            <Skeleton h={160} />
            {skeleton}
          </>
        ) : (
          <>
            <FirstSteps {...steps} />
            <NeedsAttention overview={query.data} attention={attention} />
            <div className={classes.panels} data-single={!canAudit || undefined}>
              <QueryState query={query} loading={skeleton}>
                {(capacity) =>
                  totalOf(capacity.whole) === 0 ? (
                    <EmptyState
                      title={t(capacity.crawledAt === null ? 'overview.empty' : 'overview.noNumbers')}
                      text={t(
                        capacity.crawledAt === null ? 'overview.empty.next' : 'overview.noNumbers.next',
                      )}
                    >
                      <PageButton to={paths.idle()}>{t('overview.empty.list')}</PageButton>
                    </EmptyState>
                  ) : (
                    <CapacityPanel capacity={capacity} />
                  )
                }
              </QueryState>
              {canAudit && <RecentActions />}
            </div>
          </>
        )}
      </Stack>
    </>
  )
}

OverviewPage.firstReads = ({ session }: Visit) => [
  capacityQuery({}),
  ...Object.values(attentionReads(session)),
  healthQuery(),
  { ...recentActionsQuery(), enabled: session.permissions.includes('audit.read') },
]
