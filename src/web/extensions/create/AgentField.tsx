import { Autocomplete, type AutocompleteProps } from '@mantine/core'
import { AgentOptionText, useAgentOptions } from '../../shared/agent-directory/agent-options.tsx'
import { AgentHint } from '../../shared/creation/Hints.tsx'

interface AgentFieldProps extends AutocompleteProps {
  value: string
}

/** The agent to bind to, by uuid or work number. Agents are offered by name as well. */
export function AgentField({ value, ...rest }: AgentFieldProps) {
  const { options } = useAgentOptions(value, { enabled: value.trim() !== '' })
  return (
    <div>
      <Autocomplete
        {...rest}
        value={value}
        data={options.map(({ id }) => id)}
        filter={({ options: all }) => all}
        renderOption={({ option }) => {
          const agent = options.find(({ id }) => id === option.value)
          return agent === undefined ? option.value : <AgentOptionText option={agent} />
        }}
        autoComplete="off"
        // A refusal brings the focus here: the list would hide what it says.
        openOnFocus={false}
      />
      <AgentHint id={value} />
    </div>
  )
}
