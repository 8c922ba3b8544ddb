import { Button, Group, Text } from '@mantine/core'
import { messageFor } from '../../api/message-for.ts'
import { useT } from '../../i18n/Language.tsx'

/** Why the first idle number is not known. */
export function FirstIdleError({ error, retry }: { error: Error; retry: () => void }) {
  const t = useT()
  return (
    <Group gap="sm">
      <Text size="sm">{t(messageFor(error).sentence)}</Text>
      <Button size="compact-sm" variant="default" onClick={retry}>
        {t('action.retry')}
      </Button>
    </Group>
  )
}
