import { useMutation } from '@tanstack/react-query'
import { useState, useEffect, useRef } from 'react'
import { hasCode } from '../../api/api-error.ts'
import { Button, Stack, Text, TextInput, PasswordInput } from '@mantine/core'
import { useForm, schemaResolver } from '@mantine/form'
import { useT } from '../../i18n/Language.tsx'
import { readId } from '../../lib/typed.ts'
import { isCode } from './code.ts'
import { ErrorAlert } from '../../ui/feedback/ErrorAlert.tsx'
import { IconFingerprint } from '@tabler/icons-react'
import { beginPasskeySignIn, signInWithPasskey } from '#contract/passkeys.ts'
import { call } from '../../api/call.ts'
import { write } from '../../api/endpoint-queries.ts'
import { promptForPasskey, canUsePasskeys } from '../../entities/session/passkeys.ts'
import { credentials, signIn, signInWithCode } from '#contract/session.ts'

interface SignInFormProps {
  /** Prefills the email; empty when there was no session before. */
  email: string
  onSubmit: (values: { email: string; password: string }) => void
  pending: boolean
  error: Error | null
}

/** Email and password, for both the sign-in page and the overlay. */
function SignInForm({ email, onSubmit, pending, error }: SignInFormProps) {
  const t = useT()
  const form = useForm({
    mode: 'uncontrolled',
    initialValues: { email, password: '' },
    validate: schemaResolver(credentials, { sync: true }),
  })
  return (
    <form onSubmit={form.onSubmit(onSubmit)} noValidate>
      <Stack gap="md">
        <ErrorAlert error={error} />
        <TextInput
          key={form.key('email')}
          {...form.getInputProps('email')}
          error={form.errors['email'] !== undefined && t('session.emailWrong')}
          label={t('users.email')}
          type="email"
          autoComplete="username"
          data-autofocus={email === '' || undefined}
        />
        <PasswordInput
          key={form.key('password')}
          {...form.getInputProps('password')}
          error={form.errors['password'] !== undefined && t('session.passwordMissing')}
          label={t('caption.password')}
          autoComplete="current-password"
          data-autofocus={email !== '' || undefined}
          visibilityToggleButtonProps={{ 'aria-label': t('session.showPassword') }}
        />
        <Button variant="filled" type="submit" loading={pending} fullWidth>
          {t('session.signIn')}
        </Button>
      </Stack>
    </form>
  )
}

/** The button for sign-in with a passkey, where the browser can. */
function PasskeyButton({ onSignedIn }: { onSignedIn: () => Promise<void> }) {
  const t = useT()
  const { mutate, isPending, error } = useMutation({
    mutationFn: async () => {
      const options = await call(beginPasskeySignIn, { reauthenticate: false })
      const response = await promptForPasskey(options)
      return call(signInWithPasskey, { body: { response }, reauthenticate: false })
    },
    onSuccess: onSignedIn,
  })
  if (!canUsePasskeys()) return null
  return (
    <Stack gap="md">
      <ErrorAlert error={error} />
      <Button
        fullWidth
        leftSection={<IconFingerprint size={16} aria-hidden />}
        loading={isPending}
        onClick={() => mutate()}
      >
        {t('session.passkey')}
      </Button>
    </Stack>
  )
}

interface CodeFormProps {
  onSubmit: (code: string) => void
  onBack: () => void
  pending: boolean
  error: Error | null
}

/** The second step of a sign-in: the authenticator's six digits, or a backup code. */
function CodeForm({ onSubmit, onBack, pending, error }: CodeFormProps) {
  const t = useT()
  const input = useRef<HTMLInputElement>(null)
  const form = useForm({
    mode: 'uncontrolled',
    initialValues: { code: '' },
    validate: { code: (code) => !isCode(code) },
  })
  // Focus the field, so that the user can go on typing after the password.
  useEffect(() => input.current?.focus(), [])
  return (
    <form onSubmit={form.onSubmit(({ code }) => onSubmit(readId(code)))} noValidate>
      <Stack gap="md">
        <ErrorAlert error={error} />
        <Text>{t('session.code.text')}</Text>
        <TextInput
          key={form.key('code')}
          {...form.getInputProps('code')}
          ref={input}
          error={form.errors['code'] !== undefined && t('session.code.wrong')}
          label={t('session.code')}
          autoComplete="one-time-code"
          spellCheck={false}
          maxLength={40}
        />
        <Button variant="filled" type="submit" loading={pending} fullWidth>
          {t('session.code.confirm')}
        </Button>
        <Button variant="subtle" onClick={onBack} fullWidth>
          {t('session.code.back')}
        </Button>
      </Stack>
    </form>
  )
}

interface SignInStepsProps {
  onSignedIn: () => Promise<void>
  /** The email of the expired session's user. */
  email?: string
}

/** Email and password, then a code if the account has a second factor. Used by both the sign-in page and the overlay. */
export function SignInSteps({ onSignedIn, email = '' }: SignInStepsProps) {
  const [asking, setAsking] = useState(false)
  const password = useMutation({
    ...write(signIn),
    onSuccess: async ({ codeNeeded }) => {
      if (codeNeeded) setAsking(true)
      else await onSignedIn()
    },
  })
  const code = useMutation({
    ...write(signInWithCode),
    onSuccess: onSignedIn,
    onError: (error) => {
      // The code expired, or the one-time password is no longer valid: start again with the password.
      if (hasCode(error, 'code-expired') || hasCode(error, 'one-time-password-invalid')) setAsking(false)
    },
  })
  const begin = () => {
    setAsking(false)
    password.reset()
    code.reset()
  }
  if (asking)
    return (
      <CodeForm
        onSubmit={(input) => code.mutate({ body: { code: input }, reauthenticate: false })}
        onBack={begin}
        pending={code.isPending}
        error={code.error}
      />
    )
  return (
    <>
      <SignInForm
        email={email}
        onSubmit={(values) => {
          code.reset()
          password.mutate({ body: values, reauthenticate: false })
        }}
        pending={password.isPending}
        error={password.error ?? code.error}
      />
      <PasskeyButton onSignedIn={onSignedIn} />
    </>
  )
}
