import { useForm } from '@mantine/form'
import { useMutation } from '@tanstack/react-query'
import { useState } from 'react'
import type { Reservation } from '#contract/reservations.ts'
import { useT } from '../../i18n/Language.tsx'
import { closeOnSuccess, FormDialog } from '../../ui/form/FormDialog.tsx'
import { useNow } from '../../ui/text/clock.ts'
import { PersonPicker } from '../person/PersonPicker.tsx'
import type { PersonRef } from '../person/find-people.ts'
import { changeReservationMutation } from './queries.ts'
import { isPossibleEnd, UntilPicker } from './UntilPicker.tsx'
import { usualEnd } from './until.ts'

/** Extends a reservation, or moves its number to another person. */
export function ChangeDialog({ reservation, onClose }: { reservation: Reservation; onClose: () => void }) {
  const t = useT()
  const now = useNow()
  // As the dialog opened with it: what another user changes since is not sent back.
  const [{ id, ext, agentUuid, colleagueId, agentName, expiresAt }] = useState(reservation)
  const sending = useMutation(changeReservationMutation())
  const holder: PersonRef = {
    id: agentUuid ?? colleagueId ?? '',
    isNewColleague: agentUuid === null,
    name: agentName,
  }
  const form = useForm({
    initialValues: {
      person: holder,
      // The usual end extends most reservations; a later one stays as it is.
      until: Math.max(expiresAt, usualEnd(now, null)),
    },
  })
  const { person, until } = form.values
  const isMoved = person.id !== holder.id
  const to = person.isNewColleague
    ? { colleagueId: person.id }
    : { agentUuid: person.id, agentName: person.name }
  const save = () =>
    sending.mutate(
      { params: { id }, body: { ...(until === expiresAt ? {} : { until }), ...(isMoved ? to : {}) } },
      closeOnSuccess(onClose, t('reserve.change.done', { ext }), form),
    )
  return (
    <FormDialog
      title={t('reserve.change.of', { ext })}
      size={640}
      submit={t('action.save')}
      onSubmit={save}
      onClose={onClose}
      isDirty={form.isDirty()}
      sending={sending}
      isReady={isPossibleEnd(until, now) && (isMoved || until !== expiresAt)}
      autoFocusSubmit
    >
      <PersonPicker
        label={t('person.title')}
        value={person.id}
        newColleagues
        onChange={(next, name, isNewColleague) =>
          form.setFieldValue('person', next === undefined ? holder : { id: next, name, isNewColleague })
        }
      />
      <UntilPicker value={until} onChange={(next) => form.setFieldValue('until', next)} />
    </FormDialog>
  )
}
