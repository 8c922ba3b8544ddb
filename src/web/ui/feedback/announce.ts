import { useEffect, useRef } from 'react'
import { sharedValue } from '../../lib/shared-value.ts'

const message = sharedValue('')

/** Speaks to screen readers through the shell's live region, without moving the focus. */
export function announce(text: string): void {
  // A no-break space makes the same words twice a change, which is what screen readers speak.
  message.set(text === message.get() ? `${text}\u00A0` : text)
}

/**
 * Announces `text` each time `key` changes; a null text is not spoken.
 * @param start What the key changes from at first: without it the first key is no change. Undefined is followed by no change either.
 */
export function useAnnounceChange(key: unknown, text: string | null, start: unknown = key): void {
  const last = useRef(start)
  useEffect(() => {
    const before = last.current
    last.current = key
    if (before !== undefined && before !== key && text !== null) announce(text)
  }, [key, text])
}

/** The last announcement; shown by the shell alone. */
export const useAnnouncement = message.use
