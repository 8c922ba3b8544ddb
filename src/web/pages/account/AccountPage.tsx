import { Skeleton, Stack, Text } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { useT } from '../../i18n/Language.tsx'
import { Message } from '../../i18n/Message.tsx'
import { paths } from '../../lib/paths.ts'
import { announce } from '../../ui/feedback/announce.ts'
import { PageHeader } from '../../ui/layout/PageHeader.tsx'
import { Panel } from '../../ui/layout/Panel.tsx'
import { QueryState } from '../../ui/feedback/QueryState.tsx'
import { PasskeysCard } from './PasskeysCard.tsx'
import { PasswordForm } from './PasswordForm.tsx'
import { ProfileCard } from './ProfileCard.tsx'
import { accountQuery } from './queries.ts'
import { SecondFactorCard } from './SecondFactorCard.tsx'
import { SessionsCard } from './SessionsCard.tsx'
import { PageLink } from '../../ui/layout/PageLink.tsx'

/** The user's own account: name, password, second factor, passkeys, sessions. */
export function AccountPage() {
  const t = useT()
  const query = useQuery(accountQuery())
  return (
    <>
      <PageHeader title={t('account.title')} description={t('account.description')} />
      <QueryState query={query} loading={<Skeleton h={480} maw={860} />}>
        {(account) => (
          <Stack gap="md" maw={860}>
            <ProfileCard account={account} />
            {account.hasPassword ? (
              <>
                <Panel title={t('caption.password')} description={t('account.password.text')}>
                  <PasswordForm
                    email={account.email}
                    currentLabel={t('account.password.current')}
                    isCodeNeeded={account.secondFactor}
                    onChanged={() => announce(t('account.password.changed'))}
                  />
                </Panel>
                <SecondFactorCard account={account} />
                <PasskeysCard passkeys={account.passkeys} />
              </>
            ) : (
              <Text>{t('account.elsewhere')}</Text>
            )}
            <Panel title={t('account.api')}>
              <Text>
                <Message
                  of="account.api.text"
                  values={{
                    link: (
                      <PageLink to={paths.api()} underline="always">
                        {t('api.title')}
                      </PageLink>
                    ),
                  }}
                />
              </Text>
            </Panel>
            <SessionsCard sessions={account.sessions} />
          </Stack>
        )}
      </QueryState>
    </>
  )
}
