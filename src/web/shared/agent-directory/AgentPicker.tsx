import { Select, type SelectProps } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { useEffect, useRef, useState } from 'react'
import * as z from 'zod/mini'
import { agentId, agentUuid } from '#contract/text.ts'
import { useT } from '../../i18n/Language.tsx'
import { focusOnArrival } from '../../ui/focus/overlay.ts'
import { AgentOptionText, optionOf, optionOfUnknown, useAgentOptions } from './agent-options.tsx'
import { directoryAgent } from './queries.ts'

interface AgentPickerProps extends Pick<
  SelectProps,
  'className' | 'description' | 'error' | 'placeholder' | 'required' | 'size'
> {
  label: string
  /** The label is for screen readers alone. */
  isLabelHidden?: boolean
  /** Uuid of the agent chosen, or the id of a joiner; with `workNumbers` perhaps a work number. */
  value: string | undefined
  onChange: (agentUuid: string | undefined, name: string | null) => void
  /** Joiners can be chosen. */
  joiners?: boolean
  /** Takes the focus when it is there: it was fetched because the reader went to it. */
  takesFocus?: boolean
  /** A work number is taken as it is typed; else only a uuid is, and a work number leads to its agent. */
  workNumbers?: boolean
}

/**
 * Chooses an agent by part of the name, pinyin, work number, extension, department or uuid; each with what tells them apart. A
 * uuid that the directory does not know is taken as it is typed.
 */
export function AgentPicker({
  value,
  onChange,
  label,
  isLabelHidden = false,
  joiners = false,
  workNumbers = false,
  takesFocus = false,
  ...props
}: AgentPickerProps) {
  const t = useT()
  const input = useRef<HTMLInputElement>(null)
  useEffect(() => {
    if (takesFocus) focusOnArrival(input.current)
  }, [takesFocus])
  const [typed, setTyped] = useState('')
  const [isOpen, setIsOpen] = useState(false)
  const isUuid = z.safeParse(agentUuid, value).success
  const chosen = useQuery({ ...directoryAgent(value ?? ''), enabled: isUuid }).data
  const { q, options: found, isPending } = useAgentOptions(typed, { joiners, enabled: isOpen })
  const asTyped = (id: string) => optionOfUnknown(id, null)
  const options = new Map(found.map((option) => [option.id, option]))
  if (value !== undefined && (chosen !== undefined || !options.has(value)))
    options.set(value, chosen === undefined ? asTyped(value) : optionOf(chosen))
  if (isOpen && !options.has(q) && z.safeParse(workNumbers ? agentId : agentUuid, q).success)
    options.set(q, asTyped(q))
  return (
    <Select
      {...props}
      ref={input}
      {...(isLabelHidden ? { 'aria-label': label } : { label })}
      searchable
      clearable
      clearButtonProps={{ 'aria-label': t('action.clear', { label }) }}
      nothingFoundMessage={isPending ? t('state.loading') : t('agents.search.nothing')}
      data={[...options.values()].map((option) => ({ value: option.id, label: option.label }))}
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
