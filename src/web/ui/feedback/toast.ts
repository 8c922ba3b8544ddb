import { notifications } from '@mantine/notifications'
import { colorOf } from '../text/meaning.ts'

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
