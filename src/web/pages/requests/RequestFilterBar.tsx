import { Switch } from '@mantine/core'
import { requestFilter, requestKinds, requestSorts, requestStates } from '#contract/service-requests.ts'
import { useT } from '../../i18n/Language.tsx'
import { typedExt } from '../../lib/typed.ts'
import { optionalParam } from '../../lib/url-state.ts'
import { NumberAgentUserFilters } from '../../entities/agent/NumberAgentUserFilters.tsx'
import { FilterPanel } from '../../ui/form/FilterPanel.tsx'
import { FilterSelect } from '../../ui/form/FilterSelect.tsx'
import { countedPages, defineListState } from '../../ui/table/list-state.ts'
import { orderParams } from '../../ui/table/sorting.ts'

export const requestList = defineListState({
  filters: {
    state: optionalParam(requestFilter.state),
    kind: optionalParam(requestFilter.kind),
    by: optionalParam(requestFilter.by),
    assignee: optionalParam(requestFilter.assignee),
    ext: optionalParam(typedExt),
    agentUuid: optionalParam(requestFilter.agentUuid),
    overdue: optionalParam(requestFilter.overdue),
  },
  captions: {
    state: 'caption.state',
    kind: 'requests.kind',
    by: 'requests.by',
    assignee: 'requests.assignee',
    ext: 'field.ext',
    agentUuid: 'agent.title',
    overdue: 'requests.overdue',
  },
  paging: countedPages,
  extraParams: orderParams(requestSorts, { sort: 'asked', order: 'desc' }),
})

const states = ['pending', ...requestStates] as const

interface FilterBarProps {
  list: ReturnType<typeof requestList.use>
  people: readonly { id: string; name: string }[]
  assignees: readonly { id: string; name: string }[]
}

/** Filters by state, kind, requester, assignee, number, agent and overdue. Each value is stored in the URL. */
export function RequestFilterBar({ list: { filters, restart }, people, assignees }: FilterBarProps) {
  const t = useT()
  return (
    <FilterPanel label={t('requests.filters')} cols={{ base: 1, xs: 2, md: 3 }}>
      <FilterSelect
        label={t('caption.state')}
        placeholder={t('picker.any')}
        options={states.map((value) => ({ value, label: t(`requests.state.${value}`) }))}
        value={filters.state}
        onChange={(state) => restart({ state })}
      />
      <FilterSelect
        label={t('requests.kind')}
        placeholder={t('picker.any')}
        options={requestKinds.map((value) => ({ value, label: t(`requests.kind.${value}`) }))}
        value={filters.kind}
        onChange={(kind) => restart({ kind })}
      />
      <NumberAgentUserFilters byLabel={t('requests.by')} {...{ filters, restart, people }} />
      <FilterSelect
        label={t('requests.assignee')}
        placeholder={t('picker.any')}
        options={assignees.map(({ id, name }) => ({ value: id, label: name }))}
        value={filters.assignee}
        onChange={(assignee) => restart({ assignee })}
        searchable
      />
      <Switch
        my="auto"
        label={t('requests.overdue.only')}
        checked={filters.overdue === '1'}
        onChange={(event) => restart({ overdue: event.currentTarget.checked ? '1' : undefined })}
      />
    </FilterPanel>
  )
}
