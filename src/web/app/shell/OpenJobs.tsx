import { Progress, VisuallyHidden } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { Link } from 'react-router-dom'
import { finishedRows, statusMeanings, statusOf } from '../../entities/job/job-status.ts'
import { openJobsQuery } from '../../entities/job/queries.ts'
import { usePermission } from '../../entities/session/SessionContext.tsx'
import { useT } from '../../i18n/Language.tsx'
import { paths } from '../../lib/paths.ts'
import { colorOf } from '../../ui/text/meaning.ts'
import classes from './OpenJobs.module.css'

/** The bulk jobs that have not ended, in the header of every page: a name and a bar, a line on a phone. Renders nothing without any. */
export function OpenJobs() {
  const t = useT()
  const { data } = useQuery({ ...openJobsQuery(), enabled: usePermission('extension.read') })
  const jobs = data?.items ?? []
  const [first, ...others] = jobs
  if (first === undefined) return null
  const done = jobs.reduce((sum, job) => sum + finishedRows(job), 0)
  const total = jobs.reduce((sum, job) => sum + job.total, 0)
  const status = statusOf(first)
  return (
    <Link to={others.length === 0 ? paths.job(first.id) : paths.jobs()} className={classes.root}>
      <span className={classes.name}>
        {others.length === 0 ? first.name : t('shell.jobs', { count: jobs.length })}
      </span>
      <Progress
        className={classes.bar}
        size="sm"
        value={total === 0 ? 0 : (100 * done) / total}
        color={colorOf(statusMeanings[status])}
        aria-hidden
      />
      <span className={classes.done}>{t('count.of', { done, total })}</span>
      {others.length === 0 && <VisuallyHidden>{t(`job.status.${status}`)}</VisuallyHidden>}
    </Link>
  )
}
