import { Button, Group, Text } from '@mantine/core'
import { messageFor } from '../../../api/message-for.ts'
import { useT } from '../../../i18n/Language.tsx'

/** Explains why the first idle number is unknown. */
export function FirstIdleError({ error, retry }: { error: Error; retry: () => void }) {
  const t = useT()
  return (
    <Group gap="sm" wrap="nowrap" data-error>
      <Text size="sm" truncate title={t(messageFor(error).sentence)}>
        {t(messageFor(error).sentence)}
      </Text>
      <Button size="compact-sm" flex="none" variant="default" onClick={retry}>
        {t('action.retry')}
      </Button>
    </Group>
  )
}
