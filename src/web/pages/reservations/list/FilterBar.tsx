import { reservationFilter, reservationSorts, reservationStates } from '#contract/reservations.ts'
import { useT } from '../../../i18n/Language.tsx'
import { NumberAgentUserFilters } from '../../../entities/agent/NumberAgentUserFilters.tsx'
import { typedExt } from '../../../lib/typed.ts'
import { optionalParam } from '../../../lib/url-state.ts'
import { FilterPanel } from '../../../ui/form/FilterPanel.tsx'
import { FilterSelect } from '../../../ui/form/FilterSelect.tsx'
import { countedPages, defineListState } from '../../../ui/table/list-state.ts'
import { orderParams } from '../../../ui/table/sorting.ts'

export const reservationList = defineListState({
  filters: {
    ext: optionalParam(typedExt),
    agentUuid: optionalParam(reservationFilter.agentUuid),
    state: optionalParam(reservationFilter.state),
    by: optionalParam(reservationFilter.by),
  },
  captions: {
    ext: 'field.ext',
    agentUuid: 'agent.title',
    state: 'caption.state',
    by: 'reservations.list.by',
  },
  paging: countedPages,
  extraParams: orderParams(reservationSorts, { sort: 'reserved', order: 'desc' }),
})
interface FilterBarProps {
  list: ReturnType<typeof reservationList.use>
  people: readonly { id: string; name: string }[]
}

/** Filters by state, number, agent and user. Each value is stored in the URL. */
export function FilterBar({ list: { filters, restart }, people }: FilterBarProps) {
  const t = useT()
  return (
    <FilterPanel label={t('reservations.list.filters')} cols={{ base: 1, xs: 2, md: 4 }}>
      <FilterSelect
        label={t('caption.state')}
        placeholder={t('picker.any')}
        options={reservationStates.map((value) => ({ value, label: t(`reservations.state.${value}`) }))}
        value={filters.state}
        onChange={(state) => restart({ state })}
      />
      <NumberAgentUserFilters joiners byLabel={t('reservations.list.by')} {...{ filters, restart, people }} />
    </FilterPanel>
  )
}
