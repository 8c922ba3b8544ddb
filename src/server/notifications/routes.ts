import { countNotifications } from '#contract/notification-count.ts'
import { listNotifications, markNotificationsRead } from '#contract/notifications.ts'
import type { Mount } from '../platform/http/mount.ts'
import type { Console } from '../features.ts'

export function mountNotifications({ mount }: Mount, { notifications: { store } }: Console): void {
  mount(listNotifications, async ({ caller, query: { page, pageSize, unread } }) => {
    const range = { offset: (page - 1) * pageSize, limit: pageSize }
    return { ...(await store.list(caller.user.id, unread === '1', range)), page, pageSize, warnings: [] }
  })

  mount(countNotifications, async ({ caller }) => ({ unread: await store.unread(caller.user.id) }))

  mount(markNotificationsRead, async ({ caller, body }) => {
    await store.markRead(caller.user.id, body)
    return {}
  })
}
