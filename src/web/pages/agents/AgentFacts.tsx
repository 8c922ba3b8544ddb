import { SimpleGrid, Stack, Text } from '@mantine/core'
import { agentFields, type readAgent } from '#contract/agents.ts'
import type * as z from 'zod/mini'
import { useT } from '../../i18n/Language.tsx'
import { Panel } from '../../ui/layout/Panel.tsx'
import { Time } from '../../ui/text/Time.tsx'

/** The known facts about the agent, each with its source and date. Renders nothing when there are none. */
export function AgentFacts({ agent: { facts } }: { agent: z.infer<(typeof readAgent)['answer']> }) {
  const t = useT()
  const known = agentFields.flatMap((field) => {
    const fact = facts[field]
    return fact === undefined ? [] : [{ field, ...fact }]
  })
  if (known.length === 0) return null
  return (
    <Panel title={t('agent.who')}>
      <SimpleGrid component="dl" cols={{ base: 1, xs: 2, md: 3 }} spacing="md" verticalSpacing="sm" m={0}>
        {known.map(({ field, value, source, at }) => (
          <Stack key={field} gap={0} miw={0}>
            <Text component="dt" size="xs" c="dimmed">
              {t(`agent.field.${field}`)}
            </Text>
            <Text component="dd" m={0} fw={600} style={{ overflowWrap: 'anywhere' }}>
              {value}
            </Text>
            <Text component="dd" m={0} size="xs" c="dimmed">
              {t(`agent.source.${source}`)} · <Time value={at} />
            </Text>
          </Stack>
        ))}
      </SimpleGrid>
    </Panel>
  )
}
