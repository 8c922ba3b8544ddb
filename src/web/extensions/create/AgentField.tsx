import { Autocomplete, Stack, Text, type AutocompleteProps } from '@mantine/core'
import { useDebouncedValue } from '@mantine/hooks'
import { useQuery } from '@tanstack/react-query'
import { isSameAgent } from '#contract/text.ts'
import { agentHints } from '../../shared/agent-directory/agent-text.ts'
import { agentSearch } from '../../shared/agent-directory/queries.ts'
import { useRecentAgents } from '../../shared/recent-agents.ts'
import { AgentHint } from '../../shared/creation/Hints.tsx'

const restMs = 200

interface AgentFieldProps extends AutocompleteProps {
  value: string
}

/** The agent to bind to, by uuid or work number. Agents opened here before are offered, and whom the directory finds by name. */
export function AgentField({ value, ...rest }: AgentFieldProps) {
  const recent = useRecentAgents()
  const [asked] = useDebouncedValue(value.trim(), restMs)
  const { data } = useQuery({ ...agentSearch(asked), enabled: asked !== '' })
  const found = new Map((data?.items ?? []).map((agent) => [agent.agentUuid, agent]))
  const offered = recent.filter(({ uuid, name }) =>
    `${uuid} ${name ?? ''}`.toLowerCase().includes(value.trim().toLowerCase()),
  )
  const listed = [...found.keys()].flatMap((uuid) =>
    uuid === null || offered.some((agent) => isSameAgent(agent.uuid, uuid)) ? [] : [uuid],
  )
  const nameOf = (uuid: string) =>
    found.get(uuid)?.name ?? recent.find((agent) => isSameAgent(agent.uuid, uuid))?.name ?? null
  const hintsOf = (uuid: string) => {
    const agent = found.get(uuid)
    return agent === undefined ? uuid : agentHints(agent).join(' · ')
  }
  return (
    <div>
      <Autocomplete
        {...rest}
        value={value}
        data={[...offered.map(({ uuid }) => uuid), ...listed]}
        filter={({ options }) => options}
        renderOption={({ option }) => (
          <Stack gap={0} miw={0}>
            {nameOf(option.value) !== null && (
              <Text size="sm" truncate>
                {nameOf(option.value)}
              </Text>
            )}
            <Text size="xs" c="dimmed" truncate>
              {hintsOf(option.value)}
            </Text>
          </Stack>
        )}
        autoComplete="off"
        // A refusal brings the focus here: the list would hide what it says.
        openOnFocus={false}
      />
      <AgentHint id={value} />
    </div>
  )
}
