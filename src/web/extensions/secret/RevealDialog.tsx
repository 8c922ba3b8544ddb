import { Button, Group, Modal, Stack, Text, TextInput } from '@mantine/core'
import * as z from 'zod/mini'
import { useState, type FormEvent } from 'react'
import { reasonLength, revealReason, shownSeconds } from '#contract/secret.ts'
import { useT } from '../../i18n/Language.tsx'
import { ErrorAlert } from '../../ui/feedback/ErrorAlert.tsx'
import { useReturnFocus } from '../../ui/focus/return-focus.ts'
import { useReveal } from './use-reveal.ts'

interface RevealProps {
  ext: string
  onRevealed: (password: string) => void
  close: () => void
}

function RevealForm({
  pending,
  error,
  reveal,
  close,
}: ReturnType<typeof useReveal> & Pick<RevealProps, 'close'>) {
  const t = useT()
  const [reason, setReason] = useState('')
  const [tried, setTried] = useState(false)
  const reasonOk = z.safeParse(revealReason, reason).success
  const submit = (event: FormEvent) => {
    event.preventDefault()
    setTried(true)
    if (!pending && reasonOk) void reveal(reason)
  }
  return (
    <form onSubmit={submit} noValidate>
      <Stack gap="md">
        <Text size="sm">{t('secret.intro', { seconds: shownSeconds })}</Text>
        {error !== null && !pending && <ErrorAlert error={error} />}
        <TextInput
          label={t('secret.reason')}
          description={t('secret.reason.hint', reasonLength)}
          value={reason}
          onChange={(event) => setReason(event.currentTarget.value)}
          error={tried && !reasonOk && t('secret.reason.wrong', reasonLength)}
          maxLength={reasonLength.most}
          autoComplete="off"
          required
          data-autofocus
        />
        <Group justify="flex-end" gap="sm">
          <Button variant="default" onClick={close}>
            {t('action.cancel')}
          </Button>
          <Button type="submit" loading={pending}>
            {t('secret.reveal')}
          </Button>
        </Group>
      </Stack>
    </form>
  )
}

/** Asks why the password is wanted. An old sign-in is renewed in a dialog above this one (session/StepUpDialog.tsx). */
export function RevealDialog({ ext, onRevealed, close }: RevealProps) {
  const t = useT()
  useReturnFocus()
  const revealing = useReveal(ext, onRevealed)
  return (
    <Modal
      opened
      onClose={close}
      title={t('secret.title', { ext })}
      // Esc belongs to the dialog above while that is open.
      closeOnEscape={!revealing.pending}
      closeButtonProps={{ 'aria-label': t('action.close') }}
      returnFocus={false}
    >
      <RevealForm {...revealing} close={close} />
    </Modal>
  )
}
