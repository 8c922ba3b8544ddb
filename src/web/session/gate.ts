import { sharedValue } from '../shared-value.ts'

/**
 * While the gate is shut for an expired session, the calls that were refused as unauthenticated wait at it and the page stays
 * as it is. It guards only while someone is signed in: otherwise being unauthenticated leads to the sign-in page.
 */
let guarding = false
const waiting = sharedValue<PromiseWithResolvers<void> | null>(null)

export function guardSession(on: boolean): void {
  guarding = on
}

/** Resolves once the same user has signed in again; null when nobody was signed in. */
export function waitAtGate(): Promise<void> | null {
  if (!guarding) return null
  if (waiting.get() === null) waiting.set(Promise.withResolvers<void>())
  return waiting.get()?.promise ?? null
}

/** The same user is signed in again: the calls that wait go on. Whether the gate was shut. */
export function passGate(): boolean {
  const shut = waiting.get()
  shut?.resolve()
  waiting.set(null)
  return shut !== null
}

/** True while the session has expired and the sign-in overlay belongs on the page. */
export const useGateShut = (): boolean => waiting.use() !== null
