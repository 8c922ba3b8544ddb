import { Button, Group, Modal, Stack, Text, TextInput } from '@mantine/core'
import { useMutation } from '@tanstack/react-query'
import * as z from 'zod/mini'
import { useState, type FormEvent } from 'react'
import { releaseReason, type Reservation } from '#contract/reservations.ts'
import { useT } from '../../i18n/Language.tsx'
import { announce } from '../../ui/feedback/announce.ts'
import { ErrorAlert } from '../../ui/feedback/ErrorAlert.tsx'
import { useReturnFocus } from '../../ui/focus/return-focus.ts'
import { releaseMutation } from '../queries.ts'

/** Lets a number go, with a reason for the record. */
export function ReleaseDialog({ reservation, onClose }: { reservation: Reservation; onClose: () => void }) {
  const t = useT()
  useReturnFocus()
  const [reason, setReason] = useState('')
  const [wrong, setWrong] = useState(false)
  const { mutate, isPending, error } = useMutation(releaseMutation())
  const { ext, agentName, agentUuid, by } = reservation
  const submit = (event: FormEvent) => {
    event.preventDefault()
    const fits = z.safeParse(releaseReason, reason).success
    setWrong(!fits)
    if (!fits) return
    mutate(
      { id: reservation.id, reason },
      {
        onSuccess: () => {
          announce(t('reservations.release.done', { ext }))
          onClose()
        },
      },
    )
  }
  return (
    <Modal
      opened
      onClose={onClose}
      title={t('reservations.release.of', { ext })}
      returnFocus={false}
      centered
    >
      <form onSubmit={submit} noValidate>
        <Stack gap="md">
          <Text size="sm">
            {t('reservations.release.text', { ext, agent: agentName ?? agentUuid, by: by.name })}
          </Text>
          <TextInput
            label={t('reservations.release.reason')}
            value={reason}
            error={wrong ? t('reservations.release.reason.hint') : undefined}
            onChange={(event) => {
              setReason(event.currentTarget.value)
              setWrong(false)
            }}
            maxLength={200}
            autoComplete="off"
            required
            data-autofocus
          />
          {error !== null && <ErrorAlert error={error} />}
          <Group justify="flex-end">
            <Button variant="default" onClick={onClose}>
              {t('action.cancel')}
            </Button>
            <Button type="submit" loading={isPending}>
              {t('reservations.release')}
            </Button>
          </Group>
        </Stack>
      </form>
    </Modal>
  )
}
