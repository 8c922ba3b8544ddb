import { sharedValue } from '../lib/shared-value.ts'

/** False while no user is signed in: refused calls then fail without waiting. */
let guarding = false
const ends = new Set<(repeat: boolean) => boolean>()

/** Turn it off once the session is over: waiting calls then stay refused and are never sent under the next user's session. */
export function guardSession(on: boolean): void {
  guarding = on
  if (!on) for (const end of ends) end(false)
}

interface Waiting {
  promised: PromiseWithResolvers<boolean>
  /** What the waiting calls do, in the user's language. */
  actions: readonly string[]
}

/** Holds refused calls until the user signs in or gives up. Then all calls repeat, or all stay refused. */
function waitingCalls() {
  const waiting = sharedValue<Waiting | null>(null)
  /** Ends the wait. Returns true if a call was waiting. */
  const end = (repeat: boolean): boolean => {
    const ended = waiting.get()
    ended?.promised.resolve(repeat)
    waiting.set(null)
    return ended !== null
  }
  ends.add(end)
  return {
    end,
    /** Resolves to true when the call may be repeated. */
    wait: async (action = ''): Promise<boolean> => {
      if (!guarding) return false
      const { promised, actions } = waiting.get() ?? {
        promised: Promise.withResolvers<boolean>(),
        actions: [],
      }
      waiting.set({ promised, actions: [...new Set([...actions, action])] })
      return promised.promise
    },
    useActions: (): readonly string[] | null => waiting.use()?.actions ?? null,
  }
}

/**
 * When a session expires, the calls refused as unauthenticated wait here and the page stays as it is. With no user signed in,
 * an unauthenticated call leads to the sign-in page instead.
 */
const reauthentication = waitingCalls()

/** Resolves to true once the same user has signed in again; to false when no user was signed in, or the session is given up. */
export const waitForReauth = reauthentication.wait

/** Sends the waiting calls again once the same user has signed in. Returns true if any call was waiting. */
export const resumeRequests = (): boolean => reauthentication.end(true)

/** True while the session has expired and the page shows the sign-in overlay. */
export const useReauthNeeded = (): boolean => reauthentication.useActions() !== null

const stepUp = waitingCalls()

/** Resolves to true once the user has confirmed their identity; to false when they gave up or are no longer signed in. */
export const waitForStepUp = stepUp.wait

/** Ends the wait of all calls that need a fresh sign-in. */
export const endStepUp = stepUp.end

/** The actions that wait for a fresh sign-in, for the step-up dialog; `null` when none waits. */
export const useStepUpActions = stepUp.useActions
