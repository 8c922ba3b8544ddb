import { Select, type SelectProps } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import * as z from 'zod/mini'
import { agentUuid as agentUuidSchema } from '#contract/text.ts'
import { useT } from '../../i18n/Language.tsx'
import { AgentOptionText, optionOf, useAgentOptions, type AgentOption } from './agent-options.tsx'
import { directoryAgent } from './queries.ts'

interface AgentPickerProps extends Pick<SelectProps, 'description' | 'error' | 'required' | 'placeholder'> {
  label: string
  /** Uuid of the agent chosen, or the id of a joiner. */
  value: string | undefined
  onChange: (agentUuid: string | undefined, name: string | null) => void
  /** Joiners can be chosen. */
  joiners?: boolean
}

/**
 * Chooses an agent by part of the name, pinyin, work number, extension, department or uuid; each with what tells them apart. A
 * uuid that the directory does not know is taken as it is typed.
 */
export function AgentPicker({
  value,
  onChange,
  label,
  placeholder,
  joiners = false,
  ...props
}: AgentPickerProps) {
  const t = useT()
  const [typed, setTyped] = useState('')
  const [isOpen, setIsOpen] = useState(false)
  const chosen = useQuery({ ...directoryAgent(value ?? ''), enabled: value !== undefined }).data
  const { q, options: found, isFetching } = useAgentOptions(typed, { joiners, enabled: isOpen })
  const asTyped = (uuid: string): AgentOption => ({ value: uuid, label: uuid, name: null, hint: '' })
  const options = new Map(found.map((option) => [option.value, option]))
  if (value !== undefined && (chosen !== undefined || !options.has(value)))
    options.set(value, chosen === undefined ? asTyped(value) : optionOf(chosen))
  if (isOpen && !options.has(q) && z.safeParse(agentUuidSchema, q).success) options.set(q, asTyped(q))
  return (
    <Select
      {...props}
      label={label}
      placeholder={placeholder}
      searchable
      clearable
      clearButtonProps={{ 'aria-label': t('action.clear', { label }) }}
      nothingFoundMessage={isFetching ? t('state.loading') : t('agents.search.nothing')}
      data={[...options.values()]}
      filter={({ options: all }) => all}
      renderOption={({ option }) => (
        <AgentOptionText option={options.get(option.value) ?? asTyped(option.value)} />
      )}
      value={value ?? null}
      onDropdownOpen={() => setIsOpen(true)}
      onDropdownClose={() => setIsOpen(false)}
      onSearchChange={setTyped}
      onChange={(next) => onChange(next ?? undefined, options.get(next ?? '')?.name ?? null)}
      comboboxProps={{ withinPortal: false }}
    />
  )
}
