import { Button } from '@mantine/core'
import type { JobItem } from '#contract/jobs.ts'
import { NumberLink } from '../../../entities/extension/NumberLink.tsx'
import { CodeLabel } from '../../../entities/code/CodeLabel.tsx'
import type { Translate } from '../../../i18n/catalogue.ts'
import { paths } from '../../../lib/paths.ts'
import type { Column } from '../../../ui/table/DataTable.tsx'
import { textCell } from '../../../ui/table/text-cell.tsx'
import { Time } from '../../../ui/text/Time.tsx'
import { itemMeanings } from '../../../entities/extension/state-meanings.ts'
import { StateBadge } from '../../../ui/text/StateBadge.tsx'
import { PageLink } from '../../../ui/layout/PageLink.tsx'

/** Columns of a job's rows. `retry` sends a row again; null for users without permission. */
export const itemColumns = (t: Translate, retry: ((item: JobItem) => void) | null): Column<JobItem>[] => [
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
    isEmpty: ({ code, check, how }) => code === null && check !== 'differs' && how !== 'reconciled',
    cell: ({ code, check, how }) =>
      code !== null
        ? textCell(t(`problem.${code}`))
        : check === 'differs'
          ? textCell(t('item.check.differs'))
          : how === 'reconciled'
            ? textCell(t('item.how.reconciled'))
            : textCell(null),
  },
  {
    id: 'upstreamCode',
    header: t('job.items.upstreamCode'),
    isEmpty: ({ upstreamCode }) => upstreamCode === null,
    cell: ({ upstreamCode }) =>
      upstreamCode === null ? (
        textCell(null)
      ) : (
        <>
          {upstreamCode} <CodeLabel field="extensions.retCode" value={upstreamCode} />
        </>
      ),
  },
  {
    id: 'message',
    header: t('job.items.message'),
    width: 200,
    optional: true,
    screenOnly: true,
    cell: ({ message }) => textCell(message),
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
        <PageLink to={paths.agent(agentID)} title={agentID}>
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
            item.state === 'failed' || item.state === 'needsReview' ? (
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
