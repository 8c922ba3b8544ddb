import { useCallback } from 'react'
import { messageFor } from '../../api/message-for.ts'
import { useT } from '../../i18n/Language.tsx'
import { toast } from './toast.ts'

/** Returns a function that shows an action's error and next step in a toast, for pages without a place for the error. */
export function useFailureToast() {
  const t = useT()
  return useCallback(
    (error: Error) => {
      const { sentence, next } = messageFor(error)
      toast({ tone: 'failure', title: t(sentence), message: t(next) })
    },
    [t],
  )
}
