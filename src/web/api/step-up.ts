import { waitingCalls } from './waiting-calls.ts'

const waiting = waitingCalls()

/** True once the user has proved who they are; false when they gave up or are no longer signed in. */
export const waitForStepUp = waiting.wait

/** Ends the wait of all calls that need a fresh sign-in. */
export const endStepUp = waiting.end

/** True while the dialog that asks for the proof belongs on the page. */
export const useStepUpNeeded = waiting.useAny
