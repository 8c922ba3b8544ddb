import { Button, Checkbox, Group, Modal, Select, Stack, TextInput } from '@mantine/core'
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { useState, type SubmitEvent } from 'react'
import * as z from 'zod/mini'
import { viewName, type View } from '#contract/views.ts'
import { useT } from '../i18n/Language.tsx'
import { announce } from '../ui/feedback/announce.ts'
import { ErrorAlert } from '../ui/feedback/ErrorAlert.tsx'
import { viewMutation, viewsQuery, type ViewCommand } from './queries.ts'

interface ViewDialogProps {
  /** The view to change; null for a new one. */
  view: View | null
  /** Of the page as it is. */
  query: string
  onClose: () => void
}

/** Saves the filters as a new view, updates an existing view, or renames and shares one. */
export function ViewDialog({ view, query, onClose }: ViewDialogProps) {
  const t = useT()
  const client = useQueryClient()
  const command = useMutation(viewMutation(client))
  const views = useQuery(viewsQuery())
  const own = (views.data?.items ?? []).filter(({ mine }) => mine)
  const [name, setName] = useState(view?.name ?? '')
  const [shared, setShared] = useState(view?.shared ?? false)
  const [into, setInto] = useState<string | null>(null)
  const [tried, setTried] = useState(false)
  const wrong = into === null && !z.safeParse(viewName, name).success

  const wanted = (): ViewCommand => {
    if (view !== null) return { kind: 'change', id: view.id, name: name.trim(), shared }
    if (into !== null) return { kind: 'change', id: into, query }
    return { kind: 'save', name: name.trim(), query, shared }
  }
  const submit = (event: SubmitEvent) => {
    event.preventDefault()
    setTried(true)
    if (wrong) return
    command.mutate(wanted(), {
      onSuccess: () => {
        announce(t('views.saved'))
        onClose()
      },
    })
  }
  return (
    <Modal
      opened
      onClose={onClose}
      title={view === null ? t('views.save') : t('views.edit', { name: view.name })}
      withCloseButton={false}
      returnFocus={false}
      centered
    >
      <form noValidate onSubmit={submit}>
        <Stack gap="md">
          {command.error !== null && <ErrorAlert error={command.error} />}
          <TextInput
            label={t('views.name')}
            value={name}
            maxLength={60}
            autoComplete="off"
            disabled={into !== null}
            error={tried && wrong ? t('views.name.wrong') : undefined}
            onChange={(event) => setName(event.currentTarget.value)}
            data-autofocus
          />
          <Checkbox
            label={t('views.share')}
            description={t('views.share.text')}
            checked={shared}
            disabled={into !== null}
            onChange={(event) => setShared(event.currentTarget.checked)}
          />
          {view === null && own.length > 0 && (
            <Select
              label={t('views.into')}
              placeholder={t('views.into.none')}
              clearable
              clearButtonProps={{ 'aria-label': t('action.clear', { label: t('views.into') }) }}
              data={own.map(({ id, name: label }) => ({ value: id, label }))}
              value={into}
              onChange={setInto}
            />
          )}
          <Group justify="flex-end">
            <Button variant="default" onClick={onClose}>
              {t('action.cancel')}
            </Button>
            <Button type="submit" loading={command.isPending}>
              {t('views.keep')}
            </Button>
          </Group>
        </Stack>
      </form>
    </Modal>
  )
}
