import { sharedValue } from '../lib/shared-value.ts'

/** False while no user is signed in: before and after, refused calls stay refused. */
let guarding = false
const ends = new Set<(repeat: boolean) => boolean>()

/** Off, once the session is over: what waits then stays refused, so that it is never sent under the next user's session. */
export function guardSession(on: boolean): void {
  guarding = on
  if (!on) for (const end of ends) end(false)
}

/** Calls that were refused until the user does something. Then all are repeated, or all stay refused. */
export function waitingCalls() {
  const waiting = sharedValue<PromiseWithResolvers<boolean> | null>(null)
  /** Ends the wait. Returns whether a call was waiting. */
  const end = (repeat: boolean): boolean => {
    const promised = waiting.get()
    promised?.resolve(repeat)
    waiting.set(null)
    return promised !== null
  }
  ends.add(end)
  return {
    end,
    /** True when the call may be repeated. */
    wait: async (): Promise<boolean> => {
      if (!guarding) return false
      const promised = waiting.get() ?? Promise.withResolvers<boolean>()
      waiting.set(promised)
      return promised.promise
    },
    useAny: (): boolean => waiting.use() !== null,
  }
}
