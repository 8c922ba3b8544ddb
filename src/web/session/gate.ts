import { waitingCalls } from './waiting-calls.ts'

/**
 * While the gate is shut for an expired session, the calls that were refused as unauthenticated wait at it and the page stays
 * as it is. It guards only while someone is signed in: otherwise being unauthenticated leads to the sign-in page.
 */
let guarding = false
const waiting = waitingCalls()

/** Off, once the session is over: what waits at the gate stays refused. */
export function guardSession(on: boolean): void {
  guarding = on
  if (!on) waiting.end(false)
}

/** True once the same user has signed in again; false when nobody was signed in, or the session was given up. */
export async function waitAtGate(): Promise<boolean> {
  return guarding && waiting.wait()
}

/** The same user is signed in again: the calls that wait go on. Whether the gate was shut. */
export const passGate = (): boolean => waiting.end(true)

/** True while the session has expired and the sign-in overlay belongs on the page. */
export const useGateShut = waiting.useAny
