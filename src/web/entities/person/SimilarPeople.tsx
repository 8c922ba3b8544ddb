import { Alert, Group, Text } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { useT } from '../../i18n/Language.tsx'
import { paths } from '../../lib/paths.ts'
import { namesakeHints, personTitle } from './person-text.ts'
import { similarPeopleQuery } from './queries.ts'
import { neutralColor } from '../../ui/text/meaning.ts'
import { PageLink } from '../../ui/layout/PageLink.tsx'

/** Links to the agents who may be meant by a name that no agent has; renders nothing without any. */
export function SimilarPeople({ name }: { name: string }) {
  const t = useT()
  const { data } = useQuery(similarPeopleQuery(name))
  const items = data?.items ?? []
  if (items.length === 0) return null
  return (
    <Alert color={neutralColor} mb="sm">
      <Group gap="sm">
        <Text>{t('people.similar', { name })}</Text>
        {items.map((person) => (
          <PageLink size="sm" key={person.id} to={paths.person(person.agentUuid ?? person.id)}>
            {[personTitle(person), ...namesakeHints(person, t)].join(' · ')}
          </PageLink>
        ))}
      </Group>
    </Alert>
  )
}
