import { Anchor, Badge, Button, Group, SegmentedControl, Switch } from '@mantine/core'
import { IconPlus } from '@tabler/icons-react'
import { useQuery } from '@tanstack/react-query'
import * as z from 'zod/mini'
import { useMemo } from 'react'
import { Link } from 'react-router-dom'
import type { Job } from '#contract/jobs.ts'
import { pageQuery } from '#contract/page.ts'
import type { Translate } from '../../i18n/catalogue.ts'
import { useT } from '../../i18n/Language.tsx'
import { paths } from '../../lib/paths.ts'
import { usePermission } from '../../shared/session/SessionContext.tsx'
import { DataTable, type Column } from '../../ui/table/DataTable.tsx'
import { EmptyList, EmptyState } from '../../ui/feedback/EmptyState.tsx'
import { PageHeader } from '../../ui/PageHeader.tsx'
import { Pager } from '../../ui/table/Pager.tsx'
import { QueryState } from '../../ui/feedback/QueryState.tsx'
import { Time } from '../../ui/Time.tsx'
import { optionalParam, param, useUrlState } from '../../lib/url-state.ts'
import { settledOf, statusColors, statusOf, sharesOf } from '../job-labels.ts'
import { jobsQuery } from '../queries.ts'
import shares from '../../ui/ShareBar.module.css'

/** A job's progress bar without its legend; the counts are in the other columns. */
function MiniBar({ job }: { job: Job }) {
  const t = useT()
  return (
    <div className={shares.bar} aria-hidden>
      {sharesOf(job, t)
        .filter(({ value }) => value > 0)
        .map(({ id, value, tone }) => (
          <span key={id} className={`${shares.part} ${shares[tone]}`} style={{ flexGrow: value }} />
        ))}
    </div>
  )
}

const listState = z.object({
  page: param(pageQuery.page, 1),
  pageSize: param(pageQuery.pageSize, 20),
  state: optionalParam(z.enum(['open', 'ended'])),
  kind: optionalParam(z.literal('all')),
})

const columnsOf = (t: Translate): Column<Job>[] => [
  {
    id: 'name',
    header: t('jobs.name'),
    width: 220,
    cell: ({ id, name }) => (
      <Anchor component={Link} to={paths.job(id)} inherit fw={600} title={name}>
        {name}
      </Anchor>
    ),
  },
  {
    id: 'status',
    header: t('jobs.status'),
    width: 190,
    cell: (job) => {
      const status = statusOf(job)
      return (
        <Badge variant="dot" color={statusColors[status]}>
          {t(`job.status.${status}`)}
        </Badge>
      )
    },
  },
  { id: 'progress', header: t('jobs.progress'), width: 160, cell: (job) => <MiniBar job={job} /> },
  {
    id: 'settled',
    header: t('jobs.settled'),
    numeric: true,
    cell: (job) => t('jobs.settled.of', { done: settledOf(job), total: job.total }),
  },
  { id: 'failed', header: t('item.failed'), numeric: true, cell: ({ counts }) => counts.failed },
  {
    id: 'needsReview',
    header: t('item.needsReview'),
    numeric: true,
    cell: ({ counts }) => counts.needsReview,
  },
  { id: 'createdBy', header: t('jobs.createdBy'), cell: ({ createdBy }) => createdBy },
  {
    id: 'createdAt',
    header: t('jobs.createdAt'),
    sorted: 'descending',
    cell: ({ createdAt }) => <Time value={createdAt} />,
  },
  { id: 'endedAt', header: t('jobs.endedAt'), cell: ({ endedAt }) => <Time value={endedAt} /> },
]
const idOf = ({ id }: Job) => id

/** All bulk creations, newest first; for supervisors to read. */
export function JobsPage() {
  const t = useT()
  const mayRun = usePermission('job.run')
  const [state, set] = useUrlState(listState)
  const query = useQuery(jobsQuery(state))
  const columns = useMemo(() => columnsOf(t), [t])
  const table = (rows: readonly Job[] | undefined) => (
    <DataTable
      label={t('jobs.title')}
      columns={columns}
      rows={rows}
      rowKey={idOf}
      expected={5}
      stale={query.isPlaceholderData}
    />
  )
  const begin = mayRun ? (
    <Button component={Link} to={paths.newJob()} leftSection={<IconPlus size={16} aria-hidden />}>
      {t('jobs.new')}
    </Button>
  ) : null
  return (
    <>
      <PageHeader title={t('jobs.title')} description={t('jobs.description')} actions={begin} />
      <Group mb="sm">
        <SegmentedControl
          aria-label={t('jobs.filter')}
          value={state.state ?? 'all'}
          data={(['all', 'open', 'ended'] as const).map((value) => ({
            value,
            label: t(`jobs.filter.${value}`),
          }))}
          onChange={(value) => set({ state: value === 'open' || value === 'ended' ? value : undefined })}
        />
        <Switch
          label={t('jobs.singles')}
          checked={state.kind === 'all'}
          onChange={(event) => set({ kind: event.currentTarget.checked ? 'all' : undefined })}
        />
      </Group>
      <QueryState query={query} loading={table(undefined)}>
        {({ items, total }) =>
          items.length > 0 ? (
            <>
              {table(items)}
              <Pager page={state.page} pageSize={state.pageSize} total={total} onChange={set} />
            </>
          ) : (
            <EmptyList
              total={total}
              isFirstPage={state.page === 1}
              toFirstPage={() => set({ page: 1 })}
              isFiltered={state.state !== undefined}
              clearFilters={() => set({ state: undefined })}
            >
              <EmptyState
                title={t('jobs.empty')}
                text={t(mayRun ? 'jobs.empty.next' : 'jobs.empty.supervisor')}
              >
                {begin}
              </EmptyState>
            </EmptyList>
          )
        }
      </QueryState>
    </>
  )
}
