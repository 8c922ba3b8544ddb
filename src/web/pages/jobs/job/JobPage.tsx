import { Skeleton } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { useParams } from 'react-router-dom'
import type { Phone } from '#contract/job-credentials.ts'
import { useT } from '../../../i18n/Language.tsx'
import { Message } from '../../../i18n/Message.tsx'
import { PageHeader } from '../../../ui/layout/PageHeader.tsx'
import { QueryState, useDeferredRead } from '../../../ui/feedback/QueryState.tsx'
import { Time } from '../../../ui/text/Time.tsx'
import { statusMeanings, statusOf } from '../../../entities/job/job-status.ts'
import { jobQuery } from '../../../entities/job/queries.ts'
import { CredentialsCard } from './CredentialsCard.tsx'
import { JobActions } from './JobActions.tsx'
import { JobItems } from './JobItems.tsx'
import { JobProgress } from './JobProgress.tsx'
import { NextSteps } from './NextSteps.tsx'
import { StateBadge } from '../../../ui/text/StateBadge.tsx'
import { WelcomeSheets } from './WelcomeSheets.tsx'

const pollMs = 1_000
/** For an ended job with passwords, which another user may delete. */
const passwordsPollMs = 15_000

/** One bulk creation: its progress, the result of each row, and the available actions. */
export function JobPage() {
  const { id = '' } = useParams()
  // What a user does to one job ends with it: another job has other passwords.
  return <JobWithId key={id} id={id} />
}

function JobWithId({ id }: { id: string }) {
  const t = useT()
  // Render header and rows together, so that neither pushes the other down.
  const query = useDeferredRead(
    useQuery({
      ...jobQuery(id),
      refetchInterval: ({ state: { data } }) => {
        if (data === undefined || data.endedAt === null) return pollMs
        return data.credentials.offered > 0 ? passwordsPollMs : false
      },
    }),
  )
  const { data: job } = query
  const status = job === undefined ? null : statusOf(job)
  /** Passwords to print: only here, and only until the sheets are closed. */
  const [phones, setPhones] = useState<readonly Phone[] | null>(null)
  return (
    <>
      <div data-no-print={phones === null ? undefined : true}>
        <PageHeader
          title={job?.name ?? t('job.title')}
          titleSuffix={
            status !== null && (
              <StateBadge meaning={statusMeanings[status]}>{t(`job.status.${status}`)}</StateBadge>
            )
          }
          description={
            job === undefined ? (
              '\u00a0'
            ) : (
              <Message of="job.by" values={{ name: job.createdBy, time: <Time value={job.createdAt} /> }} />
            )
          }
          actions={job !== undefined && <JobActions job={job} />}
        />
      </div>
      {phones !== null && <WelcomeSheets phones={phones} onClose={() => setPhones(null)} />}
      {/* A new element with the job: the header above it grows. */}
      <div key={job === undefined ? 'loading' : 'job'} hidden={phones !== null}>
        <QueryState query={query} loading={<Skeleton h={320} />}>
          {(loaded) => (
            <>
              <JobProgress job={loaded} />
              <NextSteps job={loaded} />
              <CredentialsCard job={loaded} onPrint={setPhones} />
              <JobItems job={loaded} />
            </>
          )}
        </QueryState>
      </div>
    </>
  )
}
