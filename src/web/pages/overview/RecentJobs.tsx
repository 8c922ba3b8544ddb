import { Anchor, Skeleton, Text } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { Link } from 'react-router-dom'
import { useT } from '../../i18n/Language.tsx'
import { finishedRows, statusMeanings, statusOf } from '../../entities/job/job-status.ts'
import { jobsQuery } from '../../entities/job/queries.ts'
import { paths } from '../../lib/paths.ts'
import { QueryState } from '../../ui/feedback/QueryState.tsx'
import { Time } from '../../ui/text/Time.tsx'
import { Panel } from '../../ui/layout/Panel.tsx'
import classes from './recent-list.module.css'
import { StateBadge } from '../../ui/text/StateBadge.tsx'

const shown = 5

/** The latest bulk jobs with their status. */
export function RecentJobs() {
  const t = useT()
  const query = useQuery(jobsQuery({ page: 1, pageSize: shown }))
  return (
    <Panel
      title={t('recent.jobs')}
      actions={
        <Anchor component={Link} to={paths.jobs()} size="sm">
          {t('recent.jobs.all')}
        </Anchor>
      }
    >
      <QueryState query={query} loading={<Skeleton h={160} />}>
        {({ items }) =>
          items.length === 0 ? (
            <Text size="sm">{t('recent.jobs.none')}</Text>
          ) : (
            <ul className={classes.list}>
              {items.map((job) => {
                const status = statusOf(job)
                return (
                  <li key={job.id}>
                    <Anchor
                      component={Link}
                      to={paths.job(job.id)}
                      size="sm"
                      fw={600}
                      className={classes.name}
                    >
                      {job.name}
                    </Anchor>
                    <span className={classes.beside}>
                      <StateBadge meaning={statusMeanings[status]}>{t(`job.status.${status}`)}</StateBadge>
                      <span>{t('jobs.settled.of', { done: finishedRows(job), total: job.total })}</span>
                      <span>{job.createdBy}</span>
                      <Time value={job.createdAt} />
                    </span>
                  </li>
                )
              })}
            </ul>
          )
        }
      </QueryState>
    </Panel>
  )
}
