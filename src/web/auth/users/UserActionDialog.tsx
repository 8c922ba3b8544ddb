import { Button, Group, Modal, Stack, Text } from '@mantine/core'
import { useMutation } from '@tanstack/react-query'
import type { User } from '#contract/users.ts'
import { useT } from '../../i18n/Language.tsx'
import { announce } from '../../ui/feedback/announce.ts'
import { useReturnFocus } from '../../ui/focus/return-focus.ts'
import { OneTimePassword } from './OneTimePassword.tsx'
import { userActionMutation, type UserAction } from './queries.ts'
import { ErrorAlert } from '../../ui/feedback/ErrorAlert.tsx'

interface UserActionDialogProps {
  user: User
  action: UserAction
  onClose: () => void
}

/** Says what an action does to whom, and does it. */
export function UserActionDialog({ user, action, onClose }: UserActionDialogProps) {
  const t = useT()
  useReturnFocus()
  const values = { name: user.name, role: action.kind === 'role' ? t(`role.${action.role}`) : '' }
  const { mutate, isPending, error, data } = useMutation(userActionMutation())
  const confirm = () =>
    mutate(
      { id: user.id, action },
      {
        onSuccess: ({ password }) => {
          announce(t('users.action.done', { name: user.name }))
          if (password === null) onClose()
        },
      },
    )
  const password = data?.password ?? null
  // What is shown once does not go by a slip, nor before it is shown.
  const closable = password === null && !isPending
  return (
    <Modal
      opened
      onClose={onClose}
      title={t(`users.action.${action.kind}.of`, values)}
      closeOnClickOutside={closable}
      closeOnEscape={closable}
      withCloseButton={false}
      returnFocus={false}
      centered
    >
      {password === null ? (
        <Stack gap="md">
          <Text size="sm">{t(`users.action.${action.kind}.text`, values)}</Text>
          {error !== null && <ErrorAlert error={error} />}
          <Group justify="flex-end">
            <Button variant="default" onClick={onClose} disabled={isPending}>
              {t('action.cancel')}
            </Button>
            <Button
              loading={isPending}
              onClick={confirm}
              data-autofocus
              {...(action.kind === 'disable' ? { color: 'red' } : {})}
            >
              {t(`users.action.${action.kind}`, values)}
            </Button>
          </Group>
        </Stack>
      ) : (
        <OneTimePassword email={user.email} password={password} onClose={onClose} />
      )}
    </Modal>
  )
}
