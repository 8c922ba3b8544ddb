import { useEffect, useRef } from 'react'
import { sharedValue } from '../../lib/shared-value.ts'

const message = sharedValue('')

/** Announces a text to screen readers through the shell's live region, without moving the focus. */
export function announce(text: string): void {
  // Screen readers speak only changes: a no-break space makes a repeated text a change.
  message.set(text === message.get() ? `${text}\u00A0` : text)
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

/** Returns the last announcement; only the shell renders it. */
export const useAnnouncement = message.use
