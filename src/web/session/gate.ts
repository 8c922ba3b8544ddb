import { waitingCalls } from './waiting-calls.ts'

/**
 * While the gate is shut for an expired session, the calls that were refused as unauthenticated wait at it and the page stays
 * as it is. With no user signed in, being unauthenticated leads to the sign-in page instead.
 */
const waiting = waitingCalls()

/** True once the same user has signed in again; false when no user was signed in, or the session was given up. */
export const waitAtGate = waiting.wait

/** The same user is signed in again: the calls that wait go on. Whether the gate was shut. */
export const passGate = (): boolean => waiting.end(true)

/** True while the session has expired and the sign-in overlay belongs on the page. */
export const useGateShut = waiting.useAny
