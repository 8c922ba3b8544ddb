import '@mantine/core/styles/Notification.css'
import '@mantine/notifications/styles.css'
import { Notifications } from '@mantine/notifications'

/** Loaded with the first toast. */
export function ToastArea() {
  return <Notifications position="bottom-right" limit={3} />
}
