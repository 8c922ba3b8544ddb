import { Group } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { useMemo } from 'react'
import { exportServiceRequests } from '#contract/service-requests.ts'
import { callForFile } from '../../api/call.ts'
import { useT } from '../../i18n/Language.tsx'
import { usePermission } from '../../entities/session/SessionContext.tsx'
import { RequestButton } from '../../entities/request/RequestButton.tsx'
import { requestsQuery } from '../../entities/request/queries.ts'
import { EmptyState } from '../../ui/feedback/EmptyState.tsx'
import { PageHeader } from '../../ui/layout/PageHeader.tsx'
import { ExportButton } from '../../spreadsheet/ExportButton.tsx'
import { List } from '../../ui/table/List.tsx'
import { useSorting } from '../../ui/table/sorting.ts'
import { ChosenBar } from './ChosenBar.tsx'
import { requestColumns } from './columns.tsx'
import { RequestFilterBar, requestList } from './RequestFilterBar.tsx'
import { requestSelection } from './selection.ts'

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
        title={t('requests.title')}
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
        label={t('requests.title')}
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
