import { Group, Text } from '@mantine/core'
import { IconLock } from '@tabler/icons-react'
import { useT } from '../i18n/Language.tsx'

/** A secret of the record: the console knows only whether the service holds one. */
export function Secret({ held }: { held: boolean }) {
  const t = useT()
  return (
    <Group gap="xs" wrap="nowrap" component="span" display="inline-flex">
      {held && <IconLock size={14} aria-hidden />}
      <Text span inherit ff={held ? 'monospace' : undefined} c="dimmed">
        {held ? '••••••••' : '–'}
      </Text>
      <Text span size="xs" c="dimmed">
        {t(held ? 'value.secretHeld' : 'value.secretNone')}
      </Text>
    </Group>
  )
}
