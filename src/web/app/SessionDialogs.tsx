import { useReauthNeeded, useStepUpActions } from '../api/reauthentication.ts'
import { SessionExpiredOverlay } from '../pages/sign-in/SessionExpiredOverlay.tsx'
import { StepUpDialog } from '../pages/sign-in/StepUpDialog.tsx'

/** Over the page: asks to sign in again while calls wait for a session, and for a fresh sign-in while calls wait for that. */
export function SessionDialogs() {
  const isReauthNeeded = useReauthNeeded()
  const actions = useStepUpActions()
  return (
    <>
      {actions !== null && <StepUpDialog actions={actions} />}
      {isReauthNeeded && <SessionExpiredOverlay />}
    </>
  )
}
