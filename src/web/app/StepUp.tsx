import { lazyDialog } from '../lib/lazy.ts'
import { ErrorBoundary } from '../ui/feedback/ErrorBoundary.tsx'
import { endStepUp, useStepUpNeeded } from '../api/reauthentication.ts'

const StepUpDialog = lazyDialog(async () => (await import('../auth/sign-in/StepUpDialog.tsx')).StepUpDialog)

/** Asks for a fresh sign-in while calls wait for it. When the dialog cannot load, the calls fail with their refusal. */
export function StepUp() {
  if (!useStepUpNeeded()) return null
  return (
    <ErrorBoundary instead={null} onFault={() => endStepUp(false)}>
      <StepUpDialog />
    </ErrorBoundary>
  )
}
