import { Skeleton } from '@mantine/core'
import { useParams } from 'react-router-dom'
import { useT } from '../../i18n/Language.tsx'
import { Message } from '../../i18n/Message.tsx'
import { PageHeader } from '../../ui/PageHeader.tsx'
import { QueryState, useDeferredRead } from '../../ui/feedback/QueryState.tsx'
import { Time } from '../../ui/Time.tsx'
import { statusMeanings, statusOf } from '../job-labels.ts'
import { CredentialsCard } from './CredentialsCard.tsx'
import { JobActions } from './JobActions.tsx'
import { JobItems } from './JobItems.tsx'
import { JobProgress } from './JobProgress.tsx'
import { NextSteps } from './NextSteps.tsx'
import { useJob } from './use-job.ts'
import { StateBadge } from '../../ui/StateBadge.tsx'

/** One bulk creation: its progress, the result of each row, and the available actions. */
export function JobPage() {
  const t = useT()
  const { id = '' } = useParams()
  // Render header and rows together, so that neither pushes the other down.
  const query = useDeferredRead(useJob(id))
  const { data: job } = query
  const status = job === undefined ? null : statusOf(job)
  return (
    <>
      <PageHeader
        title={job?.name ?? t('job.title')}
        titleSuffix={
          status !== null && (
            <StateBadge meaning={statusMeanings[status]}>{t(`job.status.${status}`)}</StateBadge>
          )
        }
        description={
          job !== undefined && (
            <>
              <Message of="job.by" values={{ name: job.createdBy, time: <Time value={job.createdAt} /> }} />
            </>
          )
        }
        actions={job !== undefined && <JobActions job={job} />}
      />
      <QueryState query={query} loading={<Skeleton h={320} />}>
        {(shown) => (
          <>
            <JobProgress job={shown} />
            <NextSteps job={shown} />
            <CredentialsCard job={shown} />
            <JobItems job={shown} />
          </>
        )}
      </QueryState>
    </>
  )
}
