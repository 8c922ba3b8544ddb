import { useEffect } from 'react'
import { lazyDialog } from '../lib/lazy.ts'
import { ErrorBoundary } from '../ui/feedback/ErrorBoundary.tsx'
import { endStepUp, useStepUpNeeded } from '../api/reauthentication.ts'

const StepUpDialog = lazyDialog(async () => (await import('../auth/sign-in/StepUpDialog.tsx')).StepUpDialog)

/** In place of a dialog that cannot be loaded: the calls that wait for it report why they were refused. */
function GiveUp() {
  useEffect(() => void endStepUp(false), [])
  return null
}

/** Asks for a fresh sign-in while calls wait for one. */
export function StepUp() {
  if (!useStepUpNeeded()) return null
  return (
    <ErrorBoundary instead={<GiveUp />}>
      <StepUpDialog />
    </ErrorBoundary>
  )
}
