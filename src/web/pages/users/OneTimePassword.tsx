import { Alert, Button, Code, Group, Text } from '@mantine/core'
import { IconCopy } from '@tabler/icons-react'
import { copyText } from '../../ui/text/CopyButton.tsx'
import { colorOf } from '../../ui/text/meaning.ts'
import { useT } from '../../i18n/Language.tsx'

interface OneTimePasswordProps {
  email: string
  password: string
}

/** A password for one sign-in. Only this dialog shows it: once closed, the password is gone. */
export function OneTimePassword({ email, password }: OneTimePasswordProps) {
  const t = useT()
  return (
    <>
      <Text>{t('users.once.text', { email })}</Text>
      <Group gap="sm">
        <Code fz="lg">{password}</Code>
        <Button
          size="compact-sm"
          leftSection={<IconCopy size={14} aria-hidden />}
          onClick={() => void copyText(t, password, t('create.password.copied'))}
          data-autofocus
        >
          {t('action.copy')}
        </Button>
      </Group>
      <Alert color={colorOf('attention')} title={t('users.once.title')}>
        {t('users.once.next')}
      </Alert>
    </>
  )
}
