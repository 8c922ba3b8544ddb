import { Button, Skeleton, Text, Title } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { useT } from '../../i18n/Language.tsx'
import { EntryFrame } from '../../entities/session/EntryFrame.tsx'
import { useSession } from '../../entities/session/SessionContext.tsx'
import { useSignOut } from '../../entities/session/use-sign-out.ts'
import { announce } from '../../ui/feedback/announce.ts'
import { QueryState } from '../../ui/feedback/QueryState.tsx'
import { PasskeysCard } from './PasskeysCard.tsx'
import { PasswordForm } from './PasswordForm.tsx'
import { accountQuery } from './queries.ts'
import { SecondFactorCard } from './SecondFactorCard.tsx'

/** An authenticator or a passkey. */
function Factors() {
  const query = useQuery(accountQuery())
  return (
    <QueryState query={query} loading={<Skeleton h={320} />}>
      {(account) => (
        <>
          <SecondFactorCard account={account} />
          <PasskeysCard passkeys={account.passkeys} />
        </>
      )}
    </QueryState>
  )
}

/** Shown before any page opens: to a user with a one-time password, and to one whose role requires a second factor. */
export function FirstVisit() {
  const t = useT()
  const { user, mustChangePassword } = useSession()
  const { signOut, pending } = useSignOut()
  const title = t(mustChangePassword ? 'account.first.title' : 'account.firstFactor.title')
  return (
    <EntryFrame title={title}>
      <div>
        <Title order={1}>{title}</Title>
        <Text c="dimmed">
          {mustChangePassword
            ? t('account.first.text', { email: user.email })
            : t('account.firstFactor.text')}
        </Text>
      </div>
      {mustChangePassword ? (
        <PasswordForm
          email={user.email}
          currentLabel={t('account.first.current')}
          onChanged={() => announce(t('account.password.changed'))}
        />
      ) : (
        <Factors />
      )}
      <Button variant="subtle" onClick={signOut} loading={pending}>
        {t('session.signOut')}
      </Button>
    </EntryFrame>
  )
}
