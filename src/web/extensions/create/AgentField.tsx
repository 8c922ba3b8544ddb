import { Autocomplete, Stack, Text, type AutocompleteProps } from '@mantine/core'
import { useRecentAgents } from '../../shared/recent-agents.ts'
import { AgentHint } from '../../shared/creation/Hints.tsx'

interface AgentFieldProps extends AutocompleteProps {
  value: string
}

/** The agent to bind to, by uuid or work number. Agents opened here before are offered by name and uuid. */
export function AgentField({ value, ...rest }: AgentFieldProps) {
  const recent = useRecentAgents()
  const nameOf = (uuid: string) => recent.find((agent) => agent.uuid === uuid)?.name ?? null
  return (
    <div>
      <Autocomplete
        {...rest}
        value={value}
        data={recent.map(({ uuid }) => uuid)}
        filter={({ options, search }) => {
          const sought = search.trim().toLowerCase()
          return options.filter(
            (option) =>
              'value' in option &&
              `${option.value} ${nameOf(option.value) ?? ''}`.toLowerCase().includes(sought),
          )
        }}
        renderOption={({ option }) => (
          <Stack gap={0} miw={0}>
            {nameOf(option.value) !== null && (
              <Text size="sm" truncate>
                {nameOf(option.value)}
              </Text>
            )}
            <Text size="xs" c="dimmed" ff="monospace" truncate>
              {option.value}
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
