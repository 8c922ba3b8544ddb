import { sharedValue } from '../shared-value.ts'

/**
 * While the gate is shut for an expired session, the calls that were refused as unauthenticated wait at it and the page stays
 * as it is. It guards only while someone is signed in: otherwise being unauthenticated leads to the sign-in page.
 */
let guarding = false
const waiting = sharedValue<PromiseWithResolvers<boolean> | null>(null)

/** Whether the gate was shut. */
function open(signedInAgain: boolean): boolean {
  const shut = waiting.get()
  shut?.resolve(signedInAgain)
  waiting.set(null)
  return shut !== null
}

/** Off, once the session is over: what waits at the gate stays refused. */
export function guardSession(on: boolean): void {
  guarding = on
  if (!on) open(false)
}

/** True once the same user has signed in again; false when nobody was signed in, or the session was given up. */
export async function waitAtGate(): Promise<boolean> {
  if (!guarding) return false
  const shut = waiting.get() ?? Promise.withResolvers<boolean>()
  waiting.set(shut)
  return shut.promise
}

/** The same user is signed in again: the calls that wait go on. Whether the gate was shut. */
export const passGate = (): boolean => open(true)

/** True while the session has expired and the sign-in overlay belongs on the page. */
export const useGateShut = (): boolean => waiting.use() !== null
