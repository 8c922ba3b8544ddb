import { Group, Text } from '@mantine/core'
import type { Status } from '#contract/status.ts'
import { useT } from '../../i18n/Language.tsx'
import { Message } from '../../i18n/Message.tsx'
import { Panel } from '../../ui/layout/Panel.tsx'
import { Field, FieldList } from '../../ui/text/Field.tsx'
import { Time } from '../../ui/text/Time.tsx'
import { StateBadge } from '../../ui/text/StateBadge.tsx'

const meanings = { closed: 'done', open: 'failed', 'half-open': 'attention' } as const

/** Shows for each part of the service whether the console calls it or has paused calls after repeated failures. */
export function BreakerCard({ breakers }: { breakers: Status['breakers'] }) {
  const t = useT()
  return (
    <Panel title={t('status.breakers')} description={t('status.breakers.description')}>
      <FieldList>
        {breakers.map(({ family, state, openSince }) => (
          <Field key={family} label={t(`status.breakers.${family}`)}>
            <Group gap="xs">
              <StateBadge meaning={meanings[state]}>{t(`status.breakers.${state}`)}</StateBadge>
              {openSince !== null && (
                <Text size="sm">
                  <Message
                    of="status.breakers.since"
                    values={{ time: <Time value={openSince} words="moment" /> }}
                  />
                </Text>
              )}
            </Group>
          </Field>
        ))}
      </FieldList>
    </Panel>
  )
}
