import { sharedValue } from '../shared-value.ts'

/** What lies over the page by a key or a button of the shell: one at a time. */
const overlay = sharedValue<'palette' | 'shortcuts' | null>(null)

export const showOverlay = overlay.set
export const hideOverlay = () => overlay.set(null)
/** Wanted already while it is still being fetched. */
export const overlayWanted = () => overlay.get() !== null
export const useOverlay = overlay.use
