import { Button, Group, Text } from '@mantine/core'
import { useT } from '../../i18n/Language.tsx'
import { copyPassword } from './copy-password.ts'

/** The password that was sent, for as long as this page is open: nothing shows it afterwards. */
export function PasswordReminder({ password }: { password: string }) {
  const t = useT()
  return (
    <Group gap="sm" justify="center" mt="md">
      <Text size="sm" c="dimmed">
        {t('create.password.last')}
      </Text>
      <Button size="compact-sm" variant="default" onClick={() => void copyPassword(password, t)}>
        {t('create.password.copyLast')}
      </Button>
    </Group>
  )
}
