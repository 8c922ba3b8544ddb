import { Skeleton, Alert, Button, Group, Stack, Text } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { useNavigate, useParams } from 'react-router-dom'
import type { Phone } from '#contract/job-credentials.ts'
import { useT } from '../../../i18n/Language.tsx'
import { Message } from '../../../i18n/Message.tsx'
import { PageHeader } from '../../../ui/layout/PageHeader.tsx'
import { useFirstLoad } from '../../../api/first-load.ts'
import { QueryState } from '../../../ui/feedback/QueryState.tsx'
import { Time } from '../../../ui/text/Time.tsx'
import { statusMeanings, statusOf } from '../../../entities/job/job-status.ts'
import { jobItemsQuery, jobQuery } from '../../../entities/job/queries.ts'
import { paths } from '../../../lib/paths.ts'
import { colleaguesOf } from '../colleagues.ts'
import { CredentialsCard } from './CredentialsCard.tsx'
import { FailedRowsButton, JobActions, useJobCommand } from './JobActions.tsx'
import { JobItems } from './JobItems.tsx'
import { JobProgress } from './JobProgress.tsx'
import { StateBadge } from '../../../ui/text/StateBadge.tsx'
import { WelcomeSheets } from '../../../entities/creation/WelcomeSheets.tsx'
import { finalCodes, type Job } from '#contract/jobs.ts'
import { usePermission } from '../../../entities/session/SessionContext.tsx'
import { colorOf } from '../../../ui/text/meaning.ts'

const pollMs = 1_000
/** For an ended job with passwords, which another user may delete. */
const passwordsPollMs = 15_000

/** False once the passwords are deleted. */
const canBeSent = ({ retryable, state }: Job): boolean => retryable || state === 'ending'

/** Most rows in one answer. */
const mostFailed = 1_000

/** Why rows were not created, each reason once; sends those again that may succeed now. */
function FailedRows({ job }: { job: Job }) {
  const t = useT()
  const canRun = usePermission('job.run')
  const { command, pending } = useJobCommand(job.id)
  const { failed } = job.counts
  const { data } = useQuery(
    jobItemsQuery({ id: job.id, page: 1, pageSize: mostFailed, state: 'failed' }, job.endedAt),
  )
  const codes = (data?.items ?? []).map(({ code }) => code)
  const reasons = [...Map.groupBy(codes, (code) => code)].toSorted(([, a], [, b]) => b.length - a.length)
  const again = codes.filter((code) => !finalCodes.includes(code ?? '')).length
  return (
    <Alert color={colorOf('failed')} title={t('job.failed', { count: failed })}>
      {reasons.length > 0 && (
        <Text component="ul" m={0} ps="lg">
          {reasons.map(([code, { length }]) => (
            <li key={code}>
              {t('job.failed.reason', {
                count: length,
                reason: code === null ? t('item.failed') : t(`problem.${code}`),
              })}
            </li>
          ))}
        </Text>
      )}
      <Text>
        {t(again === 0 ? 'job.failed.final' : canBeSent(job) ? 'job.failed.text' : 'job.failed.gone')}
      </Text>
      <Group gap="sm" mt="sm">
        {canRun && job.retryable && again > 0 && (
          <Button
            size="compact-sm"
            loading={pending}
            onClick={() => command({ command: 'retry', what: 'failed' })}
          >
            {failed > mostFailed ? t('job.items.retry') : t('job.retry.failed', { count: again })}
          </Button>
        )}
        <FailedRowsButton id={job.id} />
      </Group>
    </Alert>
  )
}

/** The numbers that were created for new colleagues, for whom they are reserved next. */
function ForColleagues({ job }: { job: Job }) {
  const t = useT()
  const navigate = useNavigate()
  const canReserve = usePermission('extension.reserve')
  const people = colleaguesOf(job.id)
  if (people.length === 0 || !canReserve || job.counts.done === 0) return null
  return (
    <Alert mb="md" title={t('job.colleagues', { count: people.length })}>
      <Button
        size="compact-sm"
        onClick={() => {
          const numbers = people.map(({ ext }) => ext).join(', ')
          const names = people.map(({ name, workNumber }) => `${name} ${workNumber}`).join('\n')
          void navigate(paths.reserveBatch({ numbers }), { state: { agents: names } })
        }}
      >
        {t('job.colleagues.reserve')}
      </Button>
    </Alert>
  )
}

/** The available actions for rows that failed, need review, or were created with differences. */
function NextSteps({ job }: { job: Job }) {
  const t = useT()
  const canRun = usePermission('job.run')
  const { command, pending } = useJobCommand(job.id)
  const { failed, needsReview } = job.counts
  if (failed + needsReview + job.mismatched === 0) return null
  return (
    <Stack gap="sm" mb="md">
      {failed > 0 && <FailedRows job={job} />}
      {needsReview > 0 && (
        <Alert title={t('job.needsReview', { count: needsReview })}>
          <Text>
            {t(canBeSent(job) ? 'job.needsReview.text' : 'job.needsReview.gone', {
              seconds: job.visibilityTimeoutSeconds,
            })}
          </Text>
          {canRun && (
            <Group gap="sm" mt="sm">
              <Button size="compact-sm" loading={pending} onClick={() => command({ command: 'recheck' })}>
                {t('job.recheck')}
              </Button>
              {job.retryable && (
                <Button
                  size="compact-sm"
                  loading={pending}
                  onClick={() => command({ command: 'retry', what: 'needsReview' })}
                >
                  {t('job.retry.needsReview', { count: needsReview })}
                </Button>
              )}
              <Button size="compact-sm" loading={pending} onClick={() => command({ command: 'dismiss' })}>
                {t('job.dismiss', { count: needsReview })}
              </Button>
            </Group>
          )}
        </Alert>
      )}
      {job.mismatched > 0 && (
        <Alert title={t('job.mismatched', { count: job.mismatched })}>
          <Text>{t('job.mismatched.text')}</Text>
        </Alert>
      )}
    </Stack>
  )
}

/** One bulk creation: its progress, the result of each row, and the available actions. */
export function JobPage() {
  const { id = '' } = useParams()
  // What a user does to one job ends with it: another job has other passwords.
  return <JobWithId key={id} id={id} />
}

function JobWithId({ id }: { id: string }) {
  const t = useT()
  const query = useQuery({
    ...jobQuery(id),
    refetchInterval: ({ state: { data } }) => {
      if (data === undefined || data.endedAt === null) return pollMs
      return data.credentials.offered > 0 ? passwordsPollMs : false
    },
  })
  // Header and rows appear together, so that neither pushes the other down.
  const isLoading = useFirstLoad(query)
  const job = isLoading ? undefined : query.data
  const status = job === undefined ? null : statusOf(job)
  /** Passwords to print: only here, and only until the sheets are closed. */
  const [phones, setPhones] = useState<readonly Phone[] | null>(null)
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
          job === undefined ? (
            '\u00a0'
          ) : (
            <Message id="job.by" values={{ name: job.createdBy, time: <Time value={job.createdAt} /> }} />
          )
        }
        actions={job !== undefined && <JobActions job={job} />}
      />
      {phones !== null && (
        <WelcomeSheets phones={phones} back={t('job.sheets.done')} onClose={() => setPhones(null)} />
      )}
      {/* A new element with the job: the header above it grows. */}
      <div key={job === undefined ? 'loading' : 'job'} hidden={phones !== null}>
        <QueryState query={query} isLoading={isLoading} loading={<Skeleton h={320} />}>
          {(loaded) => (
            <>
              <NextSteps job={loaded} />
              <JobProgress job={loaded} />
              {loaded.endedAt !== null && <ForColleagues job={loaded} />}
              <CredentialsCard job={loaded} onPrint={setPhones} />
              <JobItems job={loaded} />
            </>
          )}
        </QueryState>
      </div>
    </>
  )
}
