import { Stack, Text } from '@mantine/core'
import { useT } from '../../i18n/Language.tsx'
import { Dialog, opaqueOverlay } from '../../ui/form/FormDialog.tsx'
import { useSession } from '../../entities/session/SessionContext.tsx'
import { SignInSteps } from './SignInSteps.tsx'
import { SsoElsewhere } from './SsoSignIn.tsx'
import { useResumeSession } from '../../entities/session/use-resume-session.ts'

/** A sign-in dialog over the page, which stays unchanged underneath. */
export function SessionExpiredOverlay() {
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
