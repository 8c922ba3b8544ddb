import '@mantine/core/styles/Notification.css'
import '@mantine/notifications/styles.css'
import { MantineThemeProvider } from '@mantine/core'
import { Notifications } from '@mantine/notifications'
import { useMemo } from 'react'
import { useT } from '../../i18n/Language.tsx'

/** Renders the toasts; mounts with the first toast. */
export function ToastArea() {
  const t = useT()
  const theme = useMemo(
    () => ({
      components: {
        Notification: {
          defaultProps: { closeButtonProps: { 'aria-label': t('action.close') } },
          // Mantine's own gray under a title has a contrast of only 3.3:1.
          styles: { description: { color: 'var(--mantine-color-dimmed)' } },
        },
      },
    }),
    [t],
  )
  return (
    <MantineThemeProvider theme={theme}>
      <Notifications position="bottom-right" limit={3} />
    </MantineThemeProvider>
  )
}
