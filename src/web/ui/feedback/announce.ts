import { sharedValue } from '../../lib/shared-value.ts'

const message = sharedValue('')

/** Speaks to screen readers through the shell's live region, without moving the focus. */
export function announce(text: string): void {
  // A no-break space makes the same words twice a change, which is what screen readers speak.
  message.set(text === message.get() ? `${text}\u00A0` : text)
}

export const useAnnouncement = message.use
