import { Modal, Stack, Text } from '@mantine/core'
import { useQueryClient } from '@tanstack/react-query'
import { useCallback, useEffect } from 'react'
import '../styles-more.ts'
import { useT } from '../i18n/Language.tsx'
import { announce } from '../ui/announce.ts'
import { useReturnFocus } from '../ui/return-focus.ts'
import { passGate } from './gate.ts'
import { onSignedInElsewhere } from './other-tabs.ts'
import { sessionQuery } from './queries.ts'
import { useSession } from './SessionContext.tsx'
import { SignInSteps } from './SignInSteps.tsx'
import { SsoElsewhere } from './SsoSignIn.tsx'

/** Sign-in over the page, which stays as it is below. Another user gets a fresh console instead of somebody else's work. */
export function SessionExpiredOverlay() {
  const t = useT()
  const client = useQueryClient()
  const { user } = useSession()
  useReturnFocus()
  const goOn = useCallback(async () => {
    const session = await client.fetchQuery({ ...sessionQuery(), staleTime: 0 })
    if (session.user.id !== user.id) {
      window.location.reload()
      return
    }
    announce(t('session.again'))
    passGate()
  }, [client, t, user.id])
  // Where it does not work out after all, the overlay stays.
  useEffect(() => onSignedInElsewhere(() => void goOn().catch(() => undefined)), [goOn])
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
        <SignInSteps onSignedIn={goOn} />
        <SsoElsewhere />
      </Stack>
    </Modal>
  )
}
