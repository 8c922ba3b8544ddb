import { Group, Paper, Stack, Text } from '@mantine/core'
import type { Extension } from '#contract/records.ts'
import { usePermission } from '../session/SessionContext.tsx'
import { NumberLink } from '../extension/NumberLink.tsx'
import { useT } from '../../i18n/Language.tsx'
import { Message } from '../../i18n/Message.tsx'
import { Time } from '../../ui/text/Time.tsx'
import { StateBadge } from '../../ui/text/StateBadge.tsx'

/** The extension bound to the agent now, pinned above the free extensions. */
export function CurrentExtension({ extension }: { extension: Extension | null }) {
  const t = useT()
  // A supervisor's screen shows no SIP hosts.
  const canSeeHost = usePermission('status.read')
  return (
    <Paper withBorder p="md" component="section" aria-label={t('person.current')}>
      {extension === null ? (
        <Text>{t('person.current.none')}</Text>
      ) : (
        <Group justify="space-between" gap="md">
          <Group gap="sm">
            <StateBadge meaning="bound">{t('person.current')}</StateBadge>
            <NumberLink ext={extension.ext} />
          </Group>
          <Stack gap={0} miw={0}>
            {extension.bindTime !== null && extension.bindTime !== 0 && (
              <Text c="dimmed" component="div">
                <Message id="person.boundAt" values={{ time: <Time value={extension.bindTime} /> }} />
              </Text>
            )}
            <Text size="xs" c="dimmed" style={{ overflowWrap: 'anywhere' }}>
              {[extension.langCodeTxt, canSeeHost ? extension.domain : null]
                .filter((part) => part !== null)
                .join(' · ')}
            </Text>
          </Stack>
        </Group>
      )}
    </Paper>
  )
}
