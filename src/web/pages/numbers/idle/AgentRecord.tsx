import { Anchor, SimpleGrid } from '@mantine/core'
import * as z from 'zod/mini'
import { Link } from 'react-router-dom'
import type { Agent } from '#contract/records.ts'
import { agentUuid } from '#contract/text.ts'
import type { Translate } from '../../../i18n/catalogue.ts'
import { useT } from '../../../i18n/Language.tsx'
import { paths } from '../../../lib/paths.ts'
import { Field } from '../../../ui/text/Field.tsx'
import { CodeValue } from '../../../entities/code/CodeValue.tsx'
import { Time } from '../../../ui/text/Time.tsx'

/** These fields are epoch milliseconds. The record's other integers have no documented meaning. */
const times: readonly string[] = ['creationTime', 'updatedTime', 'lastLoginTime']

function text(t: Translate, value: unknown, name: string) {
  if (typeof value === 'string')
    return name === 'id' && z.safeParse(agentUuid, value).success ? (
      <Anchor component={Link} to={paths.agent(value)} inherit>
        {value}
      </Anchor>
    ) : (
      value
    )
  if (typeof value === 'boolean') return String(value)
  if (typeof value === 'number')
    return times.includes(name) ? <Time value={value} /> : <CodeValue value={value} field={`agent.${name}`} />
  if (Array.isArray(value))
    return value
      .map((each: unknown) => (typeof each === 'string' ? each : JSON.stringify(each)))
      .join(t('list.separator'))
  return null
}

/** The fields of an agent record that the service sent, under the specification's names. */
export function AgentRecord({ agent }: { agent: Agent }) {
  const t = useT()
  const sent = Object.entries(agent).filter(
    ([, value]) => value !== null && !(Array.isArray(value) && value.length === 0),
  )
  return (
    <SimpleGrid
      cols={{ base: 1, sm: 2, lg: 4 }}
      spacing="lg"
      verticalSpacing="sm"
      mt="sm"
      component="dl"
      aria-label={t('agent.record')}
    >
      {sent.map(([name, value]) => (
        <Field key={name} name={name}>
          {text(t, value, name)}
        </Field>
      ))}
    </SimpleGrid>
  )
}
