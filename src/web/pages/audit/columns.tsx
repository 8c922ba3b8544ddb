import type { Person } from '#contract/people.ts'
import type { AuditEvent } from '#contract/audit.ts'
import type { UiLanguage } from '#contract/text.ts'
import type { Translate } from '../../i18n/catalogue.ts'
import { paths } from '../../lib/paths.ts'
import { CopyButton } from '../../ui/text/CopyButton.tsx'
import type { Column } from '../../ui/table/DataTable.tsx'
import { EmptyValue } from '../../ui/text/EmptyValue.tsx'
import { Time } from '../../ui/text/Time.tsx'
import type { AuditFilters } from './audit-filters.tsx'
import classes from './Cells.module.css'
import { objectPath, shorten } from '../../entities/audit/audit-text.ts'
import { wordsOf } from './event-words.ts'
import { StateBadge } from '../../ui/text/StateBadge.tsx'
import { ActionIcon } from '@mantine/core'
import { IconFilter } from '@tabler/icons-react'
import type { ReactNode } from 'react'
import { PageLink } from '../../ui/layout/PageLink.tsx'

interface ValueProps {
  text: string
  /** The full text, shown on hover: a shortened text in full, or with an id. */
  title: string
  /** The link's path; null for a value without a page. */
  to: string | null
  /** Filters the list by this value; null when that filter is already active. */
  filter: (() => void) | null
  /** Accessible name of the filter button. */
  filterLabel: string
  children?: ReactNode
}

/** A value with a link to its page, and a button that filters by it. */
function Value({ text, title, to, filter, filterLabel, children }: ValueProps) {
  return (
    <span className={classes.value}>
      <span className={classes.text} title={title}>
        {to === null ? text : <PageLink to={to}>{text}</PageLink>}
      </span>
      {children}
      {filter !== null && (
        <ActionIcon
          className={classes.filter}
          data-quiet
          size="sm"
          aria-label={filterLabel}
          title={filterLabel}
          onClick={filter}
        >
          <IconFilter size={14} aria-hidden />
        </ActionIcon>
      )}
    </span>
  )
}

const valueCell = (value: string | null) =>
  value === null ? (
    <EmptyValue />
  ) : (
    <span className={classes.text} title={value}>
      {value}
    </span>
  )

/** Returns a user's id. Returns undefined for actors that are not users, such as the console, whose name identifies them. */
const idShown = (id: string) => (/^\w{16,}$/.test(id) ? id : undefined)

/**
 * Columns of the events. `filters` are the active filters, `filterBy` adds filters, and `people` are the directory's
 * records of the agents on the page, and `jobNameOf` names an event's job.
 */
export function auditColumns(
  t: Translate,
  {
    language,
    filters,
    people,
    jobNameOf,
  }: {
    language: UiLanguage
    filters: AuditFilters
    people: readonly Person[]
    jobNameOf: (event: AuditEvent) => string | null | undefined
  },
  filterBy: (filter: Partial<AuditFilters>) => void,
): Column<AuditEvent>[] {
  /** Builds the props of a filterable value. `exactly` is the filter's value when it differs from the text shown. */
  const only = (name: 'actor' | 'object' | 'requestId', value: string, exactly = value) => ({
    text: value,
    title: value,
    filter: filters[name] === exactly ? null : () => filterBy({ [name]: exactly }),
    filterLabel: t('audit.filterBy', { value }),
  })
  const words = (event: AuditEvent) => wordsOf(t, language, people, event)
  return [
    {
      id: 'at',
      header: t('audit.at'),
      width: 190,
      sorted: 'descending',
      cell: ({ at }) => <Time value={at} dated />,
    },
    {
      id: 'actor',
      header: t('audit.actor'),
      width: 150,
      wrap: true,
      cell: ({ actor, actorId }) => (
        <Value
          {...only('actor', actor, idShown(actorId))}
          title={`${actor} ${idShown(actorId) ?? ''}`}
          to={null}
        />
      ),
    },
    {
      id: 'action',
      header: t('caption.action'),
      width: 150,
      wrap: true,
      cell: (event) => <span title={event.action}>{words(event).action}</span>,
    },
    {
      id: 'object',
      header: t('audit.object'),
      width: 120,
      wrap: true,
      cell: (event) => {
        const { action, object } = event
        if (words(event).object === '-') return <EmptyValue />
        return (
          <Value
            {...only('object', object)}
            text={jobNameOf(event) ?? shorten(words(event).object)}
            to={objectPath(action, object)}
          />
        )
      },
    },
    {
      id: 'result',
      header: t('audit.result'),
      width: 110,
      cell: (event) => {
        const { result } = words(event)
        if (result === null) return <EmptyValue />
        return (
          <StateBadge
            meaning={result.meaning}
            {...(event.phase !== 'outcome' && { title: t('audit.noOutcome.text') })}
          >
            {result.text}
          </StateBadge>
        )
      },
    },
    {
      id: 'details',
      header: t('audit.details'),
      width: 150,
      wrap: true,
      isEmpty: (event) => words(event).details === null,
      cell: (event) => {
        const { details } = words(event)
        if (details === null) return <EmptyValue />
        return (
          <span
            className={classes.details}
            title={typeof event.values['agent'] === 'string' ? event.values['agent'] : details}
          >
            {details}
          </span>
        )
      },
    },
    {
      id: 'address',
      header: t('audit.address'),
      width: 120,
      optional: true,
      cell: ({ address }) => valueCell(address),
    },
    {
      id: 'requestId',
      header: t('audit.requestId'),
      width: 190,
      optional: true,
      cell: ({ action, requestId }) => {
        if (requestId === null) return <EmptyValue />
        const job = action === 'job.item.create'
        return (
          <Value
            {...only('requestId', requestId)}
            text={shorten(requestId)}
            to={job ? paths.job(requestId) : null}
          >
            <CopyButton value={requestId} label={t('copy.value', { value: requestId })} />
          </Value>
        )
      },
    },
    {
      id: 'session',
      header: t('audit.session'),
      width: 150,
      optional: true,
      cell: ({ session }) => valueCell(session),
    },
    {
      id: 'role',
      header: t('users.role'),
      optional: true,
      cell: (event) => valueCell(words(event).role),
    },
    {
      id: 'begunAt',
      header: t('audit.begunAt'),
      optional: true,
      cell: ({ begunAt }) => <Time value={begunAt} dated />,
    },
  ]
}
