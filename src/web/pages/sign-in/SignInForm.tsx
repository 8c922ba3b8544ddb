import { Button, PasswordInput, Stack, TextInput } from '@mantine/core'
import { schemaResolver, useForm } from '@mantine/form'
import { credentials } from '#contract/session.ts'
import { useT } from '../../i18n/Language.tsx'
import { ErrorAlert } from '../../ui/feedback/ErrorAlert.tsx'

interface SignInFormProps {
  /** Prefills the email; empty when there was no session before. */
  email: string
  onSubmit: (values: { email: string; password: string }) => void
  pending: boolean
  error: Error | null
}

/** Email and password, for both the sign-in page and the overlay. */
export function SignInForm({ email, onSubmit, pending, error }: SignInFormProps) {
  const t = useT()
  const form = useForm({
    mode: 'uncontrolled',
    initialValues: { email, password: '' },
    validate: schemaResolver(credentials, { sync: true }),
  })
  return (
    <form onSubmit={form.onSubmit(onSubmit)} noValidate>
      <Stack gap="md">
        {error !== null && <ErrorAlert error={error} />}
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
        <Button type="submit" loading={pending} fullWidth>
          {t('session.signIn')}
        </Button>
      </Stack>
    </form>
  )
}
