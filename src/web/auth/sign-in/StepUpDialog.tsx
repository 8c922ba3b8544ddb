import { Button, Group, PasswordInput, Text } from '@mantine/core'
import { useForm } from '@mantine/form'
import { useMutation, useQuery } from '@tanstack/react-query'
import { useEffect } from 'react'
import { useLocation } from 'react-router-dom'
import { readStepUpNeed, stepUp } from '#contract/step-up.ts'
import { hasCode } from '../../api/api-error.ts'
import { call } from '../../api/call.ts'
import { useT } from '../../i18n/Language.tsx'
import { CodeInput, isCode } from '../CodeInput.tsx'
import { ErrorAlert } from '../../ui/feedback/ErrorAlert.tsx'
import { Dialog, DialogForm, opaqueOverlay } from '../../ui/form/FormDialog.tsx'
import { endStepUp, resumeRequests } from '../../api/reauthentication.ts'
import { postSessionChange } from '../../shared/session/session-channel.ts'
import { showWrongPassword } from '../wrong-password.ts'
import { beginSsoMutation } from './sso-queries.ts'

const giveUp = () => void endStepUp(false)

/** For users of the identity provider: leaves the page, and opens it again after the sign-in. */
function AtProvider() {
  const t = useT()
  const { pathname, search } = useLocation()
  const begin = useMutation(beginSsoMutation())
  return (
    <DialogForm
      submit={t('stepUp.signIn')}
      onSubmit={() => begin.mutate({ next: pathname + search, fresh: true })}
      onClose={giveUp}
      pending={begin.isPending || begin.isSuccess}
      error={begin.error}
      autoFocusSubmit
    >
      <Text size="sm">{t('stepUp.atProvider')}</Text>
    </DialogForm>
  )
}

/** Closing the dialog does not cancel a pending request: it ends the session's old ID, so its cookie must arrive. */
const useProof = () =>
  useMutation({
    mutationFn: (body: { password: string; code?: string }) => call(stepUp, { body }),
    onSuccess: () => {
      // The server refused calls under the session's old ID, in this tab and in other tabs.
      resumeRequests()
      postSessionChange()
      endStepUp(true)
    },
  })

function WithPassword({ isCodeNeeded }: { isCodeNeeded: boolean }) {
  const t = useT()
  const { mutate, isPending, isSuccess, error } = useProof()
  const form = useForm({
    initialValues: { password: '', code: '' },
    validate: {
      password: (password) => (password === '' ? t('session.passwordMissing') : null),
      code: (code) => (isCodeNeeded && !isCode(code) ? t('session.code.wrong') : null),
    },
  })
  return (
    <DialogForm
      submit={t('stepUp.confirm')}
      onSubmit={form.onSubmit(({ password, code }) =>
        mutate(isCodeNeeded ? { password, code: code.trim() } : { password }, {
          onError: showWrongPassword(form, t),
        }),
      )}
      onClose={giveUp}
      pending={isPending || isSuccess}
      error={hasCode(error, 'password-wrong') ? null : error}
    >
      <Text size="sm">{t(isCodeNeeded ? 'stepUp.text.code' : 'stepUp.text')}</Text>
      <PasswordInput
        {...form.getInputProps('password')}
        label={t('stepUp.password')}
        autoComplete="current-password"
        visibilityToggleButtonProps={{ 'aria-label': t('session.showPassword') }}
        required
        data-autofocus
      />
      {isCodeNeeded && (
        <CodeInput
          value={form.values.code}
          onChange={(code) => form.setFieldValue('code', code)}
          isWrong={form.errors['code'] !== undefined}
        />
      )}
    </DialogForm>
  )
}

/** Asks the user to confirm their identity, because the sign-in is older than five minutes. */
export function StepUpDialog() {
  const t = useT()
  const { data, error, refetch } = useQuery({
    queryKey: ['step-up'],
    queryFn: ({ signal }) => call(readStepUpNeed, { signal }),
    gcTime: 0,
    meta: { quiet: true },
  })
  const need = data?.need
  // The sign-in is fresh already, for example after a sign-in in another tab.
  useEffect(() => {
    if (need === 'nothing') endStepUp(true)
  }, [need])
  // The first field takes the focus when the dialog opens, so wait until the field is known.
  if (error === null && (need === undefined || need === 'nothing')) return null
  return (
    <Dialog onClose={giveUp} title={t('stepUp.title')} overlayProps={opaqueOverlay}>
      {error !== null && (
        <ErrorAlert error={error}>
          <Group justify="flex-end" gap="sm" mt="sm">
            <Button variant="default" onClick={giveUp}>
              {t('action.cancel')}
            </Button>
            <Button onClick={() => void refetch()}>{t('action.retry')}</Button>
          </Group>
        </ErrorAlert>
      )}
      {need === 'sign-in' && <AtProvider />}
      {(need === 'password' || need === 'password-and-code') && (
        <WithPassword isCodeNeeded={need === 'password-and-code'} />
      )}
    </Dialog>
  )
}
