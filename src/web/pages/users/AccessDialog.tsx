import { Text } from '@mantine/core'
import { useForm } from '@mantine/form'
import { useMutation, useQuery } from '@tanstack/react-query'
import { allows, canBeLimited } from '#contract/access.ts'
import type { User } from '#contract/users.ts'
import { accessMutation, usersQuery } from '../../entities/user/queries.ts'
import { useT } from '../../i18n/Language.tsx'
import { closeOnSuccess, FormDialog } from '../../ui/form/FormDialog.tsx'
import { AccessFields, accessOf, changedRequirements, limitOf } from './AccessFields.tsx'
import { AssignedRequests } from './AssignedRequests.tsx'

interface AccessDialogProps {
  user: User
  /** True for the user who looks at the page: administrators can't take their own role away. */
  isOwn: boolean
  onClose: () => void
}

/** Changes role, limit and second factor of a user. */
export function AccessDialog({ user, isOwn, onClose }: AccessDialogProps) {
  const t = useT()
  const factors = useQuery(usersQuery()).data?.secondFactorRoles
  const sending = useMutation(accessMutation())
  const form = useForm({ initialValues: accessOf(user) })
  const { values } = form
  const limit = limitOf(values)
  const title = t('users.access.of', { name: user.name })
  const change = {
    ...(values.role !== null && values.role !== user.role ? { role: values.role } : {}),
    ...(JSON.stringify(limit) === JSON.stringify(user.limit) ? {} : { limit }),
  }
  const requirements = changedRequirements(values, factors)
  const isChanged = Object.keys(change).length > 0
  const isLimitLost = user.limit !== null && values.role !== null && !canBeLimited(values.role)
  return (
    <FormDialog
      title={title}
      size="lg"
      submit={t('action.save')}
      onSubmit={form.onSubmit(() =>
        sending.mutate(
          {
            user,
            change,
            requirements,
            title: t('users.action.onAccount', { action: title, email: user.email }),
          },
          closeOnSuccess(onClose, t('users.action.done', { name: user.name })),
        ),
      )}
      onClose={onClose}
      isDirty={form.isDirty()}
      isReady={isChanged || requirements.length > 0}
      sending={sending}
    >
      <AccessFields
        values={values}
        factors={factors}
        input={(field) => form.getInputProps(field)}
        onRequired={(required) => form.setFieldValue('required', required)}
        roleFixed={isOwn ? t('users.access.own') : user.isSsoUser ? t('users.elsewhere') : undefined}
      />
      {isLimitLost && <Text>{t('users.access.unlimited', { name: user.name })}</Text>}
      {change.role !== undefined && !allows(change.role, 'request.manage') && (
        <AssignedRequests user={user} />
      )}
      {isChanged && (
        <Text c="dimmed" aria-live="polite">
          {t('users.access.sessions', { name: user.name })}
        </Text>
      )}
    </FormDialog>
  )
}
