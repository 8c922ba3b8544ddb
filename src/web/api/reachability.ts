import { sharedValue } from '../lib/shared-value.ts'

const reachable = sharedValue(true)

/** Every call reports whether the BFF answered. */
export const reportReachable = reachable.set

/** False from the first call without an answer until a call gets an answer again. */
export const useReachable = reachable.use
