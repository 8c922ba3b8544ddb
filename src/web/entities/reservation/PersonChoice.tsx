import { Alert, Autocomplete, Button, Group, Paper, Stack, Text, TextInput } from '@mantine/core'
import type { UseFormReturnType } from '@mantine/form'
import { IconAlertTriangle, IconUserPlus } from '@tabler/icons-react'
import type { DirectoryAgent } from '#contract/agents.ts'
import { useLanguage } from '../../i18n/Language.tsx'
import { useNow } from '../../ui/text/clock.ts'
import { momentText } from '../../ui/text/time-text.ts'
import { AgentPicker } from '../agent/AgentPicker.tsx'
import { agentHints, agentTitle } from '../agent/agent-text.ts'
import type { KnownAgent } from '../agent/find-agent.ts'

interface Who {
  person: KnownAgent | null
  isNew: boolean
  name: string
  workNumber: string
  department: string
  startsOn: string
}

interface PersonChoiceProps {
  form: UseFormReturnType<Who>
  /** The directory's record of the chosen person. */
  known: DirectoryAgent | null
  /** The departments of the user's team. */
  departments: readonly string[]
  /** The number to be reserved. */
  ext: string | undefined
}

/** Chooses a person of the directory, or takes what is known of a new colleague. Warns of a number that the person has already. */
export function PersonChoice({ form, known, departments, ext }: PersonChoiceProps) {
  const { t, language } = useLanguage()
  const now = useNow()
  const { person, isNew } = form.values
  if (isNew)
    return (
      <Paper withBorder p="sm" component="fieldset">
        <Group justify="space-between" mb="xs">
          <Text>
            <b>{t('agents.joiner')}</b>{' '}
            <Text size="md" span c="dimmed">
              {t('reserve.colleague.note')}
            </Text>
          </Text>
          <Button size="compact-sm" variant="subtle" onClick={() => form.setFieldValue('isNew', false)}>
            {t('reserve.person.other')}
          </Button>
        </Group>
        <Group gap="sm" align="flex-start">
          <TextInput
            {...form.getInputProps('name')}
            label={t('agent.field.name')}
            maxLength={200}
            required
            data-autofocus
            flex="2 1 10rem"
          />
          <TextInput
            {...form.getInputProps('workNumber')}
            label={t('reserve.colleague.workNumber')}
            maxLength={64}
            flex="1 0 11rem"
          />
          <Autocomplete
            {...form.getInputProps('department')}
            label={t('agent.field.department')}
            data={[...departments]}
            maxLength={200}
            flex="1 1 9rem"
          />
          <TextInput
            {...form.getInputProps('startsOn')}
            type="date"
            label={t('agent.field.startsOn')}
            flex="1 1 9rem"
          />
        </Group>
      </Paper>
    )
  const others = known?.reserved.filter((each) => each.ext !== ext) ?? []
  if (person === null)
    return (
      <Stack gap="xs" align="flex-start">
        <AgentPicker
          label={t('agent.title')}
          placeholder={t('reserve.person.hint')}
          value={undefined}
          joiners
          onChange={(id, name, isJoiner) =>
            form.setFieldValue('person', id === undefined ? null : { id, name, isJoiner })
          }
          onNew={(typed) => form.setValues({ isNew: true, name: typed })}
          data-autofocus
          w="100%"
        />
        <Button
          size="compact-sm"
          variant="subtle"
          leftSection={<IconUserPlus size={14} aria-hidden />}
          onClick={() => form.setFieldValue('isNew', true)}
        >
          {t('agents.joiner')}
        </Button>
      </Stack>
    )
  const hints =
    known === null ? [] : [...agentHints(known, t), ...(known.agentUuid === null ? [t('agents.joiner')] : [])]
  return (
    <>
      <Paper withBorder p="sm" component="section" aria-label={t('agent.title')}>
        <Group justify="space-between" wrap="nowrap">
          <Text>
            <b>{known === null ? (person.name ?? person.id) : agentTitle(known)}</b>{' '}
            <Text size="md" span c="dimmed">
              {hints.join(' · ')}
            </Text>
          </Text>
          <Button
            size="compact-sm"
            variant="subtle"
            flex="none"
            onClick={() => form.setFieldValue('person', null)}
          >
            {t('reserve.person.other')}
          </Button>
        </Group>
      </Paper>
      {known !== null && (known.ext !== null || others.length > 0) && (
        <Alert icon={<IconAlertTriangle size={18} aria-hidden />}>
          {[
            ...(known.ext === null
              ? []
              : [t('reserve.person.has', { agent: agentTitle(known), ext: known.ext })]),
            ...others.map((each) =>
              t('reservations.done', {
                agent: agentTitle(known),
                ext: each.ext,
                until: momentText(each.expiresAt, now, language),
              }),
            ),
          ].join(' ')}
        </Alert>
      )}
    </>
  )
}
