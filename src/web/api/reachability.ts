import { sharedValue } from '../lib/shared-value.ts'

const reachable = sharedValue(true)

/** Set by every call: whether the BFF answered at all. */
export const reportReachable = reachable.set

/** False from the first call that nothing answered until one is answered again. */
export const useReachable = reachable.use
