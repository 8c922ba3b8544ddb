import { sharedValue } from '../../lib/shared-value.ts'

/** What lies over the page by a key or a button of the shell: one at a time. */
const overlay = sharedValue<'palette' | 'shortcuts' | null>(null)

export const showOverlay = overlay.set
export const hideOverlay = () => overlay.set(null)
/** Wanted already while it is still being fetched. */
export const overlayWanted = () => overlay.get() !== null
export const useOverlay = overlay.use

/** For a part of the page that has just arrived: takes the focus, but never from a user in an overlay. */
export function focusOnArrival(part: HTMLElement | null, options?: FocusOptions): void {
  if (overlay.get() === null) part?.focus(options)
}
