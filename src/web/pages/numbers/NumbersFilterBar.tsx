import { useQuery } from '@tanstack/react-query'
import { noLanguage } from '#contract/inventory.ts'
import { useT } from '../../i18n/Language.tsx'
import { AgentPicker } from '../../entities/agent/AgentPicker.tsx'
import { LabelFilter } from '../../entities/label/LabelFilter.tsx'
import { PoolPicker } from '../../entities/pool/PoolPicker.tsx'
import { FilterPanel } from '../../ui/form/FilterPanel.tsx'
import { FilterSelect } from '../../ui/form/FilterSelect.tsx'
import type { NumbersList } from './numbers-state.ts'
import { scanStatusQuery } from './queries.ts'

/** Filters by language, agent, label and pool; the tabs filter by state. Each value is stored in the URL. */
export function NumbersFilterBar({ list: { filters, restart } }: { list: NumbersList }) {
  const t = useT()
  const status = useQuery(scanStatusQuery())
  const languages = new Set((status.data?.languages ?? []).map(({ language }) => language))
  if (filters.language !== undefined && filters.language !== noLanguage) languages.add(filters.language)
  return (
    <FilterPanel label={t('filters.title')} cols={{ base: 1, sm: 2, md: 3, lg: 4 }}>
      <FilterSelect
        label={t('field.langCodeTxt')}
        placeholder={t('inventory.language.any')}
        options={[...languages].map((value) =>
          value === '' ? { value: noLanguage, label: t('inventory.language.none') } : { value, label: value },
        )}
        value={filters.language}
        onChange={(language) => restart({ language })}
      />
      <AgentPicker
        label={t('field.agentName')}
        placeholder={t('inventory.agent.any')}
        value={filters.agentUuid}
        onChange={(agentUuid) => restart({ agentUuid })}
      />
      <LabelFilter
        kind="extension"
        label={t('labels.label')}
        value={filters.label}
        onChange={(label) => restart({ label })}
      />
      <PoolPicker
        label={t('pools.pool')}
        placeholder={t('pools.any')}
        value={filters.pool}
        onChange={(pool) => restart({ pool })}
        withNoPool
      />
    </FilterPanel>
  )
}
