import { countNotifications } from '#contract/notification-count.ts'
import { read } from '../../api/endpoint-queries.ts'

const everyMs = 30_000

/** The count of unread notifications. In a file of its own, because every page begins with it. */
export const unreadQuery = () =>
  read(countNotifications, {}, { refetchInterval: everyMs, meta: { quiet: true } })
