import { Button, Group, Skeleton, Text, SimpleGrid } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { useT } from '../../../i18n/Language.tsx'
import { messageFor } from '../../../api/message-for.ts'
import { PersonPicker } from '../../../entities/person/PersonPicker.tsx'
import { Warnings } from '../../../ui/feedback/Warnings.tsx'
import { usePermission } from '../../../entities/session/SessionContext.tsx'
import { NumberLink } from '../../../entities/extension/NumberLink.tsx'
import classes from './FirstIdle.module.css'
import { firstIdleFor } from '../../../entities/extension/queries.ts'
import * as z from 'zod/mini'
import type { Agent } from '#contract/records.ts'
import { agentUuid } from '#contract/text.ts'
import type { Translate } from '../../../i18n/catalogue.ts'
import { paths } from '../../../lib/paths.ts'
import { Field } from '../../../ui/text/Field.tsx'
import { Time } from '../../../ui/text/Time.tsx'
import { PageLink } from '../../../ui/layout/PageLink.tsx'

/** These fields are epoch milliseconds. The record's other integers have no documented meaning. */
const times: readonly string[] = ['creationTime', 'updatedTime', 'lastLoginTime']

function valueOf(t: Translate, value: unknown, name: string) {
  if (typeof value === 'string')
    return name === 'id' && z.safeParse(agentUuid, value).success ? (
      <PageLink to={paths.person(value)}>{value}</PageLink>
    ) : (
      value
    )
  if (typeof value === 'boolean') return String(value)
  if (typeof value === 'number') return times.includes(name) ? <Time value={value} /> : String(value)
  if (Array.isArray(value))
    return value
      .map((each: unknown) => (typeof each === 'string' ? each : JSON.stringify(each)))
      .join(t('list.separator'))
  return null
}

/** The fields of an agent record that the service sent, under the specification's names. */
function AgentRecord({ record }: { record: Agent }) {
  const t = useT()
  const sent = Object.entries(record).filter(
    ([, value]) => value !== null && !(Array.isArray(value) && value.length === 0),
  )
  return (
    <SimpleGrid
      cols={{ base: 1, sm: 2, lg: 4 }}
      spacing="lg"
      verticalSpacing="sm"
      mt="sm"
      component="dl"
      aria-label={t('person.record')}
    >
      {sent.map(([name, value]) => (
        <Field key={name} name={name}>
          {valueOf(t, value, name)}
        </Field>
      ))}
    </SimpleGrid>
  )
}

interface FirstIdleProps {
  agentId: string | undefined
  setAgentId: (agentId: string | undefined) => void
  open: boolean
  setOpen: (open: boolean) => void
}

/** The next number that the service would assign (operation 6). The service returns the number inside an agent record. */
export function FirstIdle({ agentId, setAgentId, open, setOpen }: FirstIdleProps) {
  const t = useT()
  const { data, error, refetch, isPlaceholderData } = useQuery(firstIdleFor(agentId))
  const canSeeRecord = usePermission('status.read')
  const record = data?.agent ?? null
  const isAwaited = data === undefined && error === null
  const forAgent = t('firstIdle.forAgent')
  return (
    <section className={classes.root} aria-label={t('firstIdle.title')}>
      <div className={classes.row}>
        <Text c="dimmed">{t('firstIdle.title')}</Text>
        <div className={classes.number} data-stale={isPlaceholderData || undefined} aria-live="polite">
          {isAwaited && <Skeleton h={16} w={96} />}
          {data === undefined && error !== null && (
            <Group gap="sm" wrap="nowrap" data-error>
              <Text truncate title={t(messageFor(error).sentence)}>
                {t(messageFor(error).sentence)}
              </Text>
              <Button size="compact-sm" flex="none" onClick={() => void refetch()}>
                {t('action.retry')}
              </Button>
            </Group>
          )}
          {data !== undefined &&
            (data.free === null ? <Text>{t('firstIdle.none')}</Text> : <NumberLink ext={data.free} />)}
        </div>
        {canSeeRecord && (record !== null || data === undefined) && (
          <Button
            size="compact-sm"
            variant="subtle"
            // Keep the button's place while the number loads, so that the content below does not move on a phone.
            disabled={record === null}
            aria-expanded={open}
            onClick={() => setOpen(!open)}
          >
            {t(open ? 'firstIdle.hide' : 'firstIdle.show')}
          </Button>
        )}
        <PersonPicker
          className={classes.agent}
          size="xs"
          placeholder={forAgent}
          aria-label={forAgent}
          value={agentId}
          onChange={setAgentId}
          workNumbers
        />
      </div>
      {canSeeRecord && open && record !== null && <AgentRecord record={record} />}
      {record?.ext && record.ext !== data?.free && (
        <Text size="xs" c="dimmed">
          {t('firstIdle.reserved', { ext: record.ext })}
        </Text>
      )}
      {data !== undefined && <Warnings warnings={data.warnings} />}
    </section>
  )
}
