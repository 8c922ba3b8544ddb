import { Button, Group, Stack, Text, TextInput } from '@mantine/core'
import { schemaResolver, useForm } from '@mantine/form'
import { useMutation } from '@tanstack/react-query'
import type { ReactNode } from 'react'
import type { OwnPasskey } from '#contract/account.ts'
import { renamePasskey } from '#contract/passkeys.ts'
import type { Translate } from '../../i18n/catalogue.ts'
import { useT } from '../../i18n/Language.tsx'
import { announce } from '../../ui/feedback/announce.ts'
import { ErrorAlert } from '../../ui/feedback/ErrorAlert.tsx'
import { openDialog } from '../../ui/form/dialogs.tsx'
import { FormDialog } from '../../ui/form/FormDialog.tsx'
import { Panel } from '../../ui/layout/Panel.tsx'
import { DataTable, type Column } from '../../ui/table/DataTable.tsx'
import { Time } from '../../ui/text/Time.tsx'
import { canUsePasskeys } from '../../entities/session/passkeys.ts'
import { addPasskeyMutation, removePasskeyMutation, renamePasskeyMutation } from './queries.ts'

function NameInput({
  form,
  label,
  hint,
}: {
  form: ReturnType<typeof useName>
  label: string
  hint?: string
}) {
  const t = useT()
  return (
    <TextInput
      {...form.getInputProps('name')}
      error={form.errors['name'] !== undefined && t('users.name.wrong')}
      label={label}
      description={hint}
      maxLength={100}
      w={{ base: '100%', sm: 320 }}
      data-autofocus
    />
  )
}

const useName = (name: string) =>
  useForm({ initialValues: { name }, validate: schemaResolver(renamePasskey.body, { sync: true }) })

function RenameDialog({ passkey, onClose }: { passkey: OwnPasskey; onClose: () => void }) {
  const t = useT()
  const form = useName(passkey.name)
  const { mutate, isPending, error } = useMutation({ ...renamePasskeyMutation(), onSuccess: onClose })
  return (
    <FormDialog
      title={t('account.passkeys.renameNamed', { name: passkey.name })}
      submit={t('action.save')}
      isDirty={form.isDirty()}
      sending={{ isPending, error }}
      onSubmit={form.onSubmit(({ name }) => mutate({ params: { id: passkey.id }, body: { name } }))}
      onClose={onClose}
    >
      <NameInput form={form} label={t('caption.name')} />
    </FormDialog>
  )
}

function AddForm() {
  const t = useT()
  const form = useName('')
  const { mutate, isPending, error } = useMutation(addPasskeyMutation())
  return (
    <form
      noValidate
      onSubmit={form.onSubmit(({ name }) =>
        mutate(
          { name, action: t('account.passkeys.add') },
          {
            onSuccess: () => {
              form.reset()
              announce(t('account.passkeys.isAdded'))
            },
          },
        ),
      )}
    >
      <Stack gap="sm">
        <ErrorAlert error={error} />
        <Group align="flex-end" gap="sm">
          <NameInput form={form} label={t('account.passkeys.new')} hint={t('account.passkeys.new.hint')} />
          <Button type="submit" loading={isPending}>
            {t('account.passkeys.add')}
          </Button>
        </Group>
      </Stack>
    </form>
  )
}

const passkeyColumns = (t: Translate, buttons: (passkey: OwnPasskey) => ReactNode): Column<OwnPasskey>[] => [
  { id: 'name', header: t('caption.name'), width: 240, cell: ({ name }) => name },
  {
    id: 'added',
    header: t('account.passkeys.added'),
    cell: ({ createdAt }) => <Time value={createdAt} />,
  },
  {
    id: 'lastUsed',
    header: t('account.passkeys.lastUsed'),
    cell: ({ lastUsedAt }) =>
      lastUsedAt === null ? t('account.passkeys.never') : <Time value={lastUsedAt} />,
  },
  { id: 'actions', header: t('caption.action'), cell: buttons },
]

/** Lists the user's passkeys; adds, renames and removes them. */
export function PasskeysCard({ passkeys }: { passkeys: readonly OwnPasskey[] }) {
  const t = useT()
  const { mutate, isPending, variables, error } = useMutation(removePasskeyMutation())
  const buttons = (passkey: OwnPasskey) => {
    const { id, name } = passkey
    const action = t('account.passkeys.removeNamed', { name })
    return (
      <Group gap="xs" wrap="nowrap">
        <Button
          size="compact-xs"
          aria-label={t('account.passkeys.renameNamed', { name })}
          onClick={() => openDialog((close) => <RenameDialog passkey={passkey} onClose={close} />)}
        >
          {t('account.passkeys.rename')}
        </Button>
        <Button
          size="compact-xs"
          loading={isPending && variables.params.id === id}
          aria-label={action}
          onClick={() =>
            mutate({ params: { id }, action }, { onSuccess: () => announce(t('account.passkeys.isRemoved')) })
          }
        >
          {t('action.remove')}
        </Button>
      </Group>
    )
  }
  return (
    <Panel title={t('account.passkeys')} description={t('account.passkeys.text')} isLandmark={false}>
      <Stack gap="sm">
        <ErrorAlert error={error} />
        {passkeys.length > 0 && (
          <DataTable
            label={t('account.passkeys')}
            columns={passkeyColumns(t, buttons)}
            rows={passkeys}
            rowKey="id"
          />
        )}
        {canUsePasskeys() ? <AddForm /> : <Text c="dimmed">{t('account.passkeys.unsupported')}</Text>}
      </Stack>
    </Panel>
  )
}
