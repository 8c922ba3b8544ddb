import { Button, Stack, Text, TextInput } from '@mantine/core'
import { useForm } from '@mantine/form'
import { useEffect, useRef } from 'react'
import { useT } from '../../i18n/Language.tsx'
import { readId } from '../../lib/typed.ts'
import { isCode } from '../../entities/session/CodeInput.tsx'
import { ErrorAlert } from '../../ui/feedback/ErrorAlert.tsx'

interface CodeFormProps {
  onSubmit: (code: string) => void
  onBack: () => void
  pending: boolean
  error: Error | null
}

/** The second step of a sign-in: the authenticator's six digits, or a backup code. */
export function CodeForm({ onSubmit, onBack, pending, error }: CodeFormProps) {
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
        {error !== null && <ErrorAlert error={error} />}
        <Text size="sm">{t('session.code.text')}</Text>
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
        <Button type="submit" loading={pending} fullWidth>
          {t('session.code.confirm')}
        </Button>
        <Button variant="subtle" onClick={onBack} fullWidth>
          {t('session.code.back')}
        </Button>
      </Stack>
    </form>
  )
}
