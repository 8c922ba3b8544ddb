import { useQuery } from '@tanstack/react-query'
import { useMemo } from 'react'
import { finalCodes, type Job, type JobItem } from '#contract/jobs.ts'
import { useT } from '../../../i18n/Language.tsx'
import { usePermission } from '../../../entities/session/SessionContext.tsx'
import { List } from '../../../ui/table/List.tsx'
import { jobItemsQuery } from '../../../entities/job/queries.ts'
import { itemList, itemListFilters } from './item-list.ts'
import { useJobCommand } from './JobActions.tsx'
import { Button } from '@mantine/core'
import { NumberLink } from '../../../entities/extension/NumberLink.tsx'
import type { Translate } from '../../../i18n/catalogue.ts'
import { paths } from '../../../lib/paths.ts'
import type { Column } from '../../../ui/table/DataTable.tsx'
import { textCell } from '../../../ui/text/EmptyValue.tsx'
import { Time } from '../../../ui/text/Time.tsx'
import { itemMeanings } from '../../../entities/extension/state-meanings.ts'
import { StateBadge } from '../../../ui/text/StateBadge.tsx'
import { PageLink } from '../../../ui/layout/PageLink.tsx'

/** Says why a row has its state; null without a reason. */
function reasonOf(t: Translate, { code, check, how }: JobItem): string | null {
  if (code !== null) return t(`problem.${code}`)
  if (check === 'differs') return t('item.check.differs')
  return how === 'reconciled' ? t('item.how.reconciled') : null
}

/** Columns of a job's rows. `retry` sends a row again; null for users without permission. */
const itemColumns = (t: Translate, retry: ((item: JobItem) => void) | null): Column<JobItem>[] => [
  { id: 'ext', header: t('field.ext'), cell: ({ ext }) => <NumberLink ext={ext} />, width: 140 },
  {
    id: 'state',
    header: t('caption.state'),
    width: 190,
    cell: ({ state, check }) => (
      <StateBadge meaning={itemMeanings[check === 'differs' ? 'mismatched' : state]}>
        {t(`item.${state}`)}
      </StateBadge>
    ),
  },
  {
    id: 'reason',
    header: t('job.items.reason'),
    width: 220,
    wrap: true,
    isEmpty: (item) => reasonOf(t, item) === null,
    cell: (item) => textCell(reasonOf(t, item)),
  },
  {
    id: 'upstreamCode',
    header: t('job.items.upstreamCode'),
    width: 160,
    wrap: true,
    isEmpty: ({ upstreamCode }) => upstreamCode === null,
    // The service's own words beside ours.
    cell: ({ upstreamCode, message }) =>
      textCell([upstreamCode, message].filter((part) => part !== null).join(' ')),
  },
  {
    id: 'attempts',
    header: t('job.items.attempts'),
    numeric: true,
    cell: ({ attempts }) => attempts,
    isEmpty: ({ attempts }) => attempts <= 1,
  },
  {
    id: 'agentID',
    header: t('create.agentID'),
    cell: ({ agentID, agentName }) =>
      agentID === null || agentName === null ? (
        textCell(agentID)
      ) : (
        <PageLink to={paths.person(agentID)} title={agentID}>
          {agentName}
        </PageLink>
      ),
    isEmpty: ({ agentID }) => agentID === null,
  },
  {
    id: 'langCodeTxt',
    header: t('field.langCodeTxt'),
    cell: ({ langCodeTxt }) => textCell(langCodeTxt),
    isEmpty: ({ langCodeTxt }) => langCodeTxt === null,
  },
  {
    id: 'password',
    header: t('caption.password'),
    isEmpty: ({ password }) => password !== 'given',
    screenOnly: true,
    cell: ({ password }) => t(`item.password.${password}`),
  },
  {
    id: 'line',
    header: t('job.items.line'),
    numeric: true,
    screenOnly: true,
    cell: ({ line }) => line,
  },
  {
    id: 'startedAt',
    header: t('job.items.startedAt'),
    optional: true,
    screenOnly: true,
    cell: ({ startedAt }) => <Time value={startedAt} />,
  },
  { id: 'endedAt', header: t('job.items.endedAt'), cell: ({ endedAt }) => <Time value={endedAt} /> },
  ...(retry === null
    ? []
    : [
        {
          id: 'retry',
          header: t('job.items.retry'),
          actions: true,
          cell: (item: JobItem) =>
            item.state === 'needsReview' ||
            (item.state === 'failed' && !finalCodes.includes(item.code ?? '')) ? (
              <Button
                size="compact-xs"
                aria-label={t('job.retry.one', { ext: item.ext })}
                onClick={() => retry(item)}
              >
                {t('job.items.retry')}
              </Button>
            ) : null,
        },
      ]),
]

/** The job's rows: state, attempt, the service's return code and message, and times. */
export function JobItems({ job }: { job: Job }) {
  const t = useT()
  const canRun = usePermission('job.run')
  const list = itemList.use()
  const { listQuery } = list
  const query = useQuery(jobItemsQuery({ id: job.id, ...listQuery }, job.endedAt))
  const { command } = useJobCommand(job.id)
  const canRetry = canRun && job.retryable && job.counts.failed + job.counts.needsReview > 0
  const columns = useMemo(() => {
    const retry = ({ ext, state }: JobItem) => {
      if (state === 'failed' || state === 'needsReview') command({ command: 'retry', what: state, ext })
    }
    return itemColumns(t, canRetry ? retry : null)
  }, [t, canRetry, command])
  return (
    <List
      name="job"
      label={t('job.items')}
      list={list}
      query={query}
      columns={columns}
      rowKey="ext"
      expected={Math.min(job.total, 20)}
      density="compact"
      filters={itemListFilters}
      // A job always has rows, so the list needs no empty state.
      empty={null}
    />
  )
}
