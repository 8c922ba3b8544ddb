import { Text, TextInput } from '@mantine/core'
import { schemaResolver, useForm } from '@mantine/form'
import { useMutation } from '@tanstack/react-query'
import { releaseReservation, type Reservation } from '#contract/reservations.ts'
import { fieldErrors } from '../../../api/api-error.ts'
import { useT } from '../../../i18n/Language.tsx'
import { reservedFor } from '../../../entities/reservation/reserved-for.ts'
import { announce } from '../../../ui/feedback/announce.ts'
import { FormDialog } from '../../../ui/form/FormDialog.tsx'
import { releaseMutation } from '../../../entities/reservation/queries.ts'

/** Releases a reserved number, with a reason for the record. */
export function ReleaseDialog({ reservation, onClose }: { reservation: Reservation; onClose: () => void }) {
  const t = useT()
  const { mutate, isPending, error } = useMutation(releaseMutation())
  const { id, ext, by } = reservation
  const form = useForm({
    initialValues: { reason: '' },
    validate: schemaResolver(releaseReservation.body, { sync: true }),
  })
  const release = ({ reason }: { reason: string }) =>
    mutate(
      { id, reason },
      {
        onSuccess: () => {
          announce(t('reservations.release.done', { ext }))
          onClose()
        },
        onError: (refusal) => form.setErrors(fieldErrors(refusal)),
      },
    )
  return (
    <FormDialog
      title={t('reservations.release.of', { ext })}
      submit={t('reservations.release')}
      onSubmit={form.onSubmit(release)}
      onClose={onClose}
      isDirty={form.isDirty()}
      pending={isPending}
      error={error}
    >
      <Text size="sm">
        {t('reservations.release.text', { ext, agent: reservedFor(t, reservation), by: by.name })}
      </Text>
      <TextInput
        {...form.getInputProps('reason')}
        error={form.errors['reason'] !== undefined && t('reservations.release.reason.hint')}
        label={t('reservations.release.reason')}
        maxLength={200}
        autoComplete="off"
        required
        data-autofocus
      />
    </FormDialog>
  )
}
