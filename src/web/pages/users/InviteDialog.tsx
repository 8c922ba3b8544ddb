import { Radio, Stack, TextInput } from '@mantine/core'
import { schemaResolver, useForm } from '@mantine/form'
import { useMutation } from '@tanstack/react-query'
import { roleNames, type Role } from '#contract/access.ts'
import { inviteUser } from '#contract/users.ts'
import { useT } from '../../i18n/Language.tsx'
import { fieldErrors } from '../../api/api-error.ts'
import { FormDialog } from '../../ui/form/FormDialog.tsx'
import { OneTimePassword } from './OneTimePassword.tsx'
import { inviteMutation } from '../../entities/user/queries.ts'

interface Invitation {
  email: string
  name: string
  role: Role
}
const empty: Invitation = { email: '', name: '', role: 'supervisor' }

/** Invites a new user, then shows the password for their first sign-in. */
export function InviteDialog({ onClose }: { onClose: () => void }) {
  const t = useT()
  const invite = useMutation(inviteMutation())
  const form = useForm({
    initialValues: empty,
    validate: schemaResolver(inviteUser.body, { sync: true }),
  })
  const { data } = invite
  return (
    <FormDialog
      title={t(data === undefined ? 'users.invite' : 'users.invite.done')}
      submit={t('users.invite')}
      result={data && <OneTimePassword email={data.user.email} password={data.password} />}
      closeResult={t('users.once.close')}
      onSubmit={form.onSubmit((values) =>
        invite.mutate(
          { ...values, title: t('users.invite.of', { email: values.email, role: t(`role.${values.role}`) }) },
          { onError: (refusal) => form.setErrors(fieldErrors(refusal)) },
        ),
      )}
      onClose={onClose}
      isDirty={form.isDirty()}
      sending={invite}
      isShownOnce
    >
      <TextInput
        {...form.getInputProps('email')}
        error={form.errors['email'] !== undefined && t('session.emailWrong')}
        label={t('users.email')}
        type="email"
        data-autofocus
      />
      <TextInput
        {...form.getInputProps('name')}
        error={form.errors['name'] !== undefined && t('users.name.wrong')}
        label={t('users.name')}
        maxLength={100}
      />
      <Radio.Group {...form.getInputProps('role')} label={t('users.role')}>
        <Stack gap="xs" mt="xs">
          {roleNames.map((role) => (
            <Radio
              key={role}
              value={role}
              label={t(`role.${role}`)}
              description={t(`users.role.${role}.text`)}
            />
          ))}
        </Stack>
      </Radio.Group>
    </FormDialog>
  )
}
