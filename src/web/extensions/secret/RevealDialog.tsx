import { Alert, Button, Group, Modal, PasswordInput, Stack, Text, TextInput } from '@mantine/core'
import { useMutation } from '@tanstack/react-query'
import * as z from 'zod/mini'
import { useState, type FormEvent } from 'react'
import { useLocation } from 'react-router-dom'
import { reasonLength, revealReason, shownSeconds } from '#contract/secret.ts'
import { ApiError, hasCode } from '../../api/api-error.ts'
import { messageFor } from '../../api/message-for.ts'
import { useT } from '../../i18n/Language.tsx'
import { beginSsoMutation } from '../../session/sso-queries.ts'
import { CodeInput, isCode } from '../../ui/CodeInput.tsx'
import { Time } from '../../ui/Time.tsx'
import { useReveal } from './use-reveal.ts'

interface RevealProps {
  ext: string
  onRevealed: (password: string) => void
  close: () => void
}

function Refusal({ error }: { error: unknown }) {
  const t = useT()
  const [at] = useState(Date.now)
  const { sentence, next } = messageFor(error)
  const wait = error instanceof ApiError ? error.retryAfter : null
  return (
    <Alert variant="outline" color="red" role="alert" title={t(sentence)}>
      {wait === null ? (
        t(next)
      ) : (
        <>
          {t('secret.waitUntil')} <Time value={at + wait * 1000} />
        </>
      )}
    </Alert>
  )
}

function Ceremony({ ext, onRevealed, close }: RevealProps) {
  const t = useT()
  const { pathname, search } = useLocation()
  const { need, pending, error, reveal } = useReveal(ext, onRevealed)
  const provider = useMutation(beginSsoMutation())
  const [reason, setReason] = useState('')
  const [password, setPassword] = useState('')
  const [code, setCode] = useState('')
  const [tried, setTried] = useState(false)
  const reasonOk = z.safeParse(revealReason, reason).success
  const passwordWanted = need === 'password' || need === 'password-and-code'
  const codeWanted = need === 'password-and-code'
  const passwordOk = !passwordWanted || password !== ''
  const codeOk = !codeWanted || isCode(code)
  const submit = (event: FormEvent) => {
    event.preventDefault()
    setTried(true)
    if (!pending && reasonOk && passwordOk && codeOk) void reveal({ reason, password, code })
  }
  return (
    <form onSubmit={submit} noValidate>
      <Stack gap="md">
        <Text size="sm">{t('secret.intro', { seconds: shownSeconds })}</Text>
        {error !== null && !pending && <Refusal error={error} />}
        {provider.error !== null && <Refusal error={provider.error} />}
        {need === 'sign-in' && !hasCode(error, 'sign-in-again') && (
          <Alert variant="outline" color="yellow" title={t('problem.sign-in-again')}>
            {t('problem.sign-in-again.next')}
          </Alert>
        )}
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
        {passwordWanted && (
          <PasswordInput
            label={t('secret.ownPassword')}
            description={t('secret.ownPassword.hint')}
            value={password}
            onChange={(event) => setPassword(event.currentTarget.value)}
            error={tried && !passwordOk && t('session.passwordMissing')}
            autoComplete="current-password"
            visibilityToggleButtonProps={{ 'aria-label': t('session.showPassword') }}
            required
          />
        )}
        {codeWanted && <CodeInput value={code} onChange={setCode} isWrong={tried && !codeOk} />}
        <Group justify="flex-end" gap="sm">
          <Button variant="default" onClick={close}>
            {t('action.cancel')}
          </Button>
          {need === 'sign-in' ? (
            <Button
              loading={provider.isPending || provider.isSuccess}
              onClick={() => provider.mutate({ next: pathname + search, fresh: true })}
            >
              {t('secret.signIn')}
            </Button>
          ) : (
            <Button type="submit" loading={pending}>
              {t('secret.reveal')}
            </Button>
          )}
        </Group>
      </Stack>
    </form>
  )
}

/** Asks why the password is wanted, and for the user's own, or a visit to the provider, where the sign-in is older than five minutes (trust 3.6). */
export function RevealDialog({ opened, ...props }: RevealProps & { opened: boolean }) {
  const t = useT()
  return (
    <Modal
      opened={opened}
      onClose={props.close}
      title={t('secret.title', { ext: props.ext })}
      closeButtonProps={{ 'aria-label': t('action.close') }}
    >
      <Ceremony {...props} />
    </Modal>
  )
}
