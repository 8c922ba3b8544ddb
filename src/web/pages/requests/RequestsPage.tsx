import { Group } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { useMemo } from 'react'
import type * as z from 'zod/mini'
import {
  exportServiceRequests,
  requestFilter,
  requestKinds,
  requestSorts,
  requestStates,
  type listServiceRequests,
} from '#contract/service-requests.ts'
import { callForFile } from '../../api/call.ts'
import { useT } from '../../i18n/Language.tsx'
import { numberFilter, personFilter } from '../../entities/person/filters.tsx'
import { ownFilter } from '../../entities/session/own-filter.tsx'
import { usePermission } from '../../entities/session/SessionContext.tsx'
import { RequestButton } from '../../entities/request/RequestButton.tsx'
import { requestsQuery } from '../../entities/request/queries.ts'
import { useRecipients } from '../../entities/request/recipients.ts'
import { EmptyState } from '../../ui/feedback/EmptyState.tsx'
import { PageHeader } from '../../ui/layout/PageHeader.tsx'
import { ExportButton } from '../../spreadsheet/write/ExportButton.tsx'
import { choiceFilter, namedFilter, segmentsFilter, switchFilter } from '../../ui/table/filters.tsx'
import { List } from '../../ui/table/List.tsx'
import { useSorting, orderParams } from '../../ui/table/sorting.ts'
import { countedPages, defineListState } from '../../ui/table/list-state.ts'
import type { Assignees } from './actions.tsx'
import { RequestSelectionBar } from './RequestSelectionBar.tsx'
import { requestColumns } from './columns.tsx'
import { requestSelection } from './selection.ts'

type Answer = z.output<(typeof listServiceRequests)['answer']>
const none: Assignees = []
const states = ['pending', ...requestStates] as const

const requestFilters = {
  state: segmentsFilter({
    caption: 'caption.state',
    schema: requestFilter.state,
    values: states,
    textOf: (t, state) => t(`requests.state.${state}`),
    all: 'requests.filter.all',
  }),
  kind: choiceFilter('requests.kind', requestFilter.kind, requestKinds, (t, kind) =>
    t(`requests.kind.${kind}`),
  ),
  ext: numberFilter,
  agentUuid: personFilter(),
  by: namedFilter('requests.by', requestFilter.by, ({ people }: Answer) => people),
  assignee: namedFilter('requests.assignee', requestFilter.assignee, ({ assignees }: Answer) => assignees),
  overdue: switchFilter('requests.overdue', requestFilter.overdue, {
    control: 'requests.overdue.only',
    on: 'requests.overdue.yes',
  }),
  own: ownFilter,
}
const requestList = defineListState({
  filters: requestFilters,
  paging: countedPages,
  // What is to be done first comes first.
  extraParams: orderParams(requestSorts, { sort: 'state', order: 'asc' }),
})

/** The change requests to the service's operators, their outcomes, and the file for the operators. */
export function RequestsPage() {
  const t = useT()
  const canManage = usePermission('request.manage')
  const list = requestList.use()
  const { filters, restart, state } = list
  const query = useQuery(requestsQuery({ ...list.listQuery, sort: state.sort, order: state.order }))
  const sorting = useSorting(state, restart)
  const { items, today = '', assignees = none } = query.data ?? {}
  const administrators = useRecipients()
  const onPage = useMemo(
    () => (items ?? []).flatMap(({ id, closedAt }) => (closedAt === null ? [id] : [])),
    [items],
  )
  const columns = useMemo(
    () => requestColumns(t, { sorting, today, administrators, assignees, onPage: canManage ? onPage : null }),
    [t, sorting, today, administrators, assignees, canManage, onPage],
  )
  requestSelection.useResetWith(filters)
  const isSelecting = requestSelection.use().keys.size > 0
  return (
    <>
      <PageHeader
        title={t('nav.requests')}
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
        density="compact"
        expected={8}
        filters={requestFilters}
        foot={isSelecting && <RequestSelectionBar {...{ onPage, assignees }} />}
        empty={
          <EmptyState title={t('requests.none')} text={t('requests.none.next')}>
            <RequestButton numbers={() => []} />
          </EmptyState>
        }
      />
    </>
  )
}
