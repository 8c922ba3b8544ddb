import { Text, TextInput } from '@mantine/core'
import { useForm } from '@mantine/form'
import { useMutation } from '@tanstack/react-query'
import * as z from 'zod/mini'
import { releaseReason, type Reservation } from '#contract/reservations.ts'
import { maxReasonLength } from '#contract/text.ts'
import { useT } from '../../i18n/Language.tsx'
import { useSession } from '../session/SessionContext.tsx'
import { closeOnSuccess, FormDialog } from '../../ui/form/FormDialog.tsx'
import { releaseMutation } from './queries.ts'
import { reservedFor } from './reserved-for.ts'

/** Releases a reserved number. Someone else's reservation needs a reason, for the record. */
export function ReleaseDialog({ reservation, onClose }: { reservation: Reservation; onClose: () => void }) {
  const t = useT()
  const sending = useMutation(releaseMutation())
  const { id, ext, by } = reservation
  const { user } = useSession()
  const isOwn = by.id === user.id
  const form = useForm({
    initialValues: { reason: '' },
    validate: {
      reason: (reason) =>
        (isOwn && reason.trim() === '') || z.safeParse(releaseReason, reason).success
          ? null
          : t('caption.reason.hint'),
    },
  })
  const release = ({ reason }: { reason: string }) =>
    sending.mutate(
      { params: { id }, body: reason === '' ? {} : { reason } },
      closeOnSuccess(onClose, t('reservations.release.done', { ext }), form),
    )
  return (
    <FormDialog
      title={t('reservations.release.of', { ext })}
      submit={t('reservations.release')}
      onSubmit={form.onSubmit(release)}
      onClose={onClose}
      isDirty={form.isDirty()}
      sending={sending}
    >
      <Text>{t('reservations.release.text', { ext, agent: reservedFor(t, reservation), by: by.name })}</Text>
      <TextInput
        {...form.getInputProps('reason')}
        error={form.errors['reason'] !== undefined && t('caption.reason.hint')}
        label={t('caption.reason')}
        maxLength={maxReasonLength}
        required={!isOwn}
        data-autofocus
      />
    </FormDialog>
  )
}
