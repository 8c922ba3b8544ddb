import { Button, Checkbox, Select, TextInput } from '@mantine/core'
import { IconBookmark } from '@tabler/icons-react'
import { useMutation, useQuery } from '@tanstack/react-query'
import { useLocation, useNavigate } from 'react-router-dom'
import { patterns } from '#contract/page-patterns.ts'
import { type View, type ViewPage, viewName } from '#contract/views.ts'
import { messageFor } from '../../api/message-for.ts'
import { useT } from '../../i18n/Language.tsx'
import { ActionMenu, type MenuEntry } from '../../ui/layout/ActionMenu.tsx'
import { announce } from '../../ui/feedback/announce.ts'
import { useFailureToast } from '../../ui/feedback/toast.ts'
import { viewMutation, viewsQuery, type ViewCommand } from './queries.ts'
import { useForm } from '@mantine/form'
import * as z from 'zod/mini'
import { openDialog } from '../../ui/form/dialogs.tsx'
import { closeOnSuccess, FormDialog } from '../../ui/form/FormDialog.tsx'
import { useEdit } from '../../ui/form/use-edit.tsx'

interface ViewsMenuProps {
  page: ViewPage
  /** From the page's list (`defineListState`). */
  filtersIn: (search: string) => string
}

/** The menu of saved views: the user's own views and views that other users share. */
export function ViewsMenu({ page, filtersIn }: ViewsMenuProps) {
  const t = useT()
  const go = useNavigate()
  const { search } = useLocation()
  const views = useQuery(viewsQuery(page))
  const command = useMutation(viewMutation())
  const onError = useFailureToast()
  // Order, columns and page size are the reader's own.
  const query = filtersIn(search)
  const items = views.data?.items ?? []
  const current = items.find((view) => filtersIn(view.query) === query)
  const myViews = items.filter(({ mine }) => mine)
  const theirViews = items.filter(({ mine }) => !mine)
  const open = (view: View) => void go({ pathname: patterns[page], search: filtersIn(view.query) })
  const entry = (view: View): MenuEntry => ({
    id: view.id,
    label: view.name,
    note: view.mine ? (view.shared ? t('views.shared') : undefined) : t('views.by', { owner: view.owner }),
    onChoose: () => open(view),
    isCurrent: view.id === current?.id,
  })
  const edit = (view: View | null) =>
    openDialog((close) => <ViewDialog page={page} view={view} query={query} onClose={close} />)
  const remove = (view: View) =>
    command.mutate(
      { kind: 'remove', id: view.id },
      { onSuccess: () => announce(t('views.removed', { name: view.name })), onError },
    )
  const withoutItems = views.isPending
    ? 'state.loading'
    : views.error === null
      ? 'views.none'
      : messageFor(views.error).sentence
  const entries: MenuEntry[] = [
    ...(items.length === 0 ? [{ heading: t(withoutItems) }] : []),
    ...(myViews.length > 0 ? [{ heading: t('views.mine') }, ...myViews.map(entry)] : []),
    ...(theirViews.length > 0 ? [{ heading: t('views.others') }, ...theirViews.map(entry)] : []),
    'divider',
    { id: 'save', label: t('views.save'), onChoose: () => edit(null) },
    ...(current?.mine === true
      ? [
          {
            id: 'edit',
            label: t('views.edit', { name: current.name }),
            onChoose: () => edit(current),
          },
        ]
      : []),
    ...(current?.removable === true
      ? [
          {
            id: 'remove',
            label: t('views.remove', { name: current.name }),
            onChoose: () => remove(current),
            isDanger: true,
          },
        ]
      : []),
  ]
  return (
    <ActionMenu
      position="bottom-start"
      width={280}
      button={
        <Button leftSection={<IconBookmark size={16} aria-hidden />}>
          {current?.name ?? t('views.title')}
        </Button>
      }
      entries={entries}
    />
  )
}

interface ViewDialogProps {
  page: ViewPage
  /** The view to change; `null` for a new view. */
  view: View | null
  /** The page's current query. */
  query: string
  onClose: () => void
}

interface Values {
  name: string
  shared: boolean
  /** The ID of the user's own view to update instead. */
  into: string | null
}

/** Saves the filters as a new view, updates an existing view, or renames and shares one. */
function ViewDialog({ page, view, query, onClose }: ViewDialogProps) {
  const t = useT()
  const command = useMutation(viewMutation())
  const views = useQuery(viewsQuery(page))
  const myViews = (views.data?.items ?? []).filter(({ mine }) => mine)
  const form = useForm<Values>({
    initialValues: { name: view?.name ?? '', shared: view?.shared ?? false, into: null },
    validate: {
      name: (name, { into }) =>
        into === null && !z.safeParse(viewName, name).success ? t('views.name.wrong') : null,
    },
  })
  const { into } = form.values
  const { base, errorAction } = useEdit({
    opened: view,
    now: myViews.find(({ id }) => id === view?.id),
    error: command.error,
    onUse: (latest) => form.setValues({ name: latest?.name ?? '', shared: latest?.shared ?? false }),
  })
  const commandOf = ({ name, shared, into: target }: Values): ViewCommand => {
    if (base !== null) return { kind: 'change', view: base, name: name.trim(), shared }
    const replaced = myViews.find(({ id }) => id === target)
    if (replaced !== undefined) return { kind: 'change', view: replaced, query }
    return { kind: 'save', page, name: name.trim(), query, shared }
  }
  const save = (values: Values) =>
    command.mutate(commandOf(values), closeOnSuccess(onClose, t('views.saved'), form))
  return (
    <FormDialog
      title={view === null ? t('views.save') : t('views.edit', { name: view.name })}
      submit={t('action.save')}
      onSubmit={form.onSubmit(save)}
      onClose={onClose}
      isDirty={form.isDirty()}
      sending={command}
      errorAction={errorAction}
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
