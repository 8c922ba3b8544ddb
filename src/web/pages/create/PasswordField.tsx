import { Button, Group, PasswordInput, type PasswordInputProps } from '@mantine/core'
import { useDisclosure } from '@mantine/hooks'
import { generatePassword } from '../../entities/creation/password.ts'
import { useT } from '../../i18n/Language.tsx'
import { copyText } from '../../ui/text/CopyButton.tsx'

interface PasswordFieldProps extends Omit<PasswordInputProps, 'value'> {
  value: string
  onGenerate: (password: string) => void
}

/**
 * The SIP password, typed or generated. A generated password is visible, so that it can be entered on the phone. The
 * browser never stores it.
 */
export function PasswordField({ value, onGenerate, ...rest }: PasswordFieldProps) {
  const t = useT()
  const [visible, { open, toggle }] = useDisclosure(false)
  return (
    <div>
      <PasswordInput
        {...rest}
        value={value}
        visible={visible}
        onVisibilityChange={toggle}
        visibilityToggleButtonProps={{ 'aria-label': t('session.showPassword') }}
        autoComplete="new-password"
        spellCheck={false}
      />
      <Group gap="xs" mt={4}>
        <Button
          size="compact-xs"
          disabled={rest.readOnly}
          onClick={() => {
            onGenerate(generatePassword())
            open()
          }}
        >
          {t('create.password.generate')}
        </Button>
        <Button
          size="compact-xs"
          disabled={value === ''}
          onClick={() => void copyText(t, value, t('create.password.copied'))}
        >
          {t('action.copy')}
        </Button>
      </Group>
    </div>
  )
}
