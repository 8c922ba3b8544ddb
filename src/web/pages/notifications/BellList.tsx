import { Button, Group, Skeleton, Stack, Text } from '@mantine/core'
import { useMutation, useQuery } from '@tanstack/react-query'
import { patterns } from '#contract/page-patterns.ts'
import { useT } from '../../i18n/Language.tsx'
import { QueryState } from '../../ui/feedback/QueryState.tsx'
import { Time } from '../../ui/text/Time.tsx'
import { markReadMutation, notificationsQuery } from './queries.ts'
import { Sentence } from './Sentence.tsx'
import { PageLink } from '../../ui/layout/PageLink.tsx'

const shown = 8

/** The latest unread notifications, under the bell. */
export function BellList({ onClose }: { onClose: () => void }) {
  const t = useT()
  const query = useQuery(notificationsQuery({ page: 1, pageSize: shown, unread: '1' }))
  const { mutate, isPending } = useMutation(markReadMutation())
  return (
    <Stack gap="sm">
      <QueryState query={query} loading={<Skeleton h={48} />}>
        {({ items }) =>
          items.length === 0 ? (
            <Text>{t('notifications.none')}</Text>
          ) : (
            <Stack component="ul" gap="sm" m={0} p={0} style={{ listStyle: 'none' }}>
              {items.map((item) => (
                <Text key={item.id} component="li">
                  <Sentence of={item} onFollow={onClose} />
                  <Text component="span" display="block" size="xs" c="dimmed">
                    <Time value={item.at} />
                  </Text>
                </Text>
              ))}
            </Stack>
          )
        }
      </QueryState>
      <Group justify="space-between">
        <PageLink size="sm" to={patterns.notifications} onClick={onClose}>
          {t('notifications.all')}
        </PageLink>
        {query.data !== undefined && query.data.items[0] !== undefined && (
          <Button
            size="compact-sm"
            loading={isPending}
            onClick={() => mutate({ until: query.data.items[0]?.at ?? 0 })}
          >
            {t('notifications.readAll')}
          </Button>
        )}
      </Group>
    </Stack>
  )
}
