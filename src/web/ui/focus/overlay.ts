import { sharedValue } from '../../lib/shared-value.ts'

/** The overlay opened by a shortcut or a button; only one at a time. */
const overlay = sharedValue<'palette' | 'shortcuts' | 'reserve' | null>(null)

let typedAhead = ''

export function showOverlay(next: 'palette' | 'shortcuts' | 'reserve'): void {
  typedAhead = ''
  overlay.set(next)
}
export const hideOverlay = () => overlay.set(null)
/** What was typed since the overlay was requested and before it was there. */
export const typedBefore = (): string => typedAhead
export const typeAhead = (key: string): void => {
  typedAhead += key
}
/** True as soon as an overlay is requested, even while it loads. */
export const isOverlayRequested = () => overlay.get() !== null
export const useOverlay = overlay.use

/** Focuses a part of the page that has just loaded, unless the user is in an overlay. */
export function focusOnArrival(part: HTMLElement | null, options?: FocusOptions): void {
  if (overlay.get() === null) part?.focus(options)
}
