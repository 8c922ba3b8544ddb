import { Button, Skeleton, Text, Title } from '@mantine/core'
import { useQuery, useQueryClient } from '@tanstack/react-query'
import { waitForStepUp } from '../../api/reauthentication.ts'
import { useT } from '../../i18n/Language.tsx'
import { EntryFrame } from '../../entities/session/EntryFrame.tsx'
import { sessionQuery } from '../../entities/session/queries.ts'
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

/** Asks for the second factor of a user who signed in without it. */
function GiveFactor() {
  const t = useT()
  const client = useQueryClient()
  const give = async () => {
    const isGiven = await waitForStepUp(t('account.giveFactor.title'))
    if (isGiven) await client.invalidateQueries({ queryKey: sessionQuery().queryKey })
  }
  return (
    <Button variant="filled" onClick={() => void give()}>
      {t('account.giveFactor')}
    </Button>
  )
}

/** Shown before any page opens: to a user with a one-time password, and to one whose role requires a second factor. */
export function FirstVisit() {
  const t = useT()
  const { user, mustChangePassword, secondFactorNeed } = useSession()
  const { signOut, pending } = useSignOut()
  // The new password needs the second factor of a user who has one.
  const isFactorFirst = secondFactorNeed === 'give' || secondFactorNeed === 'provider'
  const isPassword = mustChangePassword && !isFactorFirst
  const title = t(
    isPassword
      ? 'account.first.title'
      : isFactorFirst
        ? 'account.giveFactor.title'
        : 'account.firstFactor.title',
  )
  return (
    <EntryFrame title={title}>
      <div>
        <Title order={1}>{title}</Title>
        <Text c="dimmed">
          {isPassword
            ? t('account.first.text', { email: user.email })
            : t(isFactorFirst ? `account.giveFactor.text.${secondFactorNeed}` : 'account.firstFactor.text')}
        </Text>
      </div>
      {isPassword ? (
        <PasswordForm
          email={user.email}
          currentLabel={t('account.first.current')}
          onChanged={() => announce(t('account.password.changed'))}
        />
      ) : secondFactorNeed === 'give' ? (
        <GiveFactor />
      ) : (
        secondFactorNeed === 'set-up' && <Factors />
      )}
      <Button variant="subtle" onClick={signOut} loading={pending}>
        {t('session.signOut')}
      </Button>
    </EntryFrame>
  )
}
