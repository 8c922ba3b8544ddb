import { useEffect } from 'react'
import { lazyDialog } from '../lib/lazy.ts'
import { ErrorBoundary } from '../ui/feedback/ErrorBoundary.tsx'
import { endStepUp, useStepUpNeeded } from '../api/reauthentication.ts'

const StepUpDialog = lazyDialog(async () => (await import('../auth/sign-in/StepUpDialog.tsx')).StepUpDialog)

/** Replaces the dialog when it cannot load: the waiting calls then fail with their refusal. */
function GiveUp() {
  useEffect(() => void endStepUp(false), [])
  return null
}

/** Asks for a fresh sign-in while calls wait for it. */
export function StepUp() {
  if (!useStepUpNeeded()) return null
  return (
    <ErrorBoundary instead={<GiveUp />}>
      <StepUpDialog />
    </ErrorBoundary>
  )
}
