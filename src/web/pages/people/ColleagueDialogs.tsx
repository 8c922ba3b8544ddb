import { SegmentedControl, Text, TextInput } from '@mantine/core'
import { useForm } from '@mantine/form'
import { useMutation } from '@tanstack/react-query'
import { useNavigate } from 'react-router-dom'
import { changeColleague, removeColleague, type Person } from '#contract/people.ts'
import { personKinds } from '#contract/reservations.ts'
import { write } from '../../api/endpoint-queries.ts'
import { personTitle } from '../../entities/person/person-text.ts'
import { useReservations } from '../../entities/reservation/open-reservations.ts'
import { changedWithReservations } from '../../entities/reservation/queries.ts'
import { useT } from '../../i18n/Language.tsx'
import { paths } from '../../lib/paths.ts'
import { DateField } from '../../ui/form/DateField.tsx'
import { closeOnSuccess, FormDialog } from '../../ui/form/FormDialog.tsx'

interface ColleagueDialogProps {
  /** A new colleague, or a line or room. */
  colleague: Person
  onClose: () => void
}

/** Corrects what was typed of a new colleague, or of a line or room, which one can become the other. */
export function EditColleagueDialog({ colleague, onClose }: ColleagueDialogProps) {
  const t = useT()
  const sending = useMutation(write(changeColleague, ...changedWithReservations))
  const form = useForm({
    initialValues: {
      name: colleague.name ?? '',
      kind: colleague.kind,
      workNumber: colleague.workNumber ?? '',
      department: colleague.department ?? '',
      startsOn: colleague.startsOn ?? '',
    },
  })
  const isPerson = form.values.kind === 'person'
  // Only what was edited: another user may have corrected the rest since.
  const changeOf = (field: 'workNumber' | 'department' | 'startsOn') => {
    const value = form.values[field]
    return form.isDirty(field) ? { [field]: value.trim() === '' ? null : value } : {}
  }
  return (
    <FormDialog
      title={t('person.colleague.edit.title', { name: personTitle(colleague) })}
      submit={t('action.save')}
      onSubmit={form.onSubmit(({ name, kind }) =>
        sending.mutate(
          {
            params: { id: colleague.id },
            body: {
              ...(form.isDirty('name') ? { name } : {}),
              ...(form.isDirty('kind') ? { kind } : {}),
              ...changeOf('department'),
              ...changeOf('workNumber'),
              ...(kind === 'person' ? changeOf('startsOn') : {}),
            },
          },
          closeOnSuccess(onClose, t('person.colleague.edit.done', { name }), form),
        ),
      )}
      onClose={onClose}
      isDirty={form.isDirty()}
      isReady={form.values.name.trim() !== ''}
      sending={sending}
    >
      <TextInput
        {...form.getInputProps('name')}
        label={t(isPerson ? 'person.field.name' : 'caption.name')}
        maxLength={200}
        required
        data-autofocus
      />
      <SegmentedControl
        value={form.values.kind}
        onChange={(kind) => form.setFieldValue('kind', kind)}
        size="xs"
        aria-label={t('people.kind')}
        data={personKinds.map((each) => ({ value: each, label: t(`people.kind.${each}`) }))}
      />
      {/* A line or room has the number of the roster or of the colleague as which it was entered. */}
      {(isPerson || colleague.workNumber !== null) && (
        <TextInput {...form.getInputProps('workNumber')} label={t('people.workNumber')} maxLength={64} />
      )}
      <TextInput {...form.getInputProps('department')} label={t('person.field.department')} maxLength={200} />
      {isPerson && <DateField {...form.getInputProps('startsOn')} label={t('person.field.startsOn')} />}
    </FormDialog>
  )
}

/** Removes a new colleague who does not come, or a line or room, and releases the numbers reserved for it. */
export function RemoveColleagueDialog({ colleague, onClose }: ColleagueDialogProps) {
  const t = useT()
  const navigate = useNavigate()
  const reservations = useReservations()
  const name = personTitle(colleague)
  const numbers = [...reservations.values()].flatMap(({ ext, colleagueId, agentUuid }) =>
    colleagueId === colleague.id && agentUuid === null ? [ext] : [],
  )
  const sending = useMutation(write(removeColleague, ...changedWithReservations))
  return (
    <FormDialog
      title={t('person.colleague.remove.title', { name })}
      submit={t('action.remove')}
      danger
      onSubmit={(event) => {
        event.preventDefault()
        const done = closeOnSuccess(onClose, t('person.colleague.remove.done', { name }))
        const reason = t(`person.remove.reason.${colleague.kind}`, { agent: name })
        sending.mutate(
          { params: { id: colleague.id }, body: { reason } },
          {
            ...done,
            onSuccess: () => {
              done.onSuccess()
              void navigate(paths.people())
            },
          },
        )
      }}
      onClose={onClose}
      sending={sending}
    >
      <Text>{t('person.colleague.remove.text', { name })}</Text>
      {numbers.length > 0 && (
        <Text>{t('person.colleague.remove.numbers', { numbers: numbers.join(t('list.separator')) })}</Text>
      )}
    </FormDialog>
  )
}
