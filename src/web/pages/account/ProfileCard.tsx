import { Button, Group, Paper, Stack, Text, TextInput, Title } from '@mantine/core'
import { schemaResolver, useForm } from '@mantine/form'
import { useMutation } from '@tanstack/react-query'
import type { Account } from '#contract/account.ts'
import { renameAccount } from '#contract/account.ts'
import { messageFor } from '../../api/message-for.ts'
import { useT } from '../../i18n/Language.tsx'
import { useUnsavedChanges } from '../../lib/navigation-blocker.ts'
import { useSession } from '../../entities/session/SessionContext.tsx'
import { announce } from '../../ui/feedback/announce.ts'
import { Field, FieldList } from '../../ui/text/Field.tsx'
import { textColorOf } from '../../ui/text/meaning.ts'
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
    <Paper withBorder p="md">
      <Stack gap="sm">
        <Title order={2}>{t('account.profile')}</Title>
        <FieldList>
          {account.isSsoUser && <Field label={t('users.name')}>{account.name}</Field>}
          <Field label={t('users.email')}>{account.email}</Field>
          <Field label={t('users.role')}>{t(`role.${role}`)}</Field>
        </FieldList>
        {account.isSsoUser ? (
          <Text size="sm" c="dimmed">
            {t('account.name.elsewhere')}
          </Text>
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
              <Button type="submit" variant="default" loading={rename.isPending}>
                {t('account.name.save')}
              </Button>
            </Group>
          </form>
        )}
        {rename.error !== null && (
          <Text size="sm" c={textColorOf('failed')} role="alert">
            {t(messageFor(rename.error).sentence)}
          </Text>
        )}
      </Stack>
    </Paper>
  )
}
