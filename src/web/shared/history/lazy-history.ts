import { lazyFeature } from '../../lib/lazy.ts'

/** Loaded lazily: the history is at the end of a page. */
export const History = lazyFeature(async () => (await import('./History.tsx')).History)
