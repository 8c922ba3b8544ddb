import { Button, Skeleton, Stack, Text, Textarea } from '@mantine/core'
import { IconPencil } from '@tabler/icons-react'
import { useQuery, useMutation } from '@tanstack/react-query'
import { useState } from 'react'
import { type Subject, maxNoteLength, maxLabels, noteText, type Labels } from '#contract/labels.ts'
import { useT } from '../../i18n/Language.tsx'
import { Message } from '../../i18n/Message.tsx'
import { usePermission } from '../session/SessionContext.tsx'
import { QueryState } from '../../ui/feedback/QueryState.tsx'
import { Panel } from '../../ui/layout/Panel.tsx'
import { Time } from '../../ui/text/Time.tsx'
import { LabelList } from './LabelList.tsx'
import { labelsQuery, changeLabelsMutation } from './queries.ts'
import { useForm } from '@mantine/form'
import * as z from 'zod/mini'
import { nameKey } from '#contract/text.ts'
import { fieldErrors } from '../../api/api-error.ts'
import { openDialog } from '../../ui/form/dialogs.tsx'
import { closeOnSuccess, FormDialog } from '../../ui/form/FormDialog.tsx'
import { useEdit } from '../../ui/form/use-edit.tsx'
import { areLabels, LabelInput } from './LabelInput.tsx'

interface LabelsPanelProps {
  subject: Subject
  /** Returns the URL of the list filtered by a label. */
  to: (label: string) => string
}

/** The labels and note of a number or an agent, with a button to edit both. */
export function LabelsPanel({ subject, to }: LabelsPanelProps) {
  const t = useT()
  const query = useQuery(labelsQuery(subject))
  const canWrite = usePermission('label.write')
  const { data } = query
  return (
    <Panel
      title={t('labels.panel')}
      actions={
        canWrite &&
        data !== undefined && (
          <Button
            size="compact-sm"
            leftSection={<IconPencil size={14} aria-hidden />}
            onClick={() =>
              openDialog((close) => <LabelsDialog subject={subject} opened={data} onClose={close} />)
            }
          >
            {t('labels.edit')}
          </Button>
        )
      }
    >
      <QueryState query={query} loading={<Skeleton h={24} />}>
        {({ labels, note }) => (
          <Stack gap="xs">
            {labels.length > 0 && <LabelList labels={labels} to={to} />}
            {note !== null && (
              <div>
                <Text style={{ whiteSpace: 'pre-wrap', overflowWrap: 'anywhere' }}>{note.text}</Text>
                <Text size="xs" c="dimmed" component="div">
                  <Message
                    id="labels.note.by"
                    values={{ by: note.changedBy, time: <Time value={note.changedAt} /> }}
                  />
                </Text>
              </div>
            )}
            {labels.length === 0 && note === null && <Text c="dimmed">{t('labels.none')}</Text>}
          </Stack>
        )}
      </QueryState>
    </Panel>
  )
}

interface LabelsDialogProps {
  subject: Subject
  /** The labels and note that the user saw. */
  opened: Labels
  onClose: () => void
}

interface Values {
  labels: string[]
  note: string
}

const removeLabels = (labels: readonly string[], excluded: readonly string[]): string[] => {
  const keys = new Set(excluded.map(nameKey))
  return labels.filter((label) => !keys.has(nameKey(label)))
}

/** Edits labels and the note; shows a conflict when another user has changed the note since. */
function LabelsDialog({ subject, opened, onClose }: LabelsDialogProps) {
  const t = useT()
  const [typing, setTyping] = useState('')
  const { data: now } = useQuery(labelsQuery(subject))
  const sending = useMutation(changeLabelsMutation(subject.kind))
  const noteError = t('labels.note.wrong', { most: maxNoteLength })
  const form = useForm<Values>({
    initialValues: { labels: [...opened.labels], note: opened.note?.text ?? '' },
    validate: {
      labels: (labels) => !areLabels(labels),
      note: (note) => (z.safeParse(noteText, note).success ? null : noteError),
    },
  })
  const { base, errorAction } = useEdit({
    opened,
    now,
    error: sending.error,
    onUse: ({ note }) => form.setFieldValue('note', note?.text ?? ''),
    describe: ({ note }) =>
      note === null
        ? t('labels.note.now.none')
        : t('labels.note.now', { by: note.changedBy, text: note.text }),
  })
  const save = ({ labels, note }: Values) => {
    const isNoteChanged = note.trim() !== (base.note?.text ?? '')
    sending.mutate(
      {
        params: { kind: subject.kind, subject: subject.id },
        body: {
          add: removeLabels(labels, base.labels),
          remove: removeLabels(base.labels, labels),
          ...(isNoteChanged ? { note: { text: note, version: base.note?.version ?? 0 } } : {}),
        },
      },
      {
        ...closeOnSuccess(onClose, t('labels.saved')),
        onError: (refusal) => {
          if ('note.text' in fieldErrors(refusal)) form.setFieldError('note', noteError)
        },
      },
    )
  }
  const { labels, note } = form.values
  const isChanged =
    note.trim() !== (base.note?.text ?? '') ||
    removeLabels(labels, base.labels).length + removeLabels(base.labels, labels).length > 0
  return (
    <FormDialog
      title={t('labels.edit')}
      submit={t('action.save')}
      onSubmit={form.onSubmit(save)}
      onClose={onClose}
      isDirty={isChanged || typing !== ''}
      sending={sending}
      isReady={isChanged}
      errorAction={errorAction}
    >
      <LabelInput
        kind={subject.kind}
        label={t('labels.title')}
        description={t('labels.hint', { most: maxLabels })}
        value={labels}
        onChange={(next) => form.setFieldValue('labels', next)}
        onSearchChange={setTyping}
        data-autofocus
      />
      <Textarea
        {...form.getInputProps('note')}
        label={t('caption.note')}
        description={t('labels.note.hint', { most: maxNoteLength })}
        autosize
        minRows={4}
        maxRows={12}
      />
    </FormDialog>
  )
}
