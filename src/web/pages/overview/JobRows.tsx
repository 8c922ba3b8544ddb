import type { Job } from '#contract/jobs.ts'
import { finishedRows, statusMeanings, statusOf } from '../../entities/job/job-status.ts'
import { PasswordState, Retrieval } from '../../entities/job/PasswordState.tsx'
import { useT } from '../../i18n/Language.tsx'
import { paths } from '../../lib/paths.ts'
import { AttentionRow } from './AttentionRow.tsx'
import { PageButton, PageLink } from '../../ui/layout/PageLink.tsx'

function OpenJob({ job: { id, name } }: { job: Job }) {
  const t = useT()
  return (
    <PageButton to={paths.job(id)} size="compact-sm" aria-label={t('attention.job.open.of', { name })}>
      {t('attention.job.open')}
    </PageButton>
  )
}

/** A job that has not ended. */
export function RunningJob({ job }: { job: Job }) {
  const t = useT()
  const status = statusOf(job)
  return (
    <AttentionRow meaning={statusMeanings[status]} title={job.name} actions={<OpenJob job={job} />}>
      {t(`job.status.${status}`)} · {t('count.of', { done: finishedRows(job), total: job.total })}
      {job.counts.failed > 0 && ` · ${t('attention.job.failed', { count: job.counts.failed })}`}
    </AttentionRow>
  )
}

/** An ended job with rows that failed, or that a person has to review. */
export function FailedJob({ job }: { job: Job }) {
  const t = useT()
  const { failed, needsReview } = job.counts
  return (
    <AttentionRow
      meaning={failed > 0 ? 'failed' : 'attention'}
      title={job.name}
      actions={<OpenJob job={job} />}
    >
      {[
        ...(failed > 0 ? [t('attention.job.failed', { count: failed })] : []),
        ...(needsReview > 0 ? [t('attention.job.review', { count: needsReview })] : []),
      ].join(' · ')}
    </AttentionRow>
  )
}

/** A job whose generated passwords wait to be downloaded or printed, with their latest retrieval. */
export function JobPasswords({ job }: { job: Job }) {
  const latest = job.credentials.retrievals.at(-1)
  return (
    <AttentionRow meaning="attention" title={job.name} actions={<OpenJob job={job} />}>
      <PasswordState credentials={job.credentials} />
      {latest !== undefined && (
        <>
          {' '}
          · <Retrieval {...latest} />
        </>
      )}
    </AttentionRow>
  )
}

/** Says how many further jobs there are, if any. */
export function MoreJobs({ state, count }: { state: 'passwords' | 'attention'; count: number }) {
  const t = useT()
  if (count <= 0) return null
  return (
    <li>
      <PageLink size="sm" to={paths.jobs({ state })}>
        {t(`attention.jobs.${state}`, { count })}
      </PageLink>
    </li>
  )
}
