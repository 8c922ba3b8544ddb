import { Text, TextInput } from '@mantine/core'
import { schemaResolver, useForm } from '@mantine/form'
import { useMutation } from '@tanstack/react-query'
import { useEffect, useRef } from 'react'
import { reasonLength, revealSecret, revealSeconds } from '#contract/secret.ts'
import { fieldErrors } from '../../api/api-error.ts'
import { call } from '../../api/call.ts'
import { useT } from '../../i18n/Language.tsx'
import { FormDialog } from '../../ui/form/FormDialog.tsx'

interface RevealProps {
  ext: string
  onRevealed: (password: string) => void
  onClose: () => void
}

/**
 * Reveals a password without caching it after the dialog closes. Closing the dialog cancels the request and skips the
 * callbacks passed to `mutate`.
 */
function useReveal(ext: string, action: string) {
  const leaving = useRef<AbortController | null>(null)
  useEffect(() => () => leaving.current?.abort(), [])
  return useMutation({
    mutationFn: (reason: string) => {
      leaving.current = new AbortController()
      const { signal } = leaving.current
      return call(revealSecret, { params: { ext }, body: { reason }, action, signal })
    },
  })
}

/** Asks for the reason of a reveal. When the sign-in is too old, a dialog above this one renews it (pages/sign-in/StepUpDialog.tsx). */
export function RevealDialog({ ext, onRevealed, onClose }: RevealProps) {
  const t = useT()
  const title = t('secret.title', { ext })
  const sending = useReveal(ext, title)
  const form = useForm({
    initialValues: { reason: '' },
    validate: schemaResolver(revealSecret.body, { sync: true }),
  })
  return (
    <FormDialog
      title={title}
      submit={t('secret.reveal')}
      onSubmit={form.onSubmit(({ reason }) =>
        sending.mutate(reason, {
          onSuccess: ({ password }) => onRevealed(password),
          onError: (refusal) => form.setErrors(fieldErrors(refusal)),
        }),
      )}
      onClose={onClose}
      isDirty={form.isDirty()}
      sending={sending}
    >
      <Text>{t('secret.intro', { seconds: revealSeconds })}</Text>
      <TextInput
        {...form.getInputProps('reason')}
        error={form.errors['reason'] !== undefined && t('secret.reason.wrong', reasonLength)}
        label={t('caption.reason')}
        description={t('secret.reason.hint', reasonLength)}
        maxLength={reasonLength.most}
        required
        data-autofocus
      />
    </FormDialog>
  )
}
