import { notifications } from '@mantine/notifications'
import { colorOf } from '../text/meaning.ts'
import { useCallback } from 'react'
import { messageFor } from '../../api/message-for.ts'
import { useT } from '../../i18n/Language.tsx'

/** Returns a function that shows an action's error and next step in a toast, for pages without a place for the error. */
export function useFailureToast() {
  const t = useT()
  return useCallback(
    (error: Error) => {
      const { sentence, next, values } = messageFor(error)
      toast({ tone: 'failure', title: t(sentence), message: t(next, values) })
    },
    [t],
  )
}

interface Toast {
  /** A toast with the same ID replaces the current toast. */
  id?: string
  title?: string
  message: string
  tone: 'success' | 'failure' | 'info'
}

const meanings = { success: 'done', failure: 'failed', info: 'running' } as const

/** Shows a toast. */
export function toast({ tone, ...rest }: Toast): void {
  if (rest.id !== undefined) notifications.hide(rest.id)
  notifications.show({
    ...rest,
    color: colorOf(meanings[tone]),
    autoClose: tone === 'failure' ? 12_000 : 5000,
  })
}
