import { Modal, Stack, Text } from '@mantine/core'
import '../../lib/feature-styles.ts'
import { useT } from '../../i18n/Language.tsx'
import { useReturnFocus } from '../../ui/focus/return-focus.ts'
import { useSession } from '../../shared/session/SessionContext.tsx'
import { SignInSteps } from './SignInSteps.tsx'
import { SsoElsewhere } from './SsoSignIn.tsx'
import { useResumeSession } from '../../shared/session/use-resume-session.ts'

/** Sign-in over the page, which stays as it is below. */
export function SessionExpiredOverlay() {
  const t = useT()
  const { user } = useSession()
  const resumeSession = useResumeSession(user.id)
  useReturnFocus()
  return (
    <Modal
      opened
      onClose={() => undefined}
      withCloseButton={false}
      closeOnEscape={false}
      closeOnClickOutside={false}
      title={t('session.expired')}
      returnFocus={false}
      centered
      overlayProps={{ backgroundOpacity: 0.45, blur: 2 }}
    >
      <Stack gap="md">
        <Text size="sm">{t('session.expired.text', { email: user.email })}</Text>
        <SignInSteps onSignedIn={resumeSession} />
        <SsoElsewhere />
      </Stack>
    </Modal>
  )
}
