import { Text } from '@mantine/core'
import { useRef, type ReactNode } from 'react'
import type { Capacity } from '#contract/capacity.ts'
import type { Reservation } from '#contract/reservations.ts'
import type { Service } from '#contract/service.ts'
import type { Job } from '#contract/jobs.ts'
import { reservedFor } from '../../entities/reservation/reserved-for.ts'
import { usePermission } from '../../entities/session/SessionContext.tsx'
import { useT } from '../../i18n/Language.tsx'
import { Message } from '../../i18n/Message.tsx'
import { paths } from '../../lib/paths.ts'
import { Panel } from '../../ui/layout/Panel.tsx'
import { Time } from '../../ui/text/Time.tsx'
import { finishedRows, statusMeanings, statusOf } from '../../entities/job/job-status.ts'
import { PasswordState, Retrieval } from '../../entities/job/PasswordState.tsx'
import { PageButton, PageLink } from '../../ui/layout/PageLink.tsx'
import { AlertRow } from './AlertRow.tsx'
import { AttentionRow } from './AttentionRow.tsx'
import classes from './NeedsAttention.module.css'
import type { useAttention } from './use-attention.ts'

/** Reservations named in one sentence. */
const maxNamed = 3

const Go = ({ to, children }: { to: string; children: ReactNode }) => (
  <PageButton to={to} size="compact-sm">
    {children}
  </PageButton>
)

function OpenJob({ job: { id, name } }: { job: Job }) {
  const t = useT()
  return (
    <PageButton to={paths.job(id)} size="compact-sm" aria-label={t('attention.job.open.of', { name })}>
      {t('attention.job.open')}
    </PageButton>
  )
}

/** A job that has not ended, with rows that failed or that a person has to review, or whose passwords wait: each in its one sentence. */
function JobLine({ job, isOpen, hasPasswords }: { job: Job; isOpen: boolean; hasPasswords: boolean }) {
  const t = useT()
  const { failed, needsReview } = job.counts
  const status = statusOf(job)
  const latest = job.credentials.retrievals.at(-1)
  const meaning = isOpen ? statusMeanings[status] : failed > 0 ? 'failed' : 'attention'
  const facts = [
    ...(isOpen
      ? [t(`job.status.${status}`), t('count.of', { done: finishedRows(job), total: job.total })]
      : []),
    ...(failed > 0 ? [t('attention.job.failed', { count: failed })] : []),
    ...(needsReview > 0 ? [t('attention.job.review', { count: needsReview })] : []),
  ].join(' · ')
  return (
    <AttentionRow meaning={meaning} title={job.name} actions={<OpenJob job={job} />}>
      {facts}
      {hasPasswords && (
        <>
          {facts !== '' && ' · '}
          <PasswordState credentials={job.credentials} />
          {latest !== undefined && (
            <>
              {' '}
              · <Retrieval {...latest} />
            </>
          )}
        </>
      )}
    </AttentionRow>
  )
}

/** Says how many further jobs there are, if any. */
function MoreJobs({ state, count }: { state: 'passwords' | 'attention'; count: number }) {
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

/** Says that the service answered otherwise than the day before, or failed a step. */
function DailyCheck({ check }: { check: NonNullable<Service['dailyCheck']> }) {
  const t = useT()
  const isFailing = check.failed.length > 0
  const counts = (['failed', 'changed'] as const).flatMap((kind) =>
    check[kind].length === 0 ? [] : [t(`overview.service.count.${kind}`, { count: check[kind].length })],
  )
  return (
    <AttentionRow
      meaning={isFailing ? 'failed' : 'attention'}
      title={t(isFailing ? 'overview.service.failed' : 'overview.service.changed')}
      actions={<Go to={paths.service()}>{t('overview.service.open')}</Go>}
    >
      <Message
        id="overview.service.text"
        values={{ time: <Time value={check.at} words="moment" />, counts: counts.join(t('list.separator')) }}
      />
    </AttentionRow>
  )
}

/** Reservations that end today, or that were lost to another agent: the first with number and person, then how many more. */
function Reservations({ kind, items }: { kind: 'expiring' | 'lost'; items: readonly Reservation[] }) {
  const t = useT()
  const named = items.slice(0, maxNamed).map((item) => `${item.ext} ${reservedFor(t, item)}`)
  const moreCount = items.length - named.length
  return (
    <AttentionRow
      meaning="attention"
      title={t(`attention.${kind}`, { count: items.length })}
      actions={
        <Go to={paths.reservations({ state: kind === 'lost' ? 'taken' : 'reserved' })}>
          {t('attention.reservations.open')}
        </Go>
      }
    >
      {named.join(t('list.separator'))}
      {moreCount > 0 && ` ${t('attention.more', { count: moreCount })}`}
    </AttentionRow>
  )
}

interface NeedsAttentionProps {
  overview: Capacity | undefined
  attention: ReturnType<typeof useAttention>
}

/** What someone has to look at now, one sentence and one button each, and the jobs that are running. */
export function NeedsAttention({ overview, attention }: NeedsAttentionProps) {
  const t = useT()
  const content = useRef<HTMLDivElement>(null)
  const { running, failed, passwords, expiring, lost, requests, daily } = attention
  const { mailsFailSince, noAnswerSince, otherAnswersSince } = attention
  const canManage = usePermission('service.manage')
  /** Each job once, though several reasons may list it. */
  const jobs = [
    ...new Map([...running, ...failed.items, ...passwords.items].map((job) => [job.id, job])).values(),
  ]
  const alerts = (overview?.thresholds ?? []).filter(
    ({ broken, snoozed }) => broken.length > 0 && snoozed === null,
  )
  const check = daily !== null && daily.failed.length + daily.changed.length > 0 ? daily : null
  const isQuiet =
    [alerts, running, failed.items, passwords.items, expiring, lost].every(({ length }) => length === 0) &&
    check === null &&
    mailsFailSince === null &&
    noAnswerSince === null &&
    otherAnswersSince === null &&
    requests.pending === 0
  const isIncomplete = overview === undefined || attention.isIncomplete
  return (
    <Panel title={t('attention.title')}>
      <div ref={content} tabIndex={-1}>
        {isIncomplete && <Text>{t('attention.incomplete')}</Text>}
        {isQuiet ? (
          !isIncomplete && <Text>{t('attention.none')}</Text>
        ) : (
          <ul className={classes.list}>
            {overview !== undefined &&
              alerts.map((threshold) => (
                <AlertRow
                  key={threshold.scope}
                  threshold={threshold}
                  now={overview.now}
                  onSnoozed={() => content.current?.focus()}
                />
              ))}
            {check !== null && <DailyCheck check={check} />}
            {(
              [
                ['away', noAnswerSince],
                ['otherwise', otherAnswersSince],
              ] as const
            ).map(
              ([kind, since]) =>
                since !== null && (
                  <AttentionRow
                    key={kind}
                    meaning="failed"
                    title={t(`attention.${kind}`)}
                    actions={
                      canManage ? <Go to={paths.service()}>{t('overview.service.open')}</Go> : undefined
                    }
                  >
                    <Message
                      id={`attention.${kind}.since`}
                      values={{ time: <Time value={since} words="moment" /> }}
                    />
                  </AttentionRow>
                ),
            )}
            {mailsFailSince !== null && (
              <AttentionRow
                meaning="failed"
                title={t('attention.mails')}
                actions={<Go to={paths.notificationSettings()}>{t('attention.mails.open')}</Go>}
              >
                <Message id="attention.mails.since" values={{ time: <Time value={mailsFailSince} /> }} />
              </AttentionRow>
            )}
            {jobs.map((job) => (
              <JobLine
                key={job.id}
                job={job}
                isOpen={running.some(({ id }) => id === job.id)}
                hasPasswords={passwords.items.some(({ id }) => id === job.id)}
              />
            ))}
            <MoreJobs state="attention" count={failed.total - failed.items.length} />
            {lost.length > 0 && <Reservations kind="lost" items={lost} />}
            {expiring.length > 0 && <Reservations kind="expiring" items={expiring} />}
            {requests.pending > 0 && (
              <AttentionRow
                meaning={requests.overdue > 0 ? 'failed' : 'attention'}
                title={t('attention.requests', { count: requests.pending })}
                actions={<Go to={paths.requests()}>{t('requests.toList')}</Go>}
              >
                {requests.overdue > 0 && t('attention.requests.overdue', { count: requests.overdue })}
              </AttentionRow>
            )}
            <MoreJobs state="passwords" count={passwords.total - passwords.items.length} />
          </ul>
        )}
      </div>
    </Panel>
  )
}
