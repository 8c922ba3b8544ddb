import { NativeSelect, Text } from '@mantine/core'
import { useForm } from '@mantine/form'
import { useT } from '../../i18n/Language.tsx'
import { FormDialog } from '../../ui/form/FormDialog.tsx'

/** Whom requests can be with. */
export interface Recipients {
  administrators: number
  assignees: readonly { id: string; name: string }[]
}

interface AssignDialogProps extends Recipients {
  count: number
  pending: boolean
  error: Error | null
  /** `userId` null: back to the administrators. */
  onSubmit: (userId: string | null) => void
  onClose: () => void
}

/** Assigns requests to a user, or back to the administrators. */
export function AssignDialog({
  count,
  administrators,
  assignees,
  pending,
  error,
  onSubmit,
  onClose,
}: AssignDialogProps) {
  const t = useT()
  const form = useForm({ initialValues: { userId: '' } })
  return (
    <FormDialog
      title={t('requests.assign.title', { count })}
      submit={t('requests.assign')}
      onSubmit={form.onSubmit(({ userId }) => onSubmit(userId === '' ? null : userId))}
      onClose={onClose}
      isDirty={form.isDirty()}
      pending={pending}
      error={error}
    >
      <Text size="sm">{t('requests.assign.text')}</Text>
      <NativeSelect
        label={t('requests.assignee')}
        data={[
          { value: '', label: t('requests.assign.administrators', { count: administrators }) },
          ...assignees.map(({ id, name }) => ({ value: id, label: name })),
        ]}
        {...form.getInputProps('userId')}
        data-autofocus
      />
    </FormDialog>
  )
}
