import { useCallback } from 'react'
import { messageFor } from '../../api/message-for.ts'
import { useT } from '../../i18n/Language.tsx'
import { toast } from './toast.ts'

/** Shows why an action failed and what to do, where the page has no place of its own for it. */
export function useFailureToast() {
  const t = useT()
  return useCallback(
    (error: Error) => {
      const { sentence, next } = messageFor(error)
      void toast({ tone: 'failure', title: t(sentence), message: t(next) })
    },
    [t],
  )
}
