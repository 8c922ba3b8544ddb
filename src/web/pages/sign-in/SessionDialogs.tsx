import { Stack, Text } from '@mantine/core'
import { useEffect } from 'react'
import { useT } from '../../i18n/Language.tsx'
import { openDialog } from '../../ui/form/dialogs.tsx'
import { Dialog, opaqueOverlay } from '../../ui/form/FormDialog.tsx'
import { useSession } from '../../entities/session/SessionContext.tsx'
import { SignInSteps } from './SignInSteps.tsx'
import { SsoElsewhere } from './SsoSignIn.tsx'
import { useResumeSession } from '../../entities/session/use-resume-session.ts'
import { useReauthNeeded, useStepUpActions } from '../../api/reauthentication.ts'
import { StepUpDialog } from './StepUpDialog.tsx'

/** A sign-in dialog over the page, which stays unchanged underneath. */
function SessionExpiredDialog() {
  const t = useT()
  const { user } = useSession()
  const resumeSession = useResumeSession(user.id)
  return (
    <Dialog
      onClose={() => undefined}
      closeOnEscape={false}
      closeOnClickOutside={false}
      title={t('session.expired')}
      overlayProps={opaqueOverlay}
    >
      <Stack gap="md">
        <Text>{t('session.expired.text', { email: user.email })}</Text>
        <SignInSteps onSignedIn={resumeSession} email={user.email} />
        <SsoElsewhere />
      </Stack>
    </Dialog>
  )
}

const options = { outlivesPage: true }

/** Asks over the page to sign in again while calls wait for a session, and for a fresh sign-in while calls wait for that. */
export function SessionDialogs() {
  const isReauthNeeded = useReauthNeeded()
  const isStepUpNeeded = useStepUpActions() !== null
  useEffect(
    () => (isStepUpNeeded ? openDialog(() => <StepUpDialog />, options) : undefined),
    [isStepUpNeeded],
  )
  useEffect(
    () => (isReauthNeeded ? openDialog(() => <SessionExpiredDialog />, options) : undefined),
    [isReauthNeeded],
  )
  return null
}
