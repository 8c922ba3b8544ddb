import { useQueryClient } from '@tanstack/react-query'
import { useEffect } from 'react'
import { hasCode } from '../../api/api-error.ts'
import { useT } from '../../i18n/Language.tsx'
import { lazyNext, loadFeature } from '../../lib/lazy.ts'
import { Optional } from './Optional.tsx'
import { toast, useToastsRequested } from './toast.ts'

const ToastArea = lazyNext(async () => (await import('./ToastArea.tsx')).ToastArea)

/**
 * Shows toasts, including a toast for a failed refresh of data already on the page (a failed first read shows its error in place).
 * All failed refreshes share one ID, so that ten failures show one toast.
 */
export function ToastHost() {
  const t = useT()
  const client = useQueryClient()
  const isRequested = useToastsRequested()
  useEffect(
    () =>
      client.getQueryCache().subscribe(({ type, query, ...event }) => {
        if (type !== 'updated' || !('action' in event) || event.action.type !== 'error') return
        if (query.state.data === undefined || query.meta?.quiet === true) return
        // The banner reports a server that does not answer.
        if (hasCode(query.state.error, 'network')) return
        loadFeature(() => import('../../api/message-for.ts'))
          .then(({ messageFor }) => {
            const message = t(messageFor(query.state.error).sentence)
            return toast({ id: 'background', title: t('state.stale'), message, tone: 'failure' })
          })
          // The message cannot load; the banner and the notice above the data show the error.
          .catch(() => undefined)
      }),
    [client, t],
  )
  return isRequested ? (
    <Optional>
      <ToastArea />
    </Optional>
  ) : null
}
