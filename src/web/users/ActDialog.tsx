import { Button, Group, Modal, Stack, Text } from '@mantine/core'
import { useMutation } from '@tanstack/react-query'
import type { User } from '#contract/users.ts'
import { useT } from '../i18n/Language.tsx'
import { announce } from '../ui/announce.ts'
import { useReturnFocus } from '../ui/return-focus.ts'
import { OneTimePassword } from './OneTimePassword.tsx'
import { actMutation, type Act } from './queries.ts'
import { Failure } from '../ui/Failure.tsx'

interface ActDialogProps {
  user: User
  act: Act
  onClose: () => void
}

/** Says what an act does to whom, and does it. */
export function ActDialog({ user, act, onClose }: ActDialogProps) {
  const t = useT()
  useReturnFocus()
  const values = { name: user.name, role: act.kind === 'role' ? t(`role.${act.role}`) : '' }
  const { mutate, isPending, error, data } = useMutation(actMutation())
  const confirm = () =>
    mutate(
      { id: user.id, act },
      {
        onSuccess: ({ password }) => {
          announce(t('users.act.done', { name: user.name }))
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
      title={t(`users.act.${act.kind}.of`, values)}
      closeOnClickOutside={closable}
      closeOnEscape={closable}
      withCloseButton={false}
      returnFocus={false}
      centered
    >
      {password === null ? (
        <Stack gap="md">
          <Text size="sm">{t(`users.act.${act.kind}.text`, values)}</Text>
          {error !== null && <Failure error={error} />}
          <Group justify="flex-end">
            <Button variant="default" onClick={onClose} disabled={isPending}>
              {t('action.cancel')}
            </Button>
            <Button
              loading={isPending}
              onClick={confirm}
              data-autofocus
              {...(act.kind === 'disable' ? { color: 'red' } : {})}
            >
              {t(`users.act.${act.kind}`, values)}
            </Button>
          </Group>
        </Stack>
      ) : (
        <OneTimePassword email={user.email} password={password} onClose={onClose} />
      )}
    </Modal>
  )
}
