import { Button, Group, PasswordInput, Text, TextInput } from '@mantine/core'
import { useForm } from '@mantine/form'
import { mutationOptions, useMutation, useQuery } from '@tanstack/react-query'
import { useEffect, type ReactNode } from 'react'
import { useLocation } from 'react-router-dom'
import { beginPasskeyStepUp, stepUpWithPasskey } from '#contract/passkeys.ts'
import { readStepUpNeed, stepUp } from '#contract/step-up.ts'
import { hasCode } from '../../api/api-error.ts'
import { call } from '../../api/call.ts'
import { read } from '../../api/endpoint-queries.ts'
import { readId } from '../../lib/typed.ts'
import { useT } from '../../i18n/Language.tsx'
import { isCode } from './code.ts'
import { ErrorAlert } from '../../ui/feedback/ErrorAlert.tsx'
import { Dialog, DialogForm, opaqueOverlay } from '../../ui/form/FormDialog.tsx'
import { endStepUp, resumeRequests, useStepUpActions } from '../../api/reauthentication.ts'
import { onSessionChange, postSessionChange } from '../../entities/session/session-channel.ts'
import { promptForPasskey, canUsePasskeys } from '../../entities/session/passkeys.ts'
import { beginSso } from '#contract/sso.ts'
import { write } from '../../api/endpoint-queries.ts'
import { leaveForProvider } from './sso-queries.ts'

const giveUp = () => void endStepUp(false)

/** For users of the identity provider, who sign in there in another tab: leaving this page would lose what they typed. */
function AtProvider({ actions }: { actions: ReactNode }) {
  const t = useT()
  const { pathname, search } = useLocation()
  const begin = useMutation(write(beginSso))
  const signIn = () => {
    // A tab that opens after the response is blocked as a popup.
    const tab = window.open('', '_blank')
    if (tab !== null) tab.opener = null
    begin.mutate(
      { body: { next: pathname + search, fresh: true }, reauthenticate: false },
      {
        onSuccess: (begun) => (tab === null ? leaveForProvider(begun) : tab.location.assign(begun.url)),
        onError: () => tab?.close(),
      },
    )
  }
  return (
    <DialogForm
      submit={t('stepUp.signIn')}
      onSubmit={signIn}
      onClose={giveUp}
      sending={begin}
      autoFocusSubmit
    >
      {actions}
      <Text>{t('stepUp.atProvider')}</Text>
      {begin.isSuccess && <Text component="output">{t('stepUp.waiting')}</Text>}
    </DialogForm>
  )
}

function proceed(): void {
  // The server refused calls under the session's old ID, in this tab and in other tabs.
  resumeRequests()
  postSessionChange()
  endStepUp(true)
}

const passkeyMutation = () =>
  mutationOptions({
    mutationFn: async () => {
      const response = await promptForPasskey(await call(beginPasskeyStepUp, {}))
      return call(stepUpWithPasskey, { body: { response } })
    },
    onSuccess: proceed,
  })

/** For users who must give a second factor, and whose only one is a passkey. */
function WithPasskey({ actions }: { actions: ReactNode }) {
  const t = useT()
  const passkey = useMutation(passkeyMutation())
  return (
    <DialogForm
      submit={canUsePasskeys() ? t('stepUp.passkey') : null}
      onSubmit={() => passkey.mutate()}
      onClose={giveUp}
      sending={passkey}
      autoFocusSubmit
    >
      {actions}
      <Text>{t(canUsePasskeys() ? 'stepUp.text.passkey' : 'stepUp.text.noPasskey')}</Text>
    </DialogForm>
  )
}

function WithPassword({
  isCodeNeeded,
  hasPasskey,
  actions,
}: {
  isCodeNeeded: boolean
  hasPasskey: boolean
  actions: ReactNode
}) {
  const t = useT()
  // Closing the dialog does not cancel a pending request: it ends the session's old ID, so its cookie must arrive.
  const { mutate, isPending, isSuccess, error } = useMutation({
    mutationFn: (body: { password: string; code?: string }) => call(stepUp, { body }),
    onSuccess: proceed,
  })
  const passkey = useMutation(passkeyMutation())
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
        mutate(isCodeNeeded ? { password, code: readId(code) } : { password }, {
          onError: (refusal) => {
            if (!hasCode(refusal, 'password-wrong')) return
            form.setFieldError('password', t('problem.password-wrong'))
            form.getInputNode('password')?.focus()
          },
        }),
      )}
      onClose={giveUp}
      sending={{
        isPending: isPending || isSuccess,
        error: (hasCode(error, 'password-wrong') ? null : error) ?? passkey.error,
      }}
      actions={
        hasPasskey && (
          <Button loading={passkey.isPending} onClick={() => passkey.mutate()}>
            {t('stepUp.passkey')}
          </Button>
        )
      }
    >
      {actions}
      <Text>{t(isCodeNeeded ? 'stepUp.text.code' : 'stepUp.text')}</Text>
      <PasswordInput
        {...form.getInputProps('password')}
        label={t('stepUp.password')}
        autoComplete="current-password"
        visibilityToggleButtonProps={{ 'aria-label': t('session.showPassword') }}
        required
        data-autofocus
      />
      {isCodeNeeded && (
        <TextInput
          {...form.getInputProps('code')}
          label={t('session.code')}
          description={t('session.code.hint')}
          autoComplete="one-time-code"
          spellCheck={false}
          maxLength={40}
          required
        />
      )}
    </DialogForm>
  )
}

/** Asks the user to confirm their identity for these actions, because the sign-in is older than five minutes or used up. */
export function StepUpDialog() {
  const t = useT()
  const actions = useStepUpActions() ?? []
  const { data, error, refetch } = useQuery(read(readStepUpNeed, {}, { gcTime: 0, meta: { quiet: true } }))
  const need = data?.need
  useEffect(() => onSessionChange(() => void refetch()), [refetch])
  // The sign-in is fresh already, for example after a sign-in in another tab. A revealed password is shown only in the focused window.
  useEffect(() => {
    if (need !== 'nothing') return undefined
    const end = () => void endStepUp(true)
    if (document.hasFocus()) {
      end()
      return undefined
    }
    window.addEventListener('focus', end)
    return () => window.removeEventListener('focus', end)
  }, [need])
  // The first field takes the focus when the dialog opens, so wait until the field is known.
  if (error === null && (need === undefined || need === 'nothing')) return null
  const list = actions.map((action) => (
    <Text size="md" key={action} fw={600} style={{ overflowWrap: 'anywhere' }}>
      {action}
    </Text>
  ))
  return (
    <Dialog onClose={giveUp} title={t('stepUp.title')} overlayProps={opaqueOverlay}>
      {error !== null && (
        <ErrorAlert error={error}>
          <Group justify="flex-end" gap="sm" mt="sm">
            <Button onClick={giveUp}>{t('action.cancel')}</Button>
            <Button variant="filled" onClick={() => void refetch()}>
              {t('action.retry')}
            </Button>
          </Group>
        </ErrorAlert>
      )}
      {need === 'sign-in' && <AtProvider actions={list} />}
      {need === 'passkey' && <WithPasskey actions={list} />}
      {(need === 'password' || need === 'password-and-code') && (
        <WithPassword
          isCodeNeeded={need === 'password-and-code'}
          hasPasskey={data?.passkey === true && canUsePasskeys()}
          actions={list}
        />
      )}
    </Dialog>
  )
}
