import { ActionIcon, Popover, Skeleton, Button, Group, Stack, Text } from '@mantine/core'
import { IconBell } from '@tabler/icons-react'
import { useQuery, useMutation } from '@tanstack/react-query'
import { useState } from 'react'
import { useT } from '../../i18n/Language.tsx'
import { unreadQuery } from '../../entities/notification/unread.ts'
import classes from './Bell.module.css'
import { patterns } from '#contract/page-patterns.ts'
import { QueryState } from '../../ui/feedback/QueryState.tsx'
import { Time } from '../../ui/text/Time.tsx'
import { markReadMutation, notificationsQuery } from './queries.ts'
import { Sentence } from './Sentence.tsx'
import { PageLink } from '../../ui/layout/PageLink.tsx'

const maxShown = 8

/** The latest unread notifications, under the bell. */
function BellList({ onClose }: { onClose: () => void }) {
  const t = useT()
  const query = useQuery(notificationsQuery({ page: 1, pageSize: maxShown, unread: '1' }))
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
                  <Sentence notification={item} onFollow={onClose} />
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
            onClick={() => mutate({ body: { until: query.data.items[0]?.at ?? 0 } })}
          >
            {t('notifications.readAll')}
          </Button>
        )}
      </Group>
    </Stack>
  )
}

const most = 99

/** The number of unread notifications, in the header of every page; opens the latest ones. */
export function Bell() {
  const t = useT()
  const { data } = useQuery(unreadQuery())
  const [opened, setOpened] = useState(false)
  const count = data?.unread ?? 0
  const label = t('notifications.bell', { count })
  return (
    <Popover opened={opened} onChange={setOpened} position="bottom-end" width={340} trapFocus shadow="md">
      <Popover.Target>
        <ActionIcon
          c="inherit"
          size="lg"
          aria-label={label}
          title={label}
          style={{ overflow: 'visible' }}
          onClick={() => setOpened((open) => !open)}
        >
          <IconBell size={20} stroke={1.6} aria-hidden />
          {count > 0 && (
            <span className={classes.count} aria-hidden>
              {count > most ? `${most}+` : count}
            </span>
          )}
        </ActionIcon>
      </Popover.Target>
      <Popover.Dropdown aria-label={label} mah="70vh" style={{ overflowY: 'auto' }}>
        <BellList onClose={() => setOpened(false)} />
      </Popover.Dropdown>
    </Popover>
  )
}
