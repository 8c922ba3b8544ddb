import { sharedValue } from '../shared-value.ts'

/** Calls that were refused until the user does something. Then all are repeated, or all stay refused. */
export function waitingCalls() {
  const waiting = sharedValue<PromiseWithResolvers<boolean> | null>(null)
  return {
    /** True when the call may be repeated. */
    wait: (): Promise<boolean> => {
      const promised = waiting.get() ?? Promise.withResolvers<boolean>()
      waiting.set(promised)
      return promised.promise
    },
    /** Ends the wait. Returns whether a call was waiting. */
    end: (repeat: boolean): boolean => {
      const promised = waiting.get()
      promised?.resolve(repeat)
      waiting.set(null)
      return promised !== null
    },
    useAny: (): boolean => waiting.use() !== null,
  }
}
