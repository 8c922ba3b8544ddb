import { Button, Menu, Text } from '@mantine/core'
import '@mantine/core/styles/Menu.css'
import { IconBookmark } from '@tabler/icons-react'
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { useRef, useState } from 'react'
import { useLocation, useNavigate } from 'react-router-dom'
import type { View } from '#contract/views.ts'
import { messageFor } from '../api/message-for.ts'
import { useT } from '../i18n/Language.tsx'
import { patterns } from '../lib/paths.ts'
import { announce } from '../ui/feedback/announce.ts'
import { toast } from '../ui/feedback/toast.ts'
import { inventoryList } from './inventory-state.ts'
import { viewMutation, viewsQuery } from './queries.ts'
import { ViewDialog } from './ViewDialog.tsx'

/** Filters kept under a name: one's own and those that others share. */
export function ViewsMenu() {
  const t = useT()
  const client = useQueryClient()
  const go = useNavigate()
  const { search } = useLocation()
  const views = useQuery(viewsQuery())
  const command = useMutation(viewMutation(client))
  const [dialog, setDialog] = useState<{ view: View | null } | null>(null)
  const button = useRef<HTMLButtonElement>(null)
  // Filters, columns and page size, not the place in the list.
  const query = inventoryList.withoutPlace(search)
  const items = views.data?.items ?? []
  const current = items.find((view) => view.query === query)
  const own = items.filter(({ mine }) => mine)
  const others = items.filter(({ mine }) => !mine)
  const onError = (error: unknown) => void toast({ tone: 'failure', message: t(messageFor(error).sentence) })
  const open = (view: View) => void go(`${patterns.inventory}${view.query === '' ? '' : `?${view.query}`}`)
  const item = (view: View) => (
    <Menu.Item key={view.id} onClick={() => open(view)} aria-current={view.id === current?.id || undefined}>
      {view.name}
      <Text size="xs" c="dimmed" component="div">
        {view.mine ? view.shared && t('views.shared') : t('views.by', { owner: view.owner })}
      </Text>
    </Menu.Item>
  )
  // What opened the dialog was an entry of the menu, which is gone.
  const close = () => {
    setDialog(null)
    button.current?.focus()
  }
  return (
    <>
      <Menu position="bottom-start" shadow="md" width={280} withinPortal>
        <Menu.Target>
          <Button ref={button} variant="default" leftSection={<IconBookmark size={16} aria-hidden />}>
            {current?.name ?? t('views.title')}
          </Button>
        </Menu.Target>
        <Menu.Dropdown mah={420} className="scroll-y">
          {items.length === 0 && <Menu.Label>{t('views.none')}</Menu.Label>}
          {own.length > 0 && <Menu.Label>{t('views.mine')}</Menu.Label>}
          {own.map(item)}
          {others.length > 0 && <Menu.Label>{t('views.others')}</Menu.Label>}
          {others.map(item)}
          <Menu.Divider />
          <Menu.Item onClick={() => setDialog({ view: null })}>{t('views.save')}</Menu.Item>
          {current?.mine === true && (
            <Menu.Item onClick={() => setDialog({ view: current })}>
              {t('views.edit', { name: current.name })}
            </Menu.Item>
          )}
          {current?.removable === true && (
            <Menu.Item
              color="red"
              onClick={() =>
                command.mutate(
                  { kind: 'remove', id: current.id },
                  { onSuccess: () => announce(t('views.removed', { name: current.name })), onError },
                )
              }
            >
              {t('views.remove', { name: current.name })}
            </Menu.Item>
          )}
        </Menu.Dropdown>
      </Menu>
      {dialog !== null && <ViewDialog view={dialog.view} query={query} onClose={close} />}
    </>
  )
}
