import { Text } from '@mantine/core'
import { useMutation } from '@tanstack/react-query'
import type { User } from '#contract/users.ts'
import { useT } from '../../i18n/Language.tsx'
import { announce } from '../../ui/feedback/announce.ts'
import { FormDialog } from '../../ui/form/FormDialog.tsx'
import { OneTimePassword } from './OneTimePassword.tsx'
import { userActionMutation, type UserAction } from '../../entities/user/queries.ts'

interface UserActionDialogProps {
  user: User
  action: Exclude<UserAction, { kind: 'limit' }>
  onClose: () => void
}

/** Explains an action on a user, asks for confirmation and runs it. */
export function UserActionDialog({ user, action, onClose }: UserActionDialogProps) {
  const t = useT()
  const values = { name: user.name, role: action.kind === 'role' ? t(`role.${action.role}`) : '' }
  const title = t(`users.action.${action.kind}.of`, values)
  const sending = useMutation(userActionMutation())
  const confirm = () =>
    sending.mutate(
      { id: user.id, action, title: t('users.action.onAccount', { action: title, email: user.email }) },
      {
        onSuccess: ({ password }) => {
          announce(t('users.action.done', { name: user.name }))
          if (password === null) onClose()
        },
      },
    )
  const password = sending.data?.password ?? null
  return (
    <FormDialog
      title={title}
      submit={t(`users.action.${action.kind}`, values)}
      result={password === null ? undefined : <OneTimePassword email={user.email} password={password} />}
      closeResult={t('users.once.close')}
      onSubmit={confirm}
      onClose={onClose}
      sending={sending}
      danger={action.kind === 'disable'}
      isShownOnce
      autoFocusSubmit
    >
      <Text>{t(`users.action.${action.kind}.text`, values)}</Text>
      {action.kind === 'role' && action.limit === null && <Text>{t('users.action.role.limit', values)}</Text>}
    </FormDialog>
  )
}
