import { Button, Text, Title } from '@mantine/core'
import { useMutation, useQueryClient } from '@tanstack/react-query'
import { useNavigate } from 'react-router-dom'
import '../styles-more.ts'
import { useT } from '../i18n/Language.tsx'
import { paths } from '../paths.ts'
import { EntryFrame } from '../session/EntryFrame.tsx'
import { guardSession } from '../session/gate.ts'
import { signOutMutation } from '../session/queries.ts'
import { useSession } from '../session/SessionContext.tsx'
import { announce } from '../ui/announce.ts'
import { PasswordForm } from './PasswordForm.tsx'

/** For who came in with a one-time password: nothing else opens before it is changed. */
export function FirstPassword() {
  const t = useT()
  const client = useQueryClient()
  const navigate = useNavigate()
  const { user } = useSession()
  const signOut = useMutation({
    ...signOutMutation(),
    onSuccess: async () => {
      guardSession(false)
      await navigate(paths.signIn())
      client.clear()
    },
  })
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
      <Button variant="subtle" onClick={() => signOut.mutate()} loading={signOut.isPending}>
        {t('session.signOut')}
      </Button>
    </EntryFrame>
  )
}
