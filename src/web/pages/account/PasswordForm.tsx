import { Button, PasswordInput, Stack } from '@mantine/core'
import { useForm } from '@mantine/form'
import { useMutation } from '@tanstack/react-query'
import { passwordError } from '#contract/account.ts'
import { passwordLength } from '#contract/text.ts'
import { hasCode } from '../../api/api-error.ts'
import { useT } from '../../i18n/Language.tsx'
import { useUnsavedChanges } from '../../lib/navigation-blocker.ts'
import { changePasswordMutation } from './queries.ts'
import { ErrorAlert } from '../../ui/feedback/ErrorAlert.tsx'

interface PasswordFormProps {
  email: string
  currentLabel: string
  onChanged: () => void
}

/** Changes the user's password. Checks the new password before sending it. */
export function PasswordForm({ email, currentLabel, onChanged }: PasswordFormProps) {
  const t = useT()
  const change = useMutation(changePasswordMutation())
  const form = useForm({
    initialValues: { current: '', next: '', again: '' },
    validate: {
      current: (current) => (current === '' ? t('session.passwordMissing') : null),
      next: (next, { current }) => {
        const error = passwordError(next, { email, current })
        return error === null ? null : t(`account.password.${error}`, passwordLength)
      },
      again: (again, { next }) => (again === next ? null : t('account.password.differs')),
    },
  })
  useUnsavedChanges(form.values.next !== '')
  const isOfField = hasCode(change.error, 'password-wrong') || hasCode(change.error, 'password-common')
  const field = (name: 'current' | 'next' | 'again', label: string) => ({
    ...form.getInputProps(name),
    label,
    autoComplete: name === 'current' ? 'current-password' : 'new-password',
    visibilityToggleButtonProps: { 'aria-label': t('session.showPassword') },
  })
  return (
    <form
      noValidate
      onSubmit={form.onSubmit(({ current, next }) =>
        change.mutate(
          { current, next, action: t('account.password.change') },
          {
            onSuccess: () => {
              form.reset()
              onChanged()
            },
            onError: (refusal) => {
              if (hasCode(refusal, 'password-wrong'))
                form.setFieldError('current', t('problem.password-wrong'))
              if (hasCode(refusal, 'password-common'))
                form.setFieldError('next', t('problem.password-common.next'))
            },
          },
        ),
      )}
    >
      <Stack gap="md" maw={420}>
        {/* For password managers, which store a password with its user name. */}
        <input type="text" autoComplete="username" value={email} readOnly hidden />
        {change.error !== null && !isOfField && <ErrorAlert error={change.error} />}
        <PasswordInput {...field('current', currentLabel)} />
        <PasswordInput
          {...field('next', t('account.password.next'))}
          description={t('account.password.rule', passwordLength)}
        />
        <PasswordInput {...field('again', t('account.password.again'))} />
        <div>
          <Button variant="filled" type="submit" loading={change.isPending}>
            {t('account.password.change')}
          </Button>
        </div>
      </Stack>
    </form>
  )
}
