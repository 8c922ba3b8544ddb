import { Checkbox, Select, TextInput } from '@mantine/core'
import { useForm } from '@mantine/form'
import { useMutation, useQuery } from '@tanstack/react-query'
import * as z from 'zod/mini'
import { viewName, type View, type ViewPage } from '#contract/views.ts'
import { useT } from '../../i18n/Language.tsx'
import { closing, FormDialog } from '../../ui/form/FormDialog.tsx'
import { viewMutation, viewsQuery, type ViewCommand } from './queries.ts'

interface ViewDialogProps {
  page: ViewPage
  /** The view to change; `null` for a new view. */
  view: View | null
  /** The page's current query. */
  query: string
  onClose: () => void
}

interface Typed {
  name: string
  shared: boolean
  /** The ID of the user's own view to update instead. */
  into: string | null
}

/** Saves the filters as a new view, updates an existing view, or renames and shares one. */
export function ViewDialog({ page, view, query, onClose }: ViewDialogProps) {
  const t = useT()
  const command = useMutation(viewMutation())
  const views = useQuery(viewsQuery(page))
  const myViews = (views.data?.items ?? []).filter(({ mine }) => mine)
  const form = useForm<Typed>({
    initialValues: { name: view?.name ?? '', shared: view?.shared ?? false, into: null },
    validate: {
      name: (name, { into }) =>
        into === null && !z.safeParse(viewName, name).success ? t('views.name.wrong') : null,
    },
  })
  const { into } = form.values
  const commandOf = ({ name, shared, into: target }: Typed): ViewCommand => {
    if (view !== null) return { kind: 'change', id: view.id, name: name.trim(), shared }
    if (target !== null) return { kind: 'change', id: target, query }
    return { kind: 'save', page, name: name.trim(), query, shared }
  }
  const save = (values: Typed) => command.mutate(commandOf(values), closing(onClose, t('views.saved'), form))
  return (
    <FormDialog
      title={view === null ? t('views.save') : t('views.edit', { name: view.name })}
      submit={t('action.save')}
      onSubmit={form.onSubmit(save)}
      onClose={onClose}
      isDirty={form.isDirty()}
      sending={command}
    >
      <TextInput
        {...form.getInputProps('name')}
        error={form.errors['name'] !== undefined && t('views.name.wrong')}
        label={t('caption.name')}
        maxLength={60}
        disabled={into !== null}
        data-autofocus
      />
      <Checkbox
        {...form.getInputProps('shared', { type: 'checkbox' })}
        label={t('views.share')}
        description={t('views.share.text')}
        disabled={into !== null}
      />
      {view === null && myViews.length > 0 && (
        <Select
          {...form.getInputProps('into')}
          label={t('views.into')}
          placeholder={t('views.into.none')}
          clearable
          clearButtonProps={{ 'aria-label': t('action.clear', { label: t('views.into') }) }}
          comboboxProps={{ withinPortal: true }}
          data={myViews.map(({ id, name: label }) => ({ value: id, label }))}
        />
      )}
    </FormDialog>
  )
}
