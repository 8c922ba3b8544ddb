import { reservationFilter, reservationStates } from '#contract/reservations.ts'
import { useT } from '../../../i18n/Language.tsx'
import { AgentPicker } from '../../../entities/agent/AgentPicker.tsx'
import { wrongNumberText } from '../../../entities/extension/wrong-number.ts'
import { typedExt } from '../../../lib/typed.ts'
import { optionalParam } from '../../../lib/url-state.ts'
import { BufferedInput } from '../../../ui/form/BufferedInput.tsx'
import { FilterPanel } from '../../../ui/form/FilterPanel.tsx'
import { FilterSelect } from '../../../ui/form/FilterSelect.tsx'
import { countedPages, defineListState } from '../../../ui/table/list-state.ts'

export const reservationList = defineListState({
  filters: {
    ext: optionalParam(typedExt),
    agentUuid: optionalParam(reservationFilter.agentUuid),
    state: optionalParam(reservationFilter.state),
    by: optionalParam(reservationFilter.by),
  },
  labels: {
    ext: 'field.ext',
    agentUuid: 'agent.title',
    state: 'reservations.list.state',
    by: 'reservations.list.by',
  },
  paging: countedPages,
  extraParams: {},
})
interface FilterBarProps {
  list: ReturnType<typeof reservationList.use>
  people: readonly { id: string; name: string }[]
}

/** Filters by number, agent, state and user. Each value is stored in the URL. */
export function FilterBar({ list: { filters, restart }, people }: FilterBarProps) {
  const t = useT()
  return (
    <FilterPanel label={t('reservations.list.filters')} cols={{ base: 1, xs: 2, md: 4 }}>
      <BufferedInput
        label={t('field.ext')}
        value={filters.ext}
        schema={typedExt}
        hint={(typed) => wrongNumberText(t, typed, t('detail.wrongNumber'))}
        inputMode="numeric"
        onCommit={(value) => restart({ ext: value }, { replace: true })}
      />
      <AgentPicker
        joiners
        label={t('agent.title')}
        placeholder={t('reservations.list.any')}
        value={filters.agentUuid}
        onChange={(agentUuid) => restart({ agentUuid })}
      />
      <FilterSelect
        label={t('reservations.list.state')}
        placeholder={t('reservations.list.any')}
        options={reservationStates.map((value) => ({ value, label: t(`reservations.state.${value}`) }))}
        value={filters.state}
        onChange={(state) => restart({ state })}
      />
      <FilterSelect
        label={t('reservations.list.by')}
        placeholder={t('reservations.list.any')}
        options={people.map(({ id, name }) => ({ value: id, label: name }))}
        value={filters.by}
        onChange={(by) => restart({ by })}
        searchable
      />
    </FilterPanel>
  )
}
