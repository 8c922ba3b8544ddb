import { Group, Switch } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { useMemo } from 'react'
import {
  exportServiceRequests,
  requestFilter,
  requestKinds,
  requestSorts,
  requestStates,
} from '#contract/service-requests.ts'
import { callForFile } from '../../api/call.ts'
import { useT } from '../../i18n/Language.tsx'
import { usePermission } from '../../entities/session/SessionContext.tsx'
import { RequestButton } from '../../entities/request/RequestButton.tsx'
import { requestsQuery } from '../../entities/request/queries.ts'
import { EmptyState } from '../../ui/feedback/EmptyState.tsx'
import { PageHeader } from '../../ui/layout/PageHeader.tsx'
import { ExportButton } from '../../spreadsheet/ExportButton.tsx'
import { List } from '../../ui/table/List.tsx'
import { useSorting, orderParams } from '../../ui/table/sorting.ts'
import { typedExt } from '../../lib/typed.ts'
import { optionalParam } from '../../lib/url-state.ts'
import { NumberAgentUserFilters } from '../../entities/agent/NumberAgentUserFilters.tsx'
import { FilterPanel } from '../../ui/form/FilterPanel.tsx'
import { FilterSelect } from '../../ui/form/FilterSelect.tsx'
import { countedPages, defineListState } from '../../ui/table/list-state.ts'
import { ChosenBar } from './ChosenBar.tsx'
import { requestColumns } from './columns.tsx'
import { requestSelection } from './selection.ts'

const requestList = defineListState({
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
function RequestFilterBar({ list: { filters, restart }, people, assignees }: FilterBarProps) {
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

/** The change requests to the service's operators, their outcomes, and the file for the operators. */
export function RequestsPage() {
  const t = useT()
  const canManage = usePermission('request.manage')
  const list = requestList.use()
  const { filters, restart, state } = list
  const query = useQuery(requestsQuery({ ...list.listQuery, sort: state.sort, order: state.order }))
  const sorting = useSorting(state, restart)
  const today = query.data?.today ?? ''
  const administrators = query.data?.administrators ?? 0
  const onPage = useMemo(
    () => (query.data?.items ?? []).flatMap(({ id, closedAt }) => (closedAt === null ? [id] : [])),
    [query.data],
  )
  const columns = useMemo(
    () => requestColumns(t, { sorting, today, administrators, onPage: canManage ? onPage : null }),
    [t, sorting, today, administrators, canManage, onPage],
  )
  requestSelection.useResetWith(filters)
  const isSelecting = requestSelection.use().keys.size > 0
  const people = query.data?.people ?? []
  const assignees = query.data?.assignees ?? []
  const agents = (query.data?.items ?? []).flatMap(({ boundTo, rebindTo }) => [boundTo, rebindTo])
  return (
    <>
      <PageHeader
        title={t('nav.requests')}
        description={t('requests.description')}
        actions={
          <Group gap="sm">
            <RequestButton variant="filled" numbers={() => []} />
            {canManage && (
              <ExportButton
                name="service-requests"
                csv={() => callForFile(exportServiceRequests, { query: list.latestFilters() })}
              />
            )}
          </Group>
        }
      />
      <List
        name="requests"
        label={t('nav.requests')}
        list={list}
        query={query}
        columns={columns}
        rowKey="id"
        expected={8}
        panel={{
          label: t('requests.filters'),
          open: list.isFiltered,
          content: <RequestFilterBar {...{ list, people, assignees }} />,
        }}
        valueText={({ name, value }) => {
          if (name === 'state' && filters.state !== undefined) return t(`requests.state.${filters.state}`)
          if (name === 'kind' && filters.kind !== undefined) return t(`requests.kind.${filters.kind}`)
          if (name === 'overdue') return t('requests.overdue.yes')
          if (name === 'agentUuid')
            return agents.find((agent) => agent?.agentUuid === value)?.agentName ?? undefined
          if (name === 'assignee') return assignees.find(({ id }) => id === value)?.name
          return name === 'by' ? people.find(({ id }) => id === value)?.name : undefined
        }}
        foot={isSelecting && <ChosenBar {...{ onPage, administrators, assignees }} />}
        empty={
          <EmptyState title={t('requests.none')} text={t('requests.none.next')}>
            <RequestButton numbers={() => []} />
          </EmptyState>
        }
      />
    </>
  )
}
