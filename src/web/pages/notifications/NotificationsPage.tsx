import { Button, Group } from '@mantine/core'
import { useMutation, useQuery } from '@tanstack/react-query'
import { useMemo } from 'react'
import * as z from 'zod/mini'
import type { Notification } from '#contract/notifications.ts'
import type { Translate } from '../../i18n/catalogue.ts'
import { useT } from '../../i18n/Language.tsx'
import { EmptyState } from '../../ui/feedback/EmptyState.tsx'
import { PageHeader } from '../../ui/layout/PageHeader.tsx'
import type { Column } from '../../ui/table/DataTable.tsx'
import { List } from '../../ui/table/List.tsx'
import { segmentsFilter } from '../../ui/table/filters.tsx'
import { countedPages, defineListState } from '../../ui/table/list-state.ts'
import { announce } from '../../ui/feedback/announce.ts'
import { StateBadge } from '../../ui/text/StateBadge.tsx'
import { Time } from '../../ui/text/Time.tsx'
import { markReadMutation, notificationsQuery } from './queries.ts'
import { Sentence } from './Sentence.tsx'

const notificationFilters = {
  unread: segmentsFilter({
    caption: 'notifications.filter',
    schema: z.literal('1'),
    values: ['1'],
    textOf: (t) => t('notifications.filter.unread'),
    all: 'notifications.filter.all',
  }),
}
const notificationList = defineListState({
  filters: notificationFilters,
  paging: countedPages,
  extraParams: {},
})

const columnsOf = (t: Translate): Column<Notification>[] => [
  {
    id: 'what',
    header: t('notifications.what'),
    width: 520,
    wrap: true,
    cell: (notification) => <Sentence notification={notification} />,
  },
  {
    id: 'unread',
    header: t('notifications.filter.unread'),
    width: 90,
    isEmpty: ({ readAt }) => readAt !== null,
    cell: ({ readAt }) =>
      readAt === null && <StateBadge meaning="running">{t('notifications.filter.unread')}</StateBadge>,
  },
  {
    id: 'when',
    header: t('notifications.when'),
    width: 160,
    sorted: 'descending',
    cell: ({ at }) => <Time value={at} />,
  },
]

/** All notifications of the user, newest first. */
export function NotificationsPage() {
  const t = useT()
  const list = notificationList.use()
  const { listQuery } = list
  const query = useQuery(notificationsQuery(listQuery))
  const { mutate, isPending } = useMutation(markReadMutation())
  const columns = useMemo(() => columnsOf(t), [t])
  // On a later page too, all that the first page shows is marked.
  const firstPage = useQuery(notificationsQuery({ ...listQuery, page: 1 }))
  const newest = firstPage.data?.items[0]?.at
  const isAllRead = newest === undefined || query.data?.unread === 0
  return (
    <>
      <PageHeader
        title={t('notifications.title')}
        description={t('notifications.description')}
        actions={
          <Group gap="sm">
            <Button
              loading={isPending}
              // Keeps the focus when nothing is left to do.
              data-disabled={isAllRead || undefined}
              aria-disabled={isAllRead}
              // Nothing that came since the list was shown.
              onClick={() =>
                !isAllRead &&
                mutate(
                  { body: { until: newest } },
                  { onSuccess: () => announce(t('notifications.readAll.done')) },
                )
              }
            >
              {t('notifications.readAll')}
            </Button>
          </Group>
        }
      />
      <List
        name="notifications"
        label={t('notifications.title')}
        list={list}
        query={query}
        columns={columns}
        rowKey="id"
        expected={8}
        filters={notificationFilters}
        empty={<EmptyState title={t('notifications.empty')} text={t('notifications.empty.text')} />}
      />
    </>
  )
}
