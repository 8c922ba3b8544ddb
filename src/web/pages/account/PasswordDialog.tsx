import { PasswordInput, Text } from '@mantine/core'
import { useForm } from '@mantine/form'
import { hasCode } from '../../api/api-error.ts'
import { readId } from '../../lib/typed.ts'
import { useT } from '../../i18n/Language.tsx'
import { CodeInput, isCode } from '../../entities/session/CodeInput.tsx'
import { FormDialog } from '../../ui/form/FormDialog.tsx'
import { showWrongPassword } from '../../entities/session/wrong-password.ts'
import type { OwnProof } from './queries.ts'

interface PasswordDialogProps {
  title: string
  text: string
  confirm: string
  danger?: boolean
  /** True when a second factor is on: the dialog also asks for a code. */
  isCodeNeeded: boolean
  pending: boolean
  error: Error | null
  onConfirm: (proof: OwnProof, onError: (refusal: Error) => void) => void
  onClose: () => void
}

/** Asks for the user's password, and for a code if a second factor is on, before a sensitive change to the account. */
export function PasswordDialog({
  text,
  confirm,
  isCodeNeeded,
  error,
  onConfirm,
  ...dialog
}: PasswordDialogProps) {
  const t = useT()
  const form = useForm({ initialValues: { password: '', code: '' } })
  const { password, code } = form.values
  return (
    <FormDialog
      {...dialog}
      submit={confirm}
      isDirty={false}
      error={hasCode(error, 'password-wrong') ? null : error}
      isReady={password !== '' && (!isCodeNeeded || isCode(code))}
      onSubmit={form.onSubmit(() =>
        onConfirm(isCodeNeeded ? { password, code: readId(code) } : { password }, showWrongPassword(form, t)),
      )}
    >
      <Text size="sm">{text}</Text>
      <PasswordInput
        {...form.getInputProps('password')}
        label={t('caption.password')}
        autoComplete="current-password"
        visibilityToggleButtonProps={{ 'aria-label': t('session.showPassword') }}
        data-autofocus
      />
      {isCodeNeeded && (
        <CodeInput
          value={code}
          onChange={(typed) => form.setFieldValue('code', typed)}
          isWrong={code !== '' && !isCode(code)}
        />
      )}
    </FormDialog>
  )
}
