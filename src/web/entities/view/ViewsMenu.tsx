import { Button } from '@mantine/core'
import { IconBookmark } from '@tabler/icons-react'
import { useMutation, useQuery } from '@tanstack/react-query'
import { useRef, useState } from 'react'
import { useLocation, useNavigate } from 'react-router-dom'
import { patterns } from '#contract/page-patterns.ts'
import type { View, ViewPage } from '#contract/views.ts'
import { useT } from '../../i18n/Language.tsx'
import { ActionMenu, type MenuEntry } from '../../ui/layout/ActionMenu.tsx'
import { announce } from '../../ui/feedback/announce.ts'
import { useFailureToast } from '../../ui/feedback/toast.ts'
import { viewMutation, viewsQuery } from './queries.ts'
import { ViewDialog } from './ViewDialog.tsx'

interface ViewsMenuProps {
  page: ViewPage
  /** From the page's list (`defineListState`). */
  withoutPaging: (search: string) => string
}

/** The menu of saved views: the user's own views and views that other users share. */
export function ViewsMenu({ page, withoutPaging }: ViewsMenuProps) {
  const t = useT()
  const go = useNavigate()
  const { search } = useLocation()
  const views = useQuery(viewsQuery(page))
  const command = useMutation(viewMutation())
  const onError = useFailureToast()
  const [dialog, setDialog] = useState<{ view: View | null } | null>(null)
  const button = useRef<HTMLButtonElement>(null)
  // A view stores filters, order, columns and page size, not the place in the list.
  const query = withoutPaging(search)
  const items = views.data?.items ?? []
  const current = items.find((view) => view.query === query)
  const myViews = items.filter(({ mine }) => mine)
  const others = items.filter(({ mine }) => !mine)
  const open = (view: View) => void go(`${patterns[page]}${view.query === '' ? '' : `?${view.query}`}`)
  const entry = (view: View): MenuEntry => ({
    id: view.id,
    label: view.name,
    note: view.mine ? (view.shared ? t('views.shared') : undefined) : t('views.by', { owner: view.owner }),
    onChoose: () => open(view),
    isCurrent: view.id === current?.id,
  })
  const remove = (view: View) =>
    command.mutate(
      { kind: 'remove', id: view.id },
      { onSuccess: () => announce(t('views.removed', { name: view.name })), onError },
    )
  const entries: MenuEntry[] = [
    ...(items.length === 0 ? [{ heading: t('views.none') }] : []),
    ...(myViews.length > 0 ? [{ heading: t('views.mine') }, ...myViews.map(entry)] : []),
    ...(others.length > 0 ? [{ heading: t('views.others') }, ...others.map(entry)] : []),
    'divider',
    { id: 'save', label: t('views.save'), onChoose: () => setDialog({ view: null }) },
    ...(current?.mine === true
      ? [
          {
            id: 'edit',
            label: t('views.edit', { name: current.name }),
            onChoose: () => setDialog({ view: current }),
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
  // A menu entry opened the dialog, and the menu is closed: return the focus to the button.
  const close = () => {
    setDialog(null)
    button.current?.focus()
  }
  return (
    <>
      <ActionMenu
        position="bottom-start"
        width={280}
        buttonRef={button}
        button={
          <Button leftSection={<IconBookmark size={16} aria-hidden />}>
            {current?.name ?? t('views.title')}
          </Button>
        }
        entries={entries}
      />
      {dialog !== null && <ViewDialog page={page} view={dialog.view} query={query} onClose={close} />}
    </>
  )
}
