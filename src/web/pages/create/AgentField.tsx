import { Autocomplete, type AutocompleteProps } from '@mantine/core'
import { isSameAgent } from '#contract/text.ts'
import { AgentOptionText, useAgentOptions } from '../../entities/agent/agent-options.tsx'
import { readId } from '../../lib/typed.ts'
import { AgentHint } from '../../entities/creation/Hints.tsx'

interface AgentFieldProps extends AutocompleteProps {
  value: string
}

/** The agent to bind, by uuid or work number. Also suggests agents by name. */
export function AgentField({ value, ...rest }: AgentFieldProps) {
  const { options } = useAgentOptions(value, { enabled: readId(value) !== '' })
  const mayBeName = options.length > 0 && !options.some(({ id }) => isSameAgent(id, readId(value)))
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
        // A refused value moves the focus here, and an open list would cover the error message.
        openOnFocus={false}
      />
      <AgentHint id={value} mayBeName={mayBeName} />
    </div>
  )
}
