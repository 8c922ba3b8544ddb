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
  const { mutate, isPending, error, data } = useMutation(userActionMutation())
  const confirm = () =>
    mutate(
      { id: user.id, action, title: t('users.action.onAccount', { action: title, email: user.email }) },
      {
        onSuccess: ({ password }) => {
          announce(t('users.action.done', { name: user.name }))
          if (password === null) onClose()
        },
      },
    )
  const password = data?.password ?? null
  // The password is shown only once, so the user must not close the dialog by accident, or before the password appears.
  const closable = password === null && !isPending
  return (
    <FormDialog
      title={title}
      submit={password === null ? t(`users.action.${action.kind}`, values) : null}
      cancel={password === null ? undefined : t('users.once.close')}
      onSubmit={confirm}
      onClose={onClose}
      isDirty={false}
      sending={{ isPending, error }}
      danger={action.kind === 'disable'}
      closeOnEscape={closable}
      keepWhilePending
      autoFocusSubmit
    >
      {password === null ? (
        <>
          <Text>{t(`users.action.${action.kind}.text`, values)}</Text>
          {action.kind === 'role' && action.limit === null && (
            <Text>{t('users.action.role.limit', values)}</Text>
          )}
        </>
      ) : (
        <OneTimePassword email={user.email} password={password} />
      )}
    </FormDialog>
  )
}
