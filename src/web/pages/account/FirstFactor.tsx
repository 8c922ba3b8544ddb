import { Button, Skeleton, Text, Title } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { useT } from '../../i18n/Language.tsx'
import { useSignOut } from '../../entities/session/use-sign-out.ts'
import { QueryState } from '../../ui/feedback/QueryState.tsx'
import { EntryFrame } from '../../entities/session/EntryFrame.tsx'
import { PasskeysCard } from './PasskeysCard.tsx'
import { accountQuery } from './queries.ts'
import { SecondFactorCard } from './SecondFactorCard.tsx'

/** Shown to a user whose role requires a second factor: no page opens before there is an authenticator or a passkey. */
export function FirstFactor() {
  const t = useT()
  const query = useQuery(accountQuery())
  const { signOut, pending } = useSignOut()
  return (
    <EntryFrame title={t('account.firstFactor.title')}>
      <div>
        <Title order={1}>{t('account.firstFactor.title')}</Title>
        <Text size="sm" c="dimmed">
          {t('account.firstFactor.text')}
        </Text>
      </div>
      <QueryState query={query} loading={<Skeleton h={320} />}>
        {(account) => (
          <>
            <SecondFactorCard account={account} />
            <PasskeysCard passkeys={account.passkeys} />
          </>
        )}
      </QueryState>
      <Button variant="subtle" onClick={signOut} loading={pending}>
        {t('session.signOut')}
      </Button>
    </EntryFrame>
  )
}
