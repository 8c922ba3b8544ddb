import { Anchor, Paper, Skeleton, Stack, Text, Title } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { Link } from 'react-router-dom'
import { useT } from '../../i18n/Language.tsx'
import { Message } from '../../i18n/Message.tsx'
import { paths } from '../../lib/paths.ts'
import { announce } from '../../ui/feedback/announce.ts'
import { PageHeader } from '../../ui/layout/PageHeader.tsx'
import { QueryState } from '../../ui/feedback/QueryState.tsx'
import { PasskeysCard } from './PasskeysCard.tsx'
import { PasswordForm } from './PasswordForm.tsx'
import { ProfileCard } from './ProfileCard.tsx'
import { accountQuery } from './queries.ts'
import { SecondFactorCard } from './SecondFactorCard.tsx'
import { SessionsCard } from './SessionsCard.tsx'

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
                <Paper withBorder p="md">
                  <Stack gap="sm">
                    <Title order={2}>{t('caption.password')}</Title>
                    <Text size="sm">{t('account.password.text')}</Text>
                    <PasswordForm
                      email={account.email}
                      currentLabel={t('account.password.current')}
                      isCodeNeeded={account.secondFactor}
                      onChanged={() => announce(t('account.password.changed'))}
                    />
                  </Stack>
                </Paper>
                <SecondFactorCard account={account} />
                <PasskeysCard passkeys={account.passkeys} />
              </>
            ) : (
              <Text size="sm">{t('account.elsewhere')}</Text>
            )}
            <Paper withBorder p="md">
              <Stack gap="sm">
                <Title order={2}>{t('account.api')}</Title>
                <Text size="sm">
                  <Message
                    of="account.api.text"
                    values={{
                      link: (
                        <Anchor component={Link} to={paths.api()} inherit underline="always">
                          {t('api.title')}
                        </Anchor>
                      ),
                    }}
                  />
                </Text>
              </Stack>
            </Paper>
            <SessionsCard sessions={account.sessions} />
          </Stack>
        )}
      </QueryState>
    </>
  )
}
