import { Button, Stack } from '@mantine/core'
import { IconFingerprint } from '@tabler/icons-react'
import { useMutation } from '@tanstack/react-query'
import { beginPasskeySignIn, signInWithPasskey } from '#contract/passkeys.ts'
import { call } from '../../api/call.ts'
import { useT } from '../../i18n/Language.tsx'
import { ErrorAlert } from '../../ui/feedback/ErrorAlert.tsx'
import { promptForPasskey, canUsePasskeys } from '../../entities/session/passkeys.ts'

/** The button for sign-in with a passkey, where the browser can. */
export function PasskeyButton({ onSignedIn }: { onSignedIn: () => Promise<void> }) {
  const t = useT()
  const { mutate, isPending, error } = useMutation({
    mutationFn: async () => {
      const options = await call(beginPasskeySignIn, { reauthenticate: false })
      const response = await promptForPasskey(options)
      return call(signInWithPasskey, { body: { response }, reauthenticate: false })
    },
    onSuccess: onSignedIn,
  })
  if (!canUsePasskeys()) return null
  return (
    <Stack gap="md">
      {error !== null && <ErrorAlert error={error} />}
      <Button
        variant="default"
        fullWidth
        leftSection={<IconFingerprint size={16} aria-hidden />}
        loading={isPending}
        onClick={() => mutate()}
      >
        {t('session.passkey')}
      </Button>
    </Stack>
  )
}
