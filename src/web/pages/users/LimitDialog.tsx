import { MultiSelect, Stack, Text } from '@mantine/core'
import { useForm } from '@mantine/form'
import { useMutation, useQuery } from '@tanstack/react-query'
import { maxLimited, type User } from '#contract/users.ts'
import { departmentsQuery } from '../../entities/agent/queries.ts'
import { poolsQuery } from '../../entities/pool/queries.ts'
import { userActionMutation } from '../../entities/user/queries.ts'
import { useT } from '../../i18n/Language.tsx'
import { announce } from '../../ui/feedback/announce.ts'
import { FormDialog } from '../../ui/form/FormDialog.tsx'

/** Chooses the departments and pools that a user is limited to; without any, the limit is removed. */
export function LimitDialog({ user, onClose }: { user: User; onClose: () => void }) {
  const t = useT()
  const departments = useQuery(departmentsQuery()).data?.items ?? []
  const pools = useQuery(poolsQuery()).data?.items ?? []
  const sending = useMutation(userActionMutation())
  const form = useForm({ initialValues: user.limit ?? { departments: [], pools: [] } })
  const { values } = form
  const isNone = values.departments.length + values.pools.length === 0
  const title = t('users.action.limit.of', { name: user.name })
  const choice = (field: 'departments' | 'pools') => ({
    ...form.getInputProps(field),
    label: t(`users.limit.${field}`),
    searchable: true,
    clearable: true,
    clearButtonProps: { 'aria-label': t('action.clear', { label: t(`users.limit.${field}`) }) },
    nothingFoundMessage: t('picker.nothing'),
    comboboxProps: { withinPortal: false },
    maxValues: maxLimited,
  })
  return (
    <FormDialog
      title={title}
      submit={t(isNone ? 'users.limit.remove' : 'users.limit.save')}
      onSubmit={form.onSubmit((limit) =>
        sending.mutate(
          {
            id: user.id,
            action: { kind: 'limit', limit: isNone ? null : limit },
            title: t('users.action.onAccount', { action: title, email: user.email }),
          },
          {
            onSuccess: () => {
              announce(t('users.action.done', { name: user.name }))
              onClose()
            },
          },
        ),
      )}
      onClose={onClose}
      isDirty={form.isDirty()}
      isReady={form.isDirty()}
      sending={sending}
    >
      {/* As high as the lists that open in it. */}
      <Stack gap="md" mih={360}>
        <Text>{t('users.limit.text', { name: user.name })}</Text>
        <MultiSelect
          {...choice('departments')}
          data={[...new Set([...departments, ...values.departments])]}
          data-autofocus
        />
        <MultiSelect {...choice('pools')} data={pools.map(({ id, name }) => ({ value: id, label: name }))} />
        <Text c="dimmed" aria-live="polite">
          {t(isNone ? 'users.limit.none' : 'users.limit.sessions', { name: user.name })}
        </Text>
      </Stack>
    </FormDialog>
  )
}
