import { Code, Group, Stack } from '@mantine/core'
import { useState } from 'react'
import type * as z from 'zod/mini'
import { personFacts, type readPerson } from '#contract/people.ts'
import { usePermission } from '../../entities/session/SessionContext.tsx'
import { useT } from '../../i18n/Language.tsx'
import { paths } from '../../lib/paths.ts'
import { Folded } from '../../ui/layout/Folded.tsx'
import { PageLink } from '../../ui/layout/PageLink.tsx'
import { CopyButton } from '../../ui/text/CopyButton.tsx'
import { Field, FieldList } from '../../ui/text/Field.tsx'
import { Time } from '../../ui/text/Time.tsx'

interface PersonRecordProps {
  agentUuid: string
  /** The directory's record; undefined for an agent whom only the service knows. */
  entry: z.infer<(typeof readPerson)['answer']> | undefined
}

/** What few people need: the UUID, the source of each detail, and what the service lists for the agent. */
export function PersonRecord({ agentUuid, entry }: PersonRecordProps) {
  const t = useT()
  const canSeeIds = usePermission('status.read')
  const [isOpen, setOpen] = useState(false)
  return (
    <Folded
      title={t('person.folded')}
      note={t('person.folded.note')}
      isOpen={isOpen}
      onToggle={() => setOpen((open) => !open)}
    >
      <Stack gap="md">
        <FieldList>
          {canSeeIds && (
            <Field label={t('field.agentUuid')}>
              <Group gap={4} wrap="nowrap">
                <Code style={{ overflowWrap: 'anywhere' }}>{agentUuid}</Code>
                <CopyButton value={agentUuid} label={t('copy.value', { value: agentUuid })} />
              </Group>
            </Field>
          )}
          {personFacts.flatMap((field) => {
            const fact = entry?.facts[field]
            return fact === undefined
              ? []
              : [
                  <Field key={field} label={t(`person.field.${field}`)}>
                    {fact.value} · {t(`person.source.${fact.source}`)} · <Time value={fact.at} />
                  </Field>,
                ]
          })}
        </FieldList>
        <PageLink size="sm" to={paths.personUnbound(agentUuid)}>
          {t('person.unbound.link')}
        </PageLink>
      </Stack>
    </Folded>
  )
}
