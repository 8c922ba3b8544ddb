import { sharedValue } from './shared-value.ts'

/** What the user asked for and could not be loaded, for example because a deploy removed its script. */
interface FailedLoad {
  kind: 'part' | 'language'
  retry: () => void
}
const failedLoad = sharedValue<FailedLoad | null>(null)
/** Shows a failed load beside the page (`ui/feedback/FailedLoadNotice.tsx`). The page stays as it is, with everything typed in it. */
export const reportFailedLoad = failedLoad.set
export const useFailedLoad = failedLoad.use
