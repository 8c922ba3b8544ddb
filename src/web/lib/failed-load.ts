import { sharedValue } from './shared-value.ts'

/** What the user asked for and could not be loaded, for example because a deploy removed its script. */
interface FailedLoad {
  kind: 'part' | 'language'
  retry: () => void
}
const failedLoad = sharedValue<FailedLoad | null>(null)
/**
 * Shows a failed load beside the page (`ui/feedback/FailedLoadNotice.tsx`). The page stays as it is, with everything typed in it.
 * Returns the function that withdraws the notice, for what is no longer wanted.
 */
export function reportFailedLoad(load: FailedLoad): () => void {
  failedLoad.set(load)
  return () => {
    if (failedLoad.get() === load) failedLoad.set(null)
  }
}
export const closeFailedLoad = () => failedLoad.set(null)
export const useFailedLoad = failedLoad.use
