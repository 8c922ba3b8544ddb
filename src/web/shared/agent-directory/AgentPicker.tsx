import { Select, Stack, Text, type SelectProps } from '@mantine/core'
import { useDebouncedValue } from '@mantine/hooks'
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import * as z from 'zod/mini'
import type { DirectoryAgent } from '#contract/agents.ts'
import { agentUuid as agentUuidSchema } from '#contract/text.ts'
import { useT } from '../../i18n/Language.tsx'
import { useRecentAgents } from '../recent-agents.ts'
import { agentHints, agentTitle } from './agent-text.ts'
import { agentSearch, directoryAgent } from './queries.ts'

interface AgentPickerProps extends Pick<SelectProps, 'description' | 'error' | 'required' | 'placeholder'> {
  label: string
  /** Uuid of the agent chosen, or the id of a joiner. */
  value: string | undefined
  onChange: (agentUuid: string | undefined, name: string | null) => void
  /** Joiners can be chosen. */
  joiners?: boolean
}

const restMs = 200

const isIn = (options: readonly { value: string }[], uuid: string) =>
  options.some(({ value }) => value === uuid)

/** As `Select` takes it. */
const optionOf = (agent: DirectoryAgent) => ({ value: agent.agentUuid ?? agent.id, label: agentTitle(agent) })

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
  const recent = useRecentAgents()
  const [typed, setTyped] = useState('')
  const [isOpen, setIsOpen] = useState(false)
  const [q] = useDebouncedValue(typed.trim(), restMs)
  const chosen = useQuery({ ...directoryAgent(value ?? ''), enabled: value !== undefined }).data
  const search = useQuery({ ...agentSearch(q), enabled: isOpen })
  const found = (search.data?.items ?? []).filter(({ agentUuid }) => joiners || agentUuid !== null)
  const agents = new Map(
    [...found, ...(chosen === undefined ? [] : [chosen])].map((one) => [one.agentUuid ?? one.id, one]),
  )
  const opened = q === '' ? recent.map(({ uuid, name }) => ({ value: uuid, label: name ?? uuid })) : []
  const options = [...opened, ...found.map(optionOf).filter(({ value: uuid }) => !isIn(opened, uuid))]
  if (value !== undefined && !isIn(options, value))
    options.unshift({ value, label: chosen === undefined ? value : agentTitle(chosen) })
  if (isOpen && !isIn(options, q) && z.safeParse(agentUuidSchema, q).success)
    options.push({ value: q, label: q })
  return (
    <Select
      {...props}
      label={label}
      placeholder={placeholder}
      searchable
      clearable
      clearButtonProps={{ 'aria-label': t('action.clear', { label }) }}
      nothingFoundMessage={search.isFetching ? t('state.loading') : t('agents.search.nothing')}
      data={options}
      filter={({ options: all }) => all}
      renderOption={({ option }) => {
        const agent = agents.get(option.value)
        const hints = agent === undefined ? [] : agentHints(agent)
        return (
          <Stack gap={0} miw={0}>
            <Text inherit>{option.label}</Text>
            {hints.length > 0 && (
              <Text fz="xs" c="dimmed">
                {hints.join(' · ')}
              </Text>
            )}
          </Stack>
        )
      }}
      value={value ?? null}
      onDropdownOpen={() => setIsOpen(true)}
      onDropdownClose={() => setIsOpen(false)}
      onSearchChange={setTyped}
      onChange={(next) =>
        onChange(next ?? undefined, next === null ? null : (agents.get(next)?.name ?? null))
      }
      comboboxProps={{ withinPortal: false }}
    />
  )
}
