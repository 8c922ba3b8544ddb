import { MantineThemeProvider } from '@mantine/core'
import { Notifications } from '@mantine/notifications'
import { useQueryClient } from '@tanstack/react-query'
import { useEffect, useMemo } from 'react'
import { hasCode } from '../../api/api-error.ts'
import { messageFor } from '../../api/message-for.ts'
import { useT } from '../../i18n/Language.tsx'
import { toast } from './toast.ts'

/**
 * Shows toasts, including a toast for a failed refresh of data already on the page (a failed first read shows its error in place).
 * All failed refreshes share one ID, so that ten failures show one toast.
 */
export function ToastHost() {
  const client = useQueryClient()
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
  useEffect(
    () =>
      client.getQueryCache().subscribe(({ type, query, ...event }) => {
        if (type !== 'updated' || !('action' in event) || event.action.type !== 'error') return
        if (query.state.data === undefined || query.meta?.quiet === true) return
        // The banner reports a server that does not answer.
        if (hasCode(query.state.error, 'network')) return
        const message = t(messageFor(query.state.error).sentence)
        toast({ id: 'background', title: t('state.stale'), message, tone: 'failure' })
      }),
    [client, t],
  )
  return (
    <MantineThemeProvider theme={theme}>
      <Notifications position="bottom-right" limit={3} />
    </MantineThemeProvider>
  )
}
