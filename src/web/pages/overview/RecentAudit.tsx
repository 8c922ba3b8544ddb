import { Box, Group, Skeleton, Stack, Text } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { auditList } from '../../entities/audit/audit-state.ts'
import { auditPageQuery } from '../../entities/audit/queries.ts'
import { objectPath, resultText, shortened } from '../../entities/audit/audit-text.ts'
import { currentEvent, eventCaption } from '../../entities/audit/event-caption.ts'
import { recordedResult } from '../../entities/audit/recorded-result.ts'
import { useT } from '../../i18n/Language.tsx'
import { paths } from '../../lib/paths.ts'
import { QueryState } from '../../ui/feedback/QueryState.tsx'
import { Time } from '../../ui/text/Time.tsx'
import { Panel } from '../../ui/layout/Panel.tsx'
import { StateBadge } from '../../ui/text/StateBadge.tsx'
import { PageLink } from '../../ui/layout/PageLink.tsx'

const recentQuery = { ...auditList.initial, pageSize: 8, jobRows: '0' } as const

/** The latest audit events. A job counts as one event; its rows are left out. */
export function RecentAudit() {
  const t = useT()
  const query = useQuery(auditPageQuery(recentQuery))
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
            <Stack component="ul" gap="sm" m={0} p={0} style={{ listStyle: 'none' }}>
              {items.map((event) => {
                const { id, action, actor, object, phase, result, at } = currentEvent(event)
                const path = objectPath(action, object)
                // An export's or settings' fields are recorded as JSON. Translating them would need more scripts than
                // this page should load.
                const on = object.startsWith('{') ? null : recordedResult(t, action, shortened(object))
                const outcome =
                  phase === 'outcome' && result !== null && action !== 'audit.begin'
                    ? resultText(t, action, result)
                    : null
                return (
                  <Box
                    component="li"
                    key={id}
                    pb="sm"
                    style={{ borderBottom: '1px solid var(--console-line)' }}
                  >
                    <Text mb={2} style={{ overflowWrap: 'anywhere' }}>
                      <b>{eventCaption(t, event)}</b>{' '}
                      {action !== 'audit.begin' &&
                        (path === null || on === null ? (
                          on
                        ) : (
                          <PageLink to={path} underline="always">
                            {on}
                          </PageLink>
                        ))}
                    </Text>
                    <Group gap="0.125rem 0.75rem" fz="xs" c="dimmed">
                      {outcome !== null && <StateBadge meaning={outcome.meaning}>{outcome.text}</StateBadge>}
                      <span>{actor}</span>
                      <Time value={at} />
                    </Group>
                  </Box>
                )
              })}
            </Stack>
          )
        }
      </QueryState>
    </Panel>
  )
}
