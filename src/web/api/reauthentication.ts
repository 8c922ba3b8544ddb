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
function waitingCalls() {
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

/**
 * When a session expires, the calls refused as unauthenticated wait here and the page stays as it is. With no user signed in,
 * being unauthenticated leads to the sign-in page instead.
 */
const reauthentication = waitingCalls()

/** True once the same user has signed in again; false when no user was signed in, or the session was given up. */
export const waitForReauth = reauthentication.wait

/** Sends the waiting calls again once the same user has signed in. Returns whether there were any. */
export const resumeRequests = (): boolean => reauthentication.end(true)

/** True while the session has expired and the page shows the sign-in overlay. */
export const useReauthNeeded = reauthentication.useAny

const stepUp = waitingCalls()

/** True once the user has proved who they are; false when they gave up or are no longer signed in. */
export const waitForStepUp = stepUp.wait

/** Ends the wait of all calls that need a fresh sign-in. */
export const endStepUp = stepUp.end

/** True while the dialog that asks for the proof belongs on the page. */
export const useStepUpNeeded = stepUp.useAny
