import { Button, Group, Stack, Text, TextInput } from '@mantine/core'
import { schemaResolver, useForm } from '@mantine/form'
import { useMutation } from '@tanstack/react-query'
import { renameAccount, type Account } from '#contract/account.ts'
import { useT } from '../../i18n/Language.tsx'
import { useUnsavedChanges } from '../../lib/navigation-blocker.ts'
import { useSession } from '../../entities/session/SessionContext.tsx'
import { announce } from '../../ui/feedback/announce.ts'
import { ErrorAlert } from '../../ui/feedback/ErrorAlert.tsx'
import { Panel } from '../../ui/layout/Panel.tsx'
import { Field, FieldList } from '../../ui/text/Field.tsx'
import { renameMutation } from './queries.ts'

/** Name, email and role. Users can change their own name, unless it comes from the identity provider. */
export function ProfileCard({ account }: { account: Account }) {
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
        {rename.error !== null && <ErrorAlert error={rename.error} />}
      </Stack>
    </Panel>
  )
}
