import { Button, Group, NativeSelect, Stack, Text } from '@mantine/core'
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import type { DirectoryAgent } from '#contract/people.ts'
import type { Translate } from '../../i18n/catalogue.ts'
import { useT } from '../../i18n/Language.tsx'
import { ErrorAlert } from '../../ui/feedback/ErrorAlert.tsx'
import { agentHints, agentTitle } from './agent-text.ts'
import {
  askService,
  asNewColleague,
  isAskable,
  knownAgent,
  type Found,
  type KnownAgent,
} from './find-agent.ts'
import { similarAgentsQuery } from './queries.ts'

interface UnclearAgentsProps {
  found: readonly Found[]
  /** The `id` of the agent that the user chose for a text. */
  chosen: (text: string) => string | undefined
  /** `known`: the directory's record of the agent. */
  onChoose: (text: string, agent: KnownAgent, known: DirectoryAgent | null) => void
  /** Reads a list in one line as several lines; not offered without it. */
  onSplit?: (text: string) => void
  /** The user can choose joiners too. */
  joiners?: boolean
}

/** Lines with suggestions of names, which cost a search each. */
const maxSuggested = 20
/** People that one line offers. */
const maxOffered = 5
/** The value of the note that more people have the name; no id has spaces. */
const moreValue = 'more people'

/** Lists the lines that name no one, with what the user can choose for each. Nothing is chosen beforehand. */
export function UnclearAgents({ found, chosen, onChoose, onSplit, joiners = false }: UnclearAgentsProps) {
  const t = useT()
  const client = useQueryClient()
  const askable = found.filter((each) => isAskable(each) && chosen(each.text) === undefined)
  const asking = useMutation({
    mutationFn: (texts: readonly string[]) => askService(client, texts),
    onSuccess: (agents) => {
      for (const [text, agent] of agents) if (agent !== null) onChoose(text, agent, null)
    },
    meta: { quiet: true },
  })
  const isMissing = ({ text }: Found) => asking.data?.get(text) === null
  const unasked = askable.filter((each) => !isMissing(each))
  return (
    <Stack gap="xs">
      {found.map((each, index) => {
        const props = {
          found: isMissing(each) ? { ...each, why: 'not-found' as const } : each,
          joiners,
          isSuggested: index < maxSuggested,
          chosen: chosen(each.text),
          onChoose: (agent: KnownAgent, known: DirectoryAgent | null) => onChoose(each.text, agent, known),
          ...(onSplit === undefined ? {} : { onSplit: () => onSplit(each.text) }),
        }
        return each.why === 'ambiguous' ? (
          <SameName key={each.text} {...props} />
        ) : (
          <Unread key={each.text} {...props} />
        )
      })}
      {unasked.length > 0 && (
        <Group>
          <Button
            size="compact-sm"
            loading={asking.isPending}
            onClick={() => asking.mutate(unasked.map(({ text }) => text))}
          >
            {t('agents.askService', { count: unasked.length })}
          </Button>
        </Group>
      )}
      <ErrorAlert error={asking.error} />
    </Stack>
  )
}

interface ChoiceProps {
  found: Found
  joiners: boolean
  isSuggested: boolean
  chosen: string | undefined
  onChoose: (agent: KnownAgent, known: DirectoryAgent | null) => void
  onSplit?: () => void
}

const isChosen = ({ id, agentUuid }: DirectoryAgent, chosen: string | undefined) =>
  (agentUuid ?? id) === chosen
const offeredOf = (agents: readonly DirectoryAgent[], joiners: boolean) =>
  agents.filter(({ agentUuid }) => joiners || agentUuid !== null)
const textOf = (t: Translate, agent: DirectoryAgent) =>
  [
    agentTitle(agent),
    ...agentHints(agent, t),
    ...(agent.agentUuid === null ? [t('agents.joiner')] : []),
  ].join(' · ')

/** A choice between people of the same name, with hints that distinguish them. */
function SameName({ found: { text, candidates, total }, joiners, chosen, onChoose }: ChoiceProps) {
  const t = useT()
  const offered = offeredOf(candidates, joiners)
  const label = t('agents.choose', { name: text })
  const more = total - candidates.length
  if (offered.length === 0)
    return <Text>{t('label.value', { label: text, value: t('agents.found.joiner') })}</Text>
  return (
    <NativeSelect
      aria-label={label}
      size="xs"
      value={offered.find((agent) => isChosen(agent, chosen))?.id ?? ''}
      data={[
        { value: '', label },
        ...offered.map((agent) => ({ value: agent.id, label: textOf(t, agent) })),
        ...(more > 0
          ? [{ value: moreValue, label: t('agents.choose.more', { count: more }), disabled: true }]
          : []),
      ]}
      onChange={(event) => {
        const { value } = event.currentTarget
        const agent = offered.find(({ id }) => id === value)
        if (agent !== undefined) onChoose(knownAgent(agent), agent)
      }}
    />
  )
}

/** Offers the people whom a line may mean: those named in it, else those of a similar name, and a new colleague. */
function Unread({ found, joiners, isSuggested, chosen, onChoose, onSplit }: ChoiceProps) {
  const t = useT()
  const { name, candidates, total, parts } = found
  const similar = useQuery({
    ...similarAgentsQuery(name),
    enabled: isSuggested && name !== '' && candidates.length === 0,
  })
  const people = candidates.length > 0 ? candidates : name === '' ? [] : (similar.data?.items ?? [])
  const added = asNewColleague(found)
  const offered = offeredOf(people, joiners)
  /** Those whom neither the directory's answer nor the line has room for. */
  const more = offered.slice(maxOffered).length + (candidates.length > 0 ? total - candidates.length : 0)
  const button = (label: string, agent: KnownAgent, known: DirectoryAgent | null) => (
    <Button
      key={agent.id}
      size="compact-sm"
      variant={chosen === agent.id ? 'filled' : 'default'}
      aria-pressed={chosen === agent.id}
      onClick={() => onChoose(agent, known)}
    >
      {label}
    </Button>
  )
  return (
    <Group gap="xs">
      <Text>
        {t('label.value', {
          label: found.text.slice(0, 80),
          value: t(`agents.found.${found.why ?? 'joiner'}`),
        })}
      </Text>
      {offered.slice(0, maxOffered).map((agent) => button(textOf(t, agent), knownAgent(agent), agent))}
      {more > 0 && <Text c="dimmed">{t('agents.choose.more', { count: more })}</Text>}
      {parts.length > 1 && onSplit !== undefined && (
        <Button size="compact-sm" variant="default" onClick={onSplit}>
          {t('agents.split', { count: parts.length })}
        </Button>
      )}
      {joiners && name !== '' && button(t('agents.new', { name }), added, null)}
    </Group>
  )
}
