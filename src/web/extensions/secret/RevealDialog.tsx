import { Text, TextInput } from '@mantine/core'
import { schemaResolver, useForm } from '@mantine/form'
import { useMutation } from '@tanstack/react-query'
import { useEffect, useRef } from 'react'
import { reasonLength, revealSecret, shownSeconds } from '#contract/secret.ts'
import { fieldErrors } from '../../api/api-error.ts'
import { call } from '../../api/call.ts'
import { useT } from '../../i18n/Language.tsx'
import { FormDialog } from '../../ui/form/FormDialog.tsx'

interface RevealProps {
  ext: string
  onRevealed: (password: string) => void
  close: () => void
}

/**
 * Reads a password, which is in no cache once the dialog is closed. Closing it cancels the request; callbacks passed to `reveal`
 * are then skipped.
 */
function useReveal(ext: string) {
  const leaving = useRef<AbortController | null>(null)
  useEffect(() => () => leaving.current?.abort(), [])
  const { mutate, isPending, error } = useMutation({
    mutationFn: (reason: string) => {
      leaving.current = new AbortController()
      return call(revealSecret, { params: { ext }, body: { reason }, signal: leaving.current.signal })
    },
  })
  return { reveal: mutate, pending: isPending, error }
}

/** Asks why the password is wanted. An old sign-in is renewed in a dialog above this one (auth/sign-in/StepUpDialog.tsx). */
export function RevealDialog({ ext, onRevealed, close }: RevealProps) {
  const t = useT()
  const { reveal, pending, error } = useReveal(ext)
  const form = useForm({
    mode: 'uncontrolled',
    initialValues: { reason: '' },
    validate: schemaResolver(revealSecret.body, { sync: true }),
  })
  return (
    <FormDialog
      title={t('secret.title', { ext })}
      submit={t('secret.reveal')}
      onSubmit={form.onSubmit(({ reason }) =>
        reveal(reason, {
          onSuccess: ({ password }) => onRevealed(password),
          onError: (refusal) => form.setErrors(fieldErrors(refusal)),
        }),
      )}
      onClose={close}
      // Esc belongs to the dialog above while that is open.
      closeOnEscape={!pending}
      pending={pending}
      error={error}
    >
      <Text size="sm">{t('secret.intro', { seconds: shownSeconds })}</Text>
      <TextInput
        key={form.key('reason')}
        {...form.getInputProps('reason')}
        error={form.errors['reason'] !== undefined && t('secret.reason.wrong', reasonLength)}
        label={t('secret.reason')}
        description={t('secret.reason.hint', reasonLength)}
        maxLength={reasonLength.most}
        autoComplete="off"
        required
        data-autofocus
      />
    </FormDialog>
  )
}
