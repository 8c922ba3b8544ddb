import { Button, Group, Modal, Radio, Stack, TextInput } from '@mantine/core'
import { schemaResolver, useForm } from '@mantine/form'
import { useMutation } from '@tanstack/react-query'
import { roleNames, type Role } from '#contract/access.ts'
import { inviteUser } from '#contract/users.ts'
import { useT } from '../../i18n/Language.tsx'
import { useReturnFocus } from '../../ui/focus/return-focus.ts'
import { OneTimePassword } from './OneTimePassword.tsx'
import { inviteMutation } from './queries.ts'
import { ErrorAlert } from '../../ui/feedback/ErrorAlert.tsx'

interface Invitation {
  email: string
  name: string
  role: Role
}
const nobody: Invitation = { email: '', name: '', role: 'supervisor' }

/** A new user, and the password for their first sign-in. */
export function InviteDialog({ onClose }: { onClose: () => void }) {
  const t = useT()
  useReturnFocus()
  const invite = useMutation(inviteMutation())
  const form = useForm({
    mode: 'uncontrolled',
    initialValues: nobody,
    validate: schemaResolver(inviteUser.body, { sync: true }),
  })
  const { data, error, isPending } = invite
  return (
    <Modal
      opened
      onClose={onClose}
      title={t(data === undefined ? 'users.invite' : 'users.invite.done')}
      // What is shown once does not go by a slip, nor before it is shown.
      closeOnClickOutside={false}
      closeOnEscape={data === undefined && !isPending}
      withCloseButton={false}
      returnFocus={false}
      centered
    >
      {data === undefined ? (
        <form noValidate onSubmit={form.onSubmit((values) => invite.mutate(values))}>
          <Stack gap="md">
            {error !== null && <ErrorAlert error={error} />}
            <TextInput
              key={form.key('email')}
              {...form.getInputProps('email')}
              error={form.errors['email'] !== undefined && t('session.emailWrong')}
              label={t('users.email')}
              type="email"
              autoComplete="off"
              data-autofocus
            />
            <TextInput
              key={form.key('name')}
              {...form.getInputProps('name')}
              error={form.errors['name'] !== undefined && t('users.name.wrong')}
              label={t('users.name')}
              autoComplete="off"
              maxLength={100}
            />
            <Radio.Group key={form.key('role')} {...form.getInputProps('role')} label={t('users.role')}>
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
            <Group justify="flex-end">
              <Button variant="default" onClick={onClose} disabled={isPending}>
                {t('action.cancel')}
              </Button>
              <Button type="submit" loading={isPending}>
                {t('users.invite')}
              </Button>
            </Group>
          </Stack>
        </form>
      ) : (
        <OneTimePassword email={data.user.email} password={data.password} onClose={onClose} />
      )}
    </Modal>
  )
}
