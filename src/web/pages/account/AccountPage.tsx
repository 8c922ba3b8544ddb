import { Skeleton, Stack, Text, Button, Group, TextInput } from '@mantine/core'
import { useQuery, useMutation } from '@tanstack/react-query'
import { useT } from '../../i18n/Language.tsx'
import { Message } from '../../i18n/Message.tsx'
import { paths } from '../../lib/paths.ts'
import { announce } from '../../ui/feedback/announce.ts'
import { PageHeader } from '../../ui/layout/PageHeader.tsx'
import { Panel } from '../../ui/layout/Panel.tsx'
import { QueryState } from '../../ui/feedback/QueryState.tsx'
import { PasskeysCard } from './PasskeysCard.tsx'
import { PasswordForm } from './PasswordForm.tsx'
import { accountQuery, renameMutation } from './queries.ts'
import { SecondFactorCard } from './SecondFactorCard.tsx'
import { SessionsCard } from './SessionsCard.tsx'
import { PageLink } from '../../ui/layout/PageLink.tsx'
import { schemaResolver, useForm } from '@mantine/form'
import { renameAccount, type Account } from '#contract/account.ts'
import { useUnsavedChanges } from '../../lib/navigation-blocker.ts'
import { useSession } from '../../entities/session/SessionContext.tsx'
import { ErrorAlert } from '../../ui/feedback/ErrorAlert.tsx'
import { Field, FieldList } from '../../ui/text/Field.tsx'

/** Name, email and role. Users can change their own name, unless it comes from the identity provider. */
function ProfileCard({ account }: { account: Account }) {
  const t = useT()
  const { role } = useSession()
  const rename = useMutation(renameMutation())
  const form = useForm({
    initialValues: { name: account.name },
    validate: schemaResolver(renameAccount.body, { sync: true }),
  })
  useUnsavedChanges(form.isDirty())
  return (
    <Panel title={t('account.profile')}>
      <Stack gap="sm">
        <FieldList>
          {account.isSsoUser && <Field label={t('users.name')}>{account.name}</Field>}
          <Field label={t('users.email')}>{account.email}</Field>
          <Field label={t('users.role')}>{t(`role.${role}`)}</Field>
        </FieldList>
        {account.isSsoUser ? (
          <Text c="dimmed">{t('account.name.elsewhere')}</Text>
        ) : (
          <form
            noValidate
            onSubmit={form.onSubmit(({ name }) =>
              rename.mutate(name, {
                onSuccess: () => {
                  form.resetDirty({ name })
                  announce(t('account.name.saved'))
                },
              }),
            )}
          >
            <Group align="flex-end" gap="sm">
              <TextInput
                {...form.getInputProps('name')}
                error={form.errors['name'] !== undefined && t('users.name.wrong')}
                label={t('users.name')}
                autoComplete="name"
                maxLength={100}
                w={{ base: '100%', sm: 320 }}
              />
              <Button type="submit" loading={rename.isPending}>
                {t('account.name.save')}
              </Button>
            </Group>
          </form>
        )}
        <ErrorAlert error={rename.error} />
      </Stack>
    </Panel>
  )
}

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
