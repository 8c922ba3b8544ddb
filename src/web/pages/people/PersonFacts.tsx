import { SimpleGrid, Stack, Text } from '@mantine/core'
import { personFacts, type readPerson } from '#contract/people.ts'
import type * as z from 'zod/mini'
import { useLanguage } from '../../i18n/Language.tsx'
import { Panel } from '../../ui/layout/Panel.tsx'
import { Time } from '../../ui/text/Time.tsx'
import { calendarDateText } from '../../ui/text/time-text.ts'

/** The known facts about the person, with their sources and the latest date in one line. Renders nothing when there are none. */
export function PersonFacts({ person: { facts, kind } }: { person: z.infer<(typeof readPerson)['answer']> }) {
  const { t, language } = useLanguage()
  const personDetails = personFacts.flatMap((field) => {
    const fact = facts[field]
    return fact === undefined ? [] : [{ field, ...fact }]
  })
  if (personDetails.length === 0) return null
  const sources = [...new Set(personDetails.map(({ source }) => t(`person.source.${source}`)))]
  const latest = Math.max(...personDetails.map(({ at }) => at))
  return (
    <Panel title={t('person.who')}>
      <SimpleGrid component="dl" cols={{ base: 1, xs: 2, md: 3 }} spacing="md" verticalSpacing="sm" m={0}>
        {personDetails.map(({ field, value }) => (
          <Stack key={field} gap={0} miw={0}>
            <Text component="dt" size="xs" c="dimmed">
              {t(kind === 'resource' && field === 'name' ? 'caption.name' : `person.field.${field}`)}
            </Text>
            <Text component="dd" m={0} fw={600} style={{ overflowWrap: 'anywhere' }}>
              {field === 'startsOn' ? calendarDateText(value, language) : value}
            </Text>
          </Stack>
        ))}
      </SimpleGrid>
      <Text size="xs" c="dimmed" mt="sm">
        {sources.join(t('list.separator'))} · <Time value={latest} />
      </Text>
    </Panel>
  )
}
