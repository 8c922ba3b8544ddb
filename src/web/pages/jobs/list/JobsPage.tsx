import { Switch, Text } from '@mantine/core'
import { IconPlus } from '@tabler/icons-react'
import { useQuery } from '@tanstack/react-query'
import * as z from 'zod/mini'
import { useMemo } from 'react'
import { jobSorts, type Job, type JobSort } from '#contract/jobs.ts'
import type { Translate } from '../../../i18n/catalogue.ts'
import { useT } from '../../../i18n/Language.tsx'
import { paths } from '../../../lib/paths.ts'
import { usePermission } from '../../../entities/session/SessionContext.tsx'
import type { Column } from '../../../ui/table/DataTable.tsx'
import { List } from '../../../ui/table/List.tsx'
import { segmentsFilter } from '../../../ui/table/filters.tsx'
import { countedPages, defineListState } from '../../../ui/table/list-state.ts'
import { orderParams, useSorting, type Sorting } from '../../../ui/table/sorting.ts'
import { EmptyState } from '../../../ui/feedback/EmptyState.tsx'
import { PageHeader } from '../../../ui/layout/PageHeader.tsx'
import { Time } from '../../../ui/text/Time.tsx'
import { optionalParam } from '../../../lib/url-state.ts'
import { finishedRows, statusMeanings, statusOf, sharesOf } from '../../../entities/job/job-status.ts'
import { PasswordSummary } from '../../../entities/job/PasswordState.tsx'
import { jobsQuery } from '../../../entities/job/queries.ts'
import { Bar } from '../../../ui/text/ShareBar.tsx'
import { StateBadge } from '../../../ui/text/StateBadge.tsx'
import { PageButton, PageLink } from '../../../ui/layout/PageLink.tsx'

const states = ['open', 'ended', 'attention', 'passwords'] as const

const jobFilters = {
  state: segmentsFilter({
    caption: 'caption.state',
    schema: z.enum(states),
    values: states,
    textOf: (t, state) => t(`jobs.filter.${state}`),
    all: 'jobs.filter.all',
  }),
}
const jobList = defineListState({
  filters: jobFilters,
  paging: countedPages,
  // Not a filter: `all` shows more jobs, not fewer.
  extraParams: {
    kind: optionalParam(z.literal('all')),
    ...orderParams(jobSorts, { sort: 'created', order: 'desc' }),
  },
})

const columnsOf = (t: Translate, sorting: Sorting<JobSort>): Column<Job>[] => [
  {
    id: 'name',
    header: t('jobs.name'),
    width: 200,
    wrap: true,
    cell: ({ id, name, credentials }) => (
      <div>
        <PageLink to={paths.job(id)} fw={600} title={name}>
          {name}
        </PageLink>
        <PasswordSummary credentials={credentials} />
      </div>
    ),
  },
  {
    id: 'status',
    header: t('caption.state'),
    width: 175,
    cell: (job) => {
      const status = statusOf(job)
      return <StateBadge meaning={statusMeanings[status]}>{t(`job.status.${status}`)}</StateBadge>
    },
  },
  {
    id: 'progress',
    header: t('jobs.progress'),
    width: 160,
    cell: (job) => (
      <>
        {/* On a card, the bar would shrink to the minimum width of its parts. */}
        <Bar shares={sharesOf(job, t)} style={{ minWidth: '5rem' }} />
        <Text size="xs" c="dimmed" flex="none">
          {t('count.of', { done: finishedRows(job), total: job.total })}
        </Text>
      </>
    ),
  },
  {
    id: 'failed',
    header: t('item.failed'),
    ...sorting('failed'),
    numeric: true,
    cell: ({ counts }) => counts.failed,
    isEmpty: ({ counts }) => counts.failed === 0,
  },
  {
    id: 'needsReview',
    header: t('item.needsReview'),
    numeric: true,
    cell: ({ counts }) => counts.needsReview,
    isEmpty: ({ counts }) => counts.needsReview === 0,
  },
  { id: 'createdBy', header: t('jobs.createdBy'), cell: ({ createdBy }) => createdBy },
  {
    id: 'createdAt',
    header: t('jobs.createdAt'),
    ...sorting('created'),
    cell: ({ createdAt }) => <Time value={createdAt} />,
  },
  {
    id: 'endedAt',
    header: t('jobs.endedAt'),
    ...sorting('ended'),
    optional: true,
    cell: ({ endedAt }) => <Time value={endedAt} />,
  },
]

/** All bulk creations. Supervisors can only read them. */
export function JobsPage() {
  const t = useT()
  const canRun = usePermission('job.run')
  const list = jobList.use()
  const { listQuery, restart } = list
  const { kind, sort, order } = list.state
  const query = useQuery(jobsQuery({ ...listQuery, kind, sort, order }))
  const sorting = useSorting(list.state, restart)
  const columns = useMemo(() => columnsOf(t, sorting), [t, sorting])
  const begin = canRun ? (
    <PageButton variant="filled" to={paths.newJob()} leftSection={<IconPlus size={16} aria-hidden />}>
      {t('jobs.new')}
    </PageButton>
  ) : null
  return (
    <>
      <PageHeader title={t('nav.jobs')} description={t('jobs.description')} actions={begin} />
      <List
        name="jobs"
        label={t('nav.jobs')}
        list={list}
        query={query}
        columns={columns}
        rowKey="id"
        expected={5}
        tools={
          <Switch
            my="auto"
            label={t('jobs.singles')}
            checked={kind === 'all'}
            onChange={(event) => restart({ kind: event.currentTarget.checked ? 'all' : undefined })}
          />
        }
        filters={jobFilters}
        empty={
          <EmptyState title={t('jobs.empty')} text={t(canRun ? 'jobs.empty.next' : 'jobs.empty.supervisor')}>
            {begin}
          </EmptyState>
        }
      />
    </>
  )
}
