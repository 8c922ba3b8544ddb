import { Button, PasswordInput, Stack } from '@mantine/core'
import { useForm } from '@mantine/form'
import { useMutation } from '@tanstack/react-query'
import { passwordError } from '#contract/account.ts'
import { passwordLength } from '#contract/text.ts'
import { hasCode } from '../../api/api-error.ts'
import { readId } from '../../lib/typed.ts'
import { useT } from '../../i18n/Language.tsx'
import { useUnsavedChanges } from '../../lib/navigation-blocker.ts'
import { changePasswordMutation } from './queries.ts'
import { CodeInput, isCode } from '../../entities/session/CodeInput.tsx'
import { ErrorAlert } from '../../ui/feedback/ErrorAlert.tsx'

interface PasswordFormProps {
  email: string
  currentLabel: string
  /** True when a second factor is on: the form also asks for a code. */
  isCodeNeeded?: boolean
  onChanged: () => void
}

/** Changes the user's password. Checks the new password before sending it. */
export function PasswordForm({ email, currentLabel, isCodeNeeded = false, onChanged }: PasswordFormProps) {
  const t = useT()
  const change = useMutation(changePasswordMutation())
  const form = useForm({
    initialValues: { current: '', next: '', again: '', code: '' },
    validate: {
      current: (current) => (current === '' ? t('session.passwordMissing') : null),
      next: (next, { current }) => {
        const error = passwordError(next, { email, current })
        return error === null ? null : t(`account.password.${error}`, passwordLength)
      },
      code: (code) => (isCodeNeeded && !isCode(code) ? t('session.code.wrong') : null),
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
      onSubmit={form.onSubmit(({ current, next, code }) =>
        change.mutate(isCodeNeeded ? { current, next, code: readId(code) } : { current, next }, {
          onSuccess: () => {
            form.reset()
            onChanged()
          },
          onError: (refusal) => {
            if (hasCode(refusal, 'password-wrong')) form.setFieldError('current', t('problem.password-wrong'))
            if (hasCode(refusal, 'password-common'))
              form.setFieldError('next', t('problem.password-common.next'))
          },
        }),
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
        {isCodeNeeded && (
          <CodeInput
            value={form.values.code}
            onChange={(code) => form.setFieldValue('code', code)}
            isWrong={form.errors['code'] !== undefined}
          />
        )}
        <div>
          <Button variant="filled" type="submit" loading={change.isPending}>
            {t('account.password.change')}
          </Button>
        </div>
      </Stack>
    </form>
  )
}
