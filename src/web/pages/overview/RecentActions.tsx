import { Group, Skeleton, Text } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import type { AuditEvent } from '#contract/audit.ts'
import { eventCaption } from '../../entities/audit/event-caption.ts'
import { objectPath, objectText, resultText, shorten } from '../../entities/audit/audit-text.ts'
import { useJobNames } from '../../entities/audit/job-names.ts'
import { objectNameOf } from '../../entities/audit/named-people.ts'
import { auditPageQuery, namedPeopleQuery } from '../../entities/audit/queries.ts'
import { useT } from '../../i18n/Language.tsx'
import { paths } from '../../lib/paths.ts'
import { QueryState } from '../../ui/feedback/QueryState.tsx'
import { PageLink } from '../../ui/layout/PageLink.tsx'
import { Panel } from '../../ui/layout/Panel.tsx'
import { StateBadge } from '../../ui/text/StateBadge.tsx'
import { Time } from '../../ui/text/Time.tsx'
import classes from './Overview.module.css'

/** As many as fit one screen with what needs attention. */
export const recentActionsQuery = () => auditPageQuery({ pageSize: 5, jobRows: '0' })

const none: readonly AuditEvent[] = []

/** Returns the name of an event's object that the audit knows by ID: a person's or a job's; null for others. */
function useObjectNames(events: readonly AuditEvent[]): (event: AuditEvent) => string | null {
  const t = useT()
  const { data: people = [] } = useQuery(namedPeopleQuery(events))
  const jobNameOf = useJobNames(events)
  return (event) => {
    const job = jobNameOf(event)
    return job === undefined ? objectNameOf(people, event) : (job ?? t('recent.audit.job'))
  }
}

/** The latest audit events, one line each. A job counts as one event; its rows are left out. */
export function RecentActions() {
  const t = useT()
  const query = useQuery(recentActionsQuery())
  const nameOf = useObjectNames(query.data?.items ?? none)
  return (
    <Panel
      title={t('recent.audit')}
      actions={
        <PageLink size="sm" to={paths.audit()}>
          {t('recent.audit.all')}
        </PageLink>
      }
    >
      <QueryState query={query} loading={<Skeleton h={240} />}>
        {({ items }) =>
          items.length === 0 ? (
            <Text>{t('recent.audit.none')}</Text>
          ) : (
            <ul className={classes.list}>
              {items.map((event) => {
                const { id, action, actor, object, phase, result, at } = event
                const path = objectPath(action, object)
                const objectName = nameOf(event) ?? objectText(t, action, shorten(object))
                const on = objectName === '-' ? null : objectName
                const outcome = phase === 'outcome' && result !== null ? resultText(t, action, result) : null
                return (
                  <li key={id} className={classes.action}>
                    {eventCaption(t, event)}{' '}
                    {path === null || on === null ? (
                      on
                    ) : (
                      <PageLink to={path} underline="always">
                        {on}
                      </PageLink>
                    )}{' '}
                    {outcome !== null && outcome.meaning !== 'done' && (
                      <StateBadge meaning={outcome.meaning}>{outcome.text}</StateBadge>
                    )}
                    <Group justify="space-between" gap="0 0.75rem" fz="xs" c="dimmed">
                      <span>{actor}</span>
                      <Time value={at} />
                    </Group>
                  </li>
                )
              })}
            </ul>
          )
        }
      </QueryState>
    </Panel>
  )
}
