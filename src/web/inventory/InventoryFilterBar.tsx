import { Paper, Select, SimpleGrid } from '@mantine/core'
import { useDebouncedValue } from '@mantine/hooks'
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { inventoryStates, noLanguage } from '#contract/inventory.ts'
import { useT } from '../i18n/Language.tsx'
import type { InventoryList } from './inventory-state.ts'
import { agentsQuery, statusQuery } from './queries.ts'

const restMs = 200

/** State, language, agent; the number has the search field. Each lands in the URL. */
export function InventoryFilterBar({ list: { filters, restart } }: { list: InventoryList }) {
  const t = useT()
  const status = useQuery(statusQuery())
  const languages = new Set((status.data?.languages ?? []).map(({ language }) => language))
  if (filters.language !== undefined && filters.language !== noLanguage) languages.add(filters.language)
  const clear = (label: string) => ({ 'aria-label': t('action.clear', { label }) })
  return (
    <Paper withBorder p="md" mb="sm" component="section" aria-label={t('inventory.filters')}>
      <SimpleGrid cols={{ base: 1, sm: 3 }} spacing="md" verticalSpacing="sm">
        <Select
          label={t('inventory.state')}
          placeholder={t('inventory.state.any')}
          clearable
          clearButtonProps={clear(t('inventory.state'))}
          data={inventoryStates.map((value) => ({ value, label: t(`inventory.state.${value}`) }))}
          value={filters.state ?? null}
          onChange={(value) => restart({ state: inventoryStates.find((each) => each === value) })}
          comboboxProps={{ withinPortal: false }}
        />
        <Select
          label={t('field.langCodeTxt')}
          placeholder={t('inventory.language.any')}
          clearable
          clearButtonProps={clear(t('field.langCodeTxt'))}
          data={[...languages].map((value) =>
            value === ''
              ? { value: noLanguage, label: t('inventory.language.none') }
              : { value, label: value },
          )}
          value={filters.language ?? null}
          onChange={(value) => restart({ language: value ?? undefined })}
          comboboxProps={{ withinPortal: false }}
        />
        <AgentSelect value={filters.agentUuid} onChange={(agentUuid) => restart({ agentUuid })} />
      </SimpleGrid>
    </Paper>
  )
}

function AgentSelect({
  value,
  onChange,
}: {
  value: string | undefined
  onChange: (agentUuid: string | undefined) => void
}) {
  const t = useT()
  const [text, setText] = useState('')
  const [start] = useDebouncedValue(text.trim(), restMs)
  const [focused, setFocused] = useState(false)
  const { data } = useQuery({ ...agentsQuery(start), enabled: focused || value !== undefined })
  const [chosen, setChosen] = useState<{ value: string; label: string } | null>(null)
  const options = (data?.items ?? []).map(({ agentUuid, agentName }) => ({
    value: agentUuid,
    label: agentName ?? agentUuid,
  }))
  const known = options.find((option) => option.value === value)
  // Another name for the choice would take the place of what is being typed: it keeps the last one known.
  if (known !== undefined && (known.value !== chosen?.value || known.label !== chosen.label)) setChosen(known)
  if (value !== undefined && known === undefined)
    options.unshift(chosen?.value === value ? chosen : { value, label: value })
  return (
    <Select
      label={t('inventory.agent')}
      placeholder={t('inventory.agent.any')}
      searchable
      clearable
      clearButtonProps={{ 'aria-label': t('action.clear', { label: t('inventory.agent') }) }}
      nothingFoundMessage={t('inventory.agent.unknown')}
      data={options}
      filter={({ options: all }) => all}
      value={value ?? null}
      onFocus={() => setFocused(true)}
      onSearchChange={setText}
      onChange={(next, option) => {
        setChosen(next === null ? null : option)
        onChange(next ?? undefined)
      }}
      comboboxProps={{ withinPortal: false }}
    />
  )
}
