import { waitingCalls } from './waiting-calls.ts'

/**
 * When a session expires, the calls refused as unauthenticated wait here and the page stays as it is. With no user signed in,
 * being unauthenticated leads to the sign-in page instead.
 */
const waiting = waitingCalls()

/** True once the same user has signed in again; false when no user was signed in, or the session was given up. */
export const waitForReauth = waiting.wait

/** Sends the waiting calls again once the same user has signed in. Returns whether there were any. */
export const resumeRequests = (): boolean => waiting.end(true)

/** True while the session has expired and the page shows the sign-in overlay. */
export const useReauthNeeded = waiting.useAny
