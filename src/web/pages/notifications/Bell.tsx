import { ActionIcon, Popover, Skeleton } from '@mantine/core'
import { IconBell } from '@tabler/icons-react'
import { useQuery, queryOptions } from '@tanstack/react-query'
import { Suspense, useEffect, useState } from 'react'
import { useT } from '../../i18n/Language.tsx'
import { lazyPart } from '../../lib/lazy.ts'
import { unreadCount } from '../../ui/layout/unread-count.ts'
import classes from './Bell.module.css'
import { countNotifications } from '#contract/notification-count.ts'
import { call } from '../../api/call.ts'

const everyMs = 30_000

const unreadQuery = () =>
  queryOptions({
    queryKey: ['notifications', 'count'],
    queryFn: ({ signal }) => call(countNotifications, { signal }),
    refetchInterval: everyMs,
    meta: { quiet: true },
  })

const BellList = lazyPart(async () => (await import('./BellList.tsx')).BellList)
const most = 99

/** The number of unread notifications, in the header of every page and in the title; opens the latest ones. */
export function Bell() {
  const t = useT()
  const { data } = useQuery(unreadQuery())
  const [opened, setOpened] = useState(false)
  const count = data?.unread ?? 0
  const label = t('notifications.bell', { count })
  useEffect(() => unreadCount.set(count), [count])
  // Without the shell there is no user whose notifications they are.
  useEffect(() => () => unreadCount.set(0), [])
  return (
    <Popover
      opened={opened}
      onChange={setOpened}
      position="bottom-end"
      width={340}
      trapFocus
      withRoles
      shadow="md"
    >
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
        <Suspense fallback={<Skeleton h={48} />}>
          <BellList onClose={() => setOpened(false)} />
        </Suspense>
      </Popover.Dropdown>
    </Popover>
  )
}
