import { Stack, Text } from '@mantine/core'
import { useDebouncedValue } from '@mantine/hooks'
import { useQuery } from '@tanstack/react-query'
import type { DirectoryAgent } from '#contract/agents.ts'
import { isSameAgent } from '#contract/text.ts'
import { useRecentAgents } from '../recent-agents.ts'
import { agentHints, agentTitle } from './agent-text.ts'
import { agentSearch } from './queries.ts'

export interface AgentOption {
  /** Uuid of an agent, or the id of a joiner. */
  value: string
  label: string
  name: string | null
  /** What tells agents of the same name apart; may be empty. */
  hint: string
}

const restMs = 200

export const optionOf = (agent: DirectoryAgent): AgentOption => ({
  value: agent.agentUuid ?? agent.id,
  label: agentTitle(agent),
  name: agent.name,
  hint: agentHints(agent).join(' · '),
})

interface AgentSearchOptions {
  /** Joiners are offered too. */
  joiners?: boolean
  /** False: the directory is not asked. */
  enabled?: boolean
}

/** The agents that a typed text can mean: those opened here lately, then those whom the directory finds once typing rests; all where nothing is typed. */
export function useAgentOptions(text: string, { joiners = false, enabled = true }: AgentSearchOptions = {}) {
  const typed = text.trim()
  const recent = useRecentAgents()
  const [q] = useDebouncedValue(typed, restMs)
  const { data, isFetching } = useQuery({ ...agentSearch(q), enabled: enabled && q === typed })
  const found = (data?.items ?? [])
    .filter(({ agentUuid }) => joiners || agentUuid !== null)
    .map((agent) => optionOf(agent))
  const opened = recent
    .filter(({ uuid, name }) => `${uuid} ${name ?? ''}`.toLowerCase().includes(typed.toLowerCase()))
    .map(
      ({ uuid, name }): AgentOption =>
        found.find(({ value }) => isSameAgent(value, uuid)) ?? {
          value: uuid,
          label: name ?? uuid,
          name,
          hint: name === null ? '' : uuid,
        },
    )
  const others = found.filter(({ value }) => !opened.some((each) => isSameAgent(each.value, value)))
  return { q, options: [...opened, ...others], isFetching }
}

/** An agent in a list of options. */
export function AgentOptionText({ option: { label, hint } }: { option: AgentOption }) {
  return (
    <Stack gap={0} miw={0}>
      <Text inherit truncate>
        {label}
      </Text>
      {hint !== '' && (
        <Text fz="xs" c="dimmed" truncate>
          {hint}
        </Text>
      )}
    </Stack>
  )
}
