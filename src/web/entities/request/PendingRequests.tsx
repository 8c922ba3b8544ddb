import { Alert, Group, Text } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { useLanguage } from '../../i18n/Language.tsx'
import { Message } from '../../i18n/Message.tsx'
import { paths } from '../../lib/paths.ts'
import { Time } from '../../ui/text/Time.tsx'
import { calendarDateText } from '../../ui/text/time-text.ts'
import { numbersText } from './numbers-text.ts'
import { pendingRequestsQuery } from './queries.ts'
import { reasonText } from './reason-text.ts'
import { PageLink } from '../../ui/layout/PageLink.tsx'

/** Lists the pending requests for a number or an agent; renders nothing without any. */
export function PendingRequests({ subject }: { subject: { ext: string } | { agentUuid: string } }) {
  const { t, language } = useLanguage()
  const { data } = useQuery(pendingRequestsQuery(subject))
  const items = data?.items ?? []
  if (items.length === 0) return null
  return (
    <Alert mb="md">
      <Group justify="space-between" gap="xs">
        <Text fw={600}>{t('requests.pending', { count: data?.total ?? items.length })}</Text>
        <PageLink size="sm" to={paths.requests(subject)}>
          {t('requests.toList')}
        </PageLink>
      </Group>
      <Text component="ul" m={0} ps="lg">
        {items.map(({ id, kind, ext, swapWith, rebindTo, reason, by, askedAt, dueOn }) => (
          <li key={id}>
            <Message
              id={
                rebindTo === null || swapWith !== null
                  ? 'requests.pending.item'
                  : 'requests.pending.item.rebind'
              }
              values={{
                kind: t(`requests.kind.${kind}`),
                ext: numbersText(t, { ext, swapWith }),
                agent: rebindTo?.agentName ?? rebindTo?.agentUuid ?? '',
                by: by.name,
                time: <Time value={askedAt} />,
                reason: reasonText(t, reason),
              }}
            />
            {dueOn !== null &&
              ` · ${t('label.value', { label: t('requests.due'), value: calendarDateText(dueOn, language) })}`}
          </li>
        ))}
      </Text>
    </Alert>
  )
}
