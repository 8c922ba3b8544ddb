import { roleNames } from '#contract/access.ts'
import type { DirectoryAgent } from '#contract/agents.ts'
import type { UiLanguage } from '#contract/text.ts'
import type { Translate } from '../i18n/catalogue.ts'
import { paths } from '../lib/paths.ts'
import { CopyButton } from '../ui/CopyButton.tsx'
import type { Column } from '../ui/table/DataTable.tsx'
import { EmptyValue } from '../ui/EmptyValue.tsx'
import { Time } from '../ui/Time.tsx'
import type { AuditEvent } from './audit-events.ts'
import type { AuditFilters } from './audit-state.ts'
import { Value } from './Cells.tsx'
import classes from './Cells.module.css'
import { actionText, objectPath, resultText, shortened } from './audit-labels.ts'
import { agentNamesOf } from './named-agents.ts'
import { recordedFields } from './recorded-fields.ts'
import { recordedResult } from './recorded-result.ts'
import { recordedText } from './recorded-text.ts'
import { StateBadge } from '../ui/StateBadge.tsx'

const text = (value: string | null, whole = value) =>
  value === null ? (
    <EmptyValue />
  ) : (
    <span className={classes.long} title={whole ?? undefined}>
      {value}
    </span>
  )

/** Returns a user's id. Returns undefined for actors that are not users, such as the console, whose name identifies them. */
const idShown = (id: string) => (/^\w{16,}$/.test(id) ? id : undefined)

/**
 * Columns of the events. `filters` are the active filters, `filterBy` adds filters, and `agents` are the directory's
 * records of the agents on the page.
 */
export function auditColumns(
  t: Translate,
  {
    language,
    filters,
    agents,
  }: { language: UiLanguage; filters: AuditFilters; agents: readonly DirectoryAgent[] },
  filterBy: (filter: Partial<AuditFilters>) => void,
): Column<AuditEvent>[] {
  /** Builds the props of a filterable value. `exactly` is the filter's value when it differs from the text shown. */
  const only = (name: 'actor' | 'object' | 'requestId', value: string, exactly = value) => ({
    text: value,
    whole: value,
    filter: filters[name] === exactly ? null : () => filterBy({ [name]: exactly }),
    filterLabel: t('audit.filterBy', { value }),
  })
  return [
    {
      id: 'at',
      header: t('audit.at'),
      width: 130,
      sorted: 'descending',
      cell: ({ entry }) => <Time value={entry.at} />,
    },
    {
      id: 'actor',
      header: t('audit.actor'),
      width: 190,
      cell: ({ entry: { actor, actorId } }) => (
        <Value {...only('actor', actor, idShown(actorId))} under={idShown(actorId)} to={null} />
      ),
    },
    {
      id: 'action',
      header: t('audit.action'),
      width: 170,
      wrap: true,
      cell: ({ entry: { action } }) => <span title={action}>{actionText(t, action)}</span>,
    },
    {
      id: 'object',
      header: t('audit.object'),
      width: 150,
      wrap: true,
      cell: ({ entry }) => {
        const { action, object } = entry
        const fields = recordedFields(t, language, action, object)
        const shown =
          fields ?? agentNamesOf(agents, entry).object ?? recordedResult(t, action, shortened(object))
        // A recorded set of filters is not useful as a filter value.
        const rest = fields === undefined ? {} : { whole: fields, filter: null }
        return <Value {...only('object', object)} {...rest} text={shown} to={objectPath(action, object)} />
      },
    },
    {
      id: 'result',
      header: t('audit.result'),
      width: 160,
      cell: ({ entry, ended }) => {
        if (!ended)
          return (
            <StateBadge meaning="inDoubt" title={t('audit.noOutcome.text')}>
              {t('audit.noOutcome')}
            </StateBadge>
          )
        // `audit.begin` records the heads of the other chains, which only the verifier needs.
        if (entry.result === null || entry.action === 'audit.begin') return <EmptyValue />
        const { text: words, meaning } = resultText(t, entry.action, entry.result)
        return (
          <StateBadge meaning={meaning} title={words}>
            {words}
          </StateBadge>
        )
      },
    },
    {
      id: 'reason',
      header: t('audit.reason'),
      width: 150,
      wrap: true,
      isEmpty: ({ entry: { reason } }) => reason === null,
      cell: ({ entry }) => {
        const { action, reason } = entry
        if (reason === null) return <EmptyValue />
        const fields = recordedFields(t, language, action, reason)
        if (fields !== undefined) return text(fields)
        return text(agentNamesOf(agents, entry).reason ?? recordedText(t, action, reason), reason)
      },
    },
    {
      id: 'address',
      header: t('audit.address'),
      width: 120,
      optional: true,
      cell: ({ entry }) => text(entry.address),
    },
    {
      id: 'requestId',
      header: t('audit.requestId'),
      width: 190,
      optional: true,
      cell: ({ entry: { action, requestId } }) => {
        if (requestId === null) return <EmptyValue />
        const job = action === 'job.item.create'
        return (
          <Value
            {...only('requestId', requestId)}
            text={shortened(requestId)}
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
      cell: ({ entry }) => text(entry.session),
    },
    {
      id: 'role',
      header: t('audit.role'),
      optional: true,
      cell: ({ entry: { role } }) => {
        const known = roleNames.find((each) => each === role)
        return known === undefined ? text(role) : t(`role.${known}`)
      },
    },
    {
      id: 'begunAt',
      header: t('audit.begunAt'),
      optional: true,
      cell: ({ begunAt }) => <Time value={begunAt} />,
    },
  ]
}
