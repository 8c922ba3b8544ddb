import { useEffect, useRef } from 'react'
import { sharedValue } from '../../lib/shared-value.ts'

const messages = sharedValue<readonly { id: number; text: string }[]>([])

/** Announces a text to screen readers through the shell's live region, without moving the focus. */
export function announce(text: string): void {
  const recent = messages.get()
  const id = (recent.at(-1)?.id ?? 0) + 1
  // The last three, so that a list's new range does not replace the outcome of the action that changed the list.
  messages.set([...recent.slice(-2), { id, text }])
}

/**
 * Announces `text` each time `key` changes, except when `text` is `null`.
 * @param start The key's initial value; by default the first key, which then is no change. A change from `undefined` is not announced.
 */
export function useAnnounceChange(key: unknown, text: string | null, start: unknown = key): void {
  const last = useRef(start)
  useEffect(() => {
    const before = last.current
    last.current = key
    if (before !== undefined && before !== key && text !== null) announce(text)
  }, [key, text])
}

/** Returns the last announcements; only the shell renders them. */
export const useAnnouncements = messages.use
