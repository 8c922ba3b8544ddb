import { Button, Group, NativeSelect, Stack, Text } from '@mantine/core'
import type { DirectoryAgent } from '#contract/agents.ts'
import type { Translate } from '../../i18n/catalogue.ts'
import { useT } from '../../i18n/Language.tsx'
import { agentHints, agentTitle } from './agent-text.ts'
import { knownAgent, asNewColleague, type Choice, type Found, type KnownAgent } from './find-agent.ts'

interface UnclearAgentsProps {
  found: readonly Found[]
  /** The `id` of the agent that the user chose for a text. */
  chosen: (text: string) => string | undefined
  onChoose: (text: string, agent: KnownAgent) => void
  /** The user can choose joiners too. */
  joiners?: boolean
}

/** Lists the texts that name no agent, or for which the user has to choose one. Nothing is chosen beforehand. */
export function UnclearAgents({ found, chosen, onChoose, joiners = false }: UnclearAgentsProps) {
  const t = useT()
  return (
    <Stack gap="xs">
      {found.map((each) => {
        if (!('candidates' in each) || !each.candidates.some((agent) => isOffered(agent, joiners)))
          return (
            <Text key={each.text}>
              {t('label.value', { label: each.text, value: t(`agents.found.${reasonOf(each)}`) })}
            </Text>
          )
        const props = {
          found: each,
          offered: each.candidates.filter((agent) => isOffered(agent, joiners)),
          joiners,
          chosen: chosen(each.text),
          onChoose: (agent: KnownAgent) => onChoose(each.text, agent),
        }
        return each.why === 'similar' ? (
          <Suggested key={each.text} {...props} />
        ) : (
          <SameName key={each.text} {...props} />
        )
      })}
    </Stack>
  )
}

const isOffered = ({ agentUuid }: DirectoryAgent, joiners: boolean) => joiners || agentUuid !== null
/** Candidates that cannot be chosen are joiners. */
const reasonOf = ({ why }: Found) =>
  why === null || why === 'ambiguous' ? 'joiner' : why === 'similar' ? 'name-unknown' : why

interface ChoiceProps {
  found: Choice
  offered: readonly DirectoryAgent[]
  joiners: boolean
  chosen: string | undefined
  onChoose: (agent: KnownAgent) => void
}

const isChosen = ({ id, agentUuid }: DirectoryAgent, chosen: string | undefined) =>
  (agentUuid ?? id) === chosen
const textOf = (t: Translate, agent: DirectoryAgent) =>
  [
    agentTitle(agent),
    ...agentHints(agent, t),
    ...(agent.agentUuid === null ? [t('agents.joiner')] : []),
  ].join(' · ')

/** A choice between agents of the same name, with hints that distinguish them. */
function SameName({ found: { text }, offered, chosen, onChoose }: ChoiceProps) {
  const t = useT()
  const label = t('agents.choose', { name: text })
  return (
    <NativeSelect
      aria-label={label}
      size="xs"
      value={offered.find((agent) => isChosen(agent, chosen))?.id ?? ''}
      data={[{ value: '', label }, ...offered.map((agent) => ({ value: agent.id, label: textOf(t, agent) }))]}
      onChange={(event) => {
        const { value } = event.currentTarget
        const agent = offered.find(({ id }) => id === value)
        if (agent !== undefined) onChoose(knownAgent(agent))
      }}
    />
  )
}

/** Asks whether an agent with a similar name is meant, or a new colleague. */
function Suggested({ found, offered, joiners, chosen, onChoose }: ChoiceProps) {
  const t = useT()
  const added = asNewColleague(found)
  const button = (label: string, isPressed: boolean, agent: KnownAgent) => (
    <Button
      key={agent.id}
      size="compact-sm"
      variant={isPressed ? 'filled' : 'default'}
      aria-pressed={isPressed}
      onClick={() => onChoose(agent)}
    >
      {label}
    </Button>
  )
  return (
    <Group gap="xs">
      <Text>{t('agents.similar', { name: found.text })}</Text>
      {offered.map((agent) => button(textOf(t, agent), isChosen(agent, chosen), knownAgent(agent)))}
      {joiners && button(t('agents.joiner'), chosen === added.id, added)}
    </Group>
  )
}
