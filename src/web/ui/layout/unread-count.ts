import { sharedValue } from '../../lib/shared-value.ts'

/** The user's unread notifications, before the title of every page. */
export const unreadCount = sharedValue(0)
