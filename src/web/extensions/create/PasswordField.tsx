import { Button, Group, PasswordInput, type PasswordInputProps } from '@mantine/core'
import { useDisclosure } from '@mantine/hooks'
import { useT } from '../../i18n/Language.tsx'
import { announce } from '../../ui/announce.ts'
import { generatePassword } from './password.ts'

interface PasswordFieldProps extends Omit<PasswordInputProps, 'onChange' | 'value'> {
  value: string
  onChange: (value: string) => void
}

/** The SIP password: typed, or made here and shown, so that it can be taken to the phone. It is kept nowhere in the browser. */
export function PasswordField({ value, onChange, ...rest }: PasswordFieldProps) {
  const t = useT()
  const [visible, { open, toggle }] = useDisclosure(false)
  const copy = async () => {
    try {
      await navigator.clipboard.writeText(value)
      announce(t('create.password.copied'))
    } catch {
      announce(t('copy.failed'))
    }
  }
  return (
    <div>
      <PasswordInput
        {...rest}
        value={value}
        onChange={(event) => onChange(event.currentTarget.value)}
        visible={visible}
        onVisibilityChange={toggle}
        visibilityToggleButtonProps={{ 'aria-label': t('session.showPassword') }}
        autoComplete="new-password"
        spellCheck={false}
      />
      <Group gap="xs" mt={4}>
        <Button
          size="compact-xs"
          variant="default"
          onClick={() => {
            onChange(generatePassword())
            open()
          }}
        >
          {t('create.password.generate')}
        </Button>
        <Button size="compact-xs" variant="default" disabled={value === ''} onClick={() => void copy()}>
          {t('create.password.copy')}
        </Button>
      </Group>
    </div>
  )
}
