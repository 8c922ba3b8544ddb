import { Button, Group, Paper, Text, TextInput } from '@mantine/core'
import { useForm } from '@mantine/form'
import { useMutation } from '@tanstack/react-query'
import { useState } from 'react'
import type { RequestChange } from '#contract/service-requests.ts'
import { useT } from '../../i18n/Language.tsx'
import { changeRequestsMutation } from '../../entities/request/queries.ts'
import { announce } from '../../ui/feedback/announce.ts'
import { ErrorAlert } from '../../ui/feedback/ErrorAlert.tsx'
import { FormDialog } from '../../ui/form/FormDialog.tsx'
import { selection } from './selection.ts'

/** The actions on the selected requests. `onPage`: ids of the open or sent requests on this page. */
export function ChosenBar({ onPage }: { onPage: readonly string[] }) {
  const t = useT()
  const [closing, setClosing] = useState<'done' | 'withdrawn' | null>(null)
  const change = useMutation(changeRequestsMutation())
  const ids = [...selection.use().keys]
  const count = ids.length
  const send = (state: RequestChange, note: string) =>
    change.mutate(
      { ids, state, note },
      {
        onSuccess: ({ items }) => {
          const done = items.filter(({ code }) => code === null).length
          announce(t('requests.changed', { done, all: items.length }))
          selection.clear()
          setClosing(null)
        },
      },
    )
  return (
    <Paper withBorder p="xs" mb="sm" component="section" aria-label={t('requests.chosen')} data-no-print>
      <Group gap="sm">
        <Button
          size="compact-sm"
          variant="default"
          disabled={onPage.length === 0}
          onClick={() => selection.select(onPage, true)}
        >
          {t('requests.choose.page', { count: onPage.length })}
        </Button>
        <Text size="sm" component="output">
          {t('requests.chosen.count', { count })}
        </Text>
        {count > 0 && (
          <Group gap="xs">
            <Button
              size="compact-sm"
              variant="default"
              loading={change.isPending && closing === null}
              onClick={() => send('sent', '')}
            >
              {t('requests.send')}
            </Button>
            <Button size="compact-sm" variant="default" onClick={() => setClosing('done')}>
              {t('requests.done')}
            </Button>
            <Button size="compact-sm" variant="default" onClick={() => setClosing('withdrawn')}>
              {t('requests.withdraw')}
            </Button>
            <Button size="compact-sm" variant="subtle" onClick={selection.clear}>
              {t('requests.choose.none')}
            </Button>
          </Group>
        )}
      </Group>
      {change.error !== null && closing === null && <ErrorAlert error={change.error} />}
      {closing !== null && (
        <CloseDialog
          state={closing}
          count={count}
          pending={change.isPending}
          error={change.error}
          onSubmit={(note) => send(closing, note)}
          onClose={() => {
            change.reset()
            setClosing(null)
          }}
        />
      )}
    </Paper>
  )
}

interface CloseDialogProps {
  state: 'done' | 'withdrawn'
  count: number
  pending: boolean
  error: Error | null
  onSubmit: (note: string) => void
  onClose: () => void
}

/** Marks requests as done or withdraws them, with a note for the record. */
function CloseDialog({ state, count, pending, error, onSubmit, onClose }: CloseDialogProps) {
  const t = useT()
  const isNeeded = state === 'withdrawn'
  const form = useForm({
    initialValues: { note: '' },
    validate: {
      note: (note) => (isNeeded && note.trim() === '' ? t('caption.reason.hint') : null),
    },
  })
  return (
    <FormDialog
      title={t(`requests.close.${state}`, { count })}
      submit={t(state === 'done' ? 'requests.done' : 'requests.withdraw')}
      onSubmit={form.onSubmit(({ note }) => onSubmit(note))}
      onClose={onClose}
      isDirty={form.isDirty()}
      pending={pending}
      error={error}
    >
      <Text size="sm">{t(`requests.close.${state}.text`)}</Text>
      <TextInput
        label={t(isNeeded ? 'caption.reason' : 'caption.note')}
        {...form.getInputProps('note')}
        maxLength={200}
        autoComplete="off"
        required={isNeeded}
        data-autofocus
      />
    </FormDialog>
  )
}
