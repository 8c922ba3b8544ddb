import { sharedValue } from '../../lib/shared-value.ts'
import { colorOf } from '../meaning.ts'

interface Toast {
  /** A toast with the same ID replaces the current toast. */
  id?: string
  title?: string
  message: string
  tone: 'success' | 'failure' | 'info'
}

const meanings = { success: 'done', failure: 'failed', info: 'running' } as const
const isRequested = sharedValue(false)

/** Shows a toast. The toast library has its own chunk. */
export async function toast({ tone, ...rest }: Toast): Promise<void> {
  isRequested.set(true)
  const { notifications } = await import('@mantine/notifications')
  const shown = { ...rest, color: colorOf(meanings[tone]), autoClose: tone === 'failure' ? 12_000 : 5000 }
  if (rest.id !== undefined) notifications.hide(rest.id)
  notifications.show(shown)
}

export const useToastsRequested = isRequested.use
