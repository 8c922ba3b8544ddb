import { Button, Text, Title } from '@mantine/core'
import { useT } from '../../i18n/Language.tsx'
import { EntryFrame } from '../../entities/session/EntryFrame.tsx'
import { useSession } from '../../entities/session/SessionContext.tsx'
import { useSignOut } from '../../entities/session/use-sign-out.ts'
import { announce } from '../../ui/feedback/announce.ts'
import { PasswordForm } from './PasswordForm.tsx'

/** Shown after a sign-in with a one-time password: no page opens before the user changes the password. */
export function FirstPassword() {
  const t = useT()
  const { user } = useSession()
  const { signOut, pending } = useSignOut()
  return (
    <EntryFrame title={t('account.first.title')}>
      <div>
        <Title order={1}>{t('account.first.title')}</Title>
        <Text size="sm" c="dimmed">
          {t('account.first.text', { email: user.email })}
        </Text>
      </div>
      <PasswordForm
        email={user.email}
        currentLabel={t('account.first.current')}
        onChanged={() => announce(t('account.password.changed'))}
      />
      <Button variant="subtle" onClick={signOut} loading={pending}>
        {t('session.signOut')}
      </Button>
    </EntryFrame>
  )
}
