import { Group } from '@mantine/core'
import { useMutation, useQuery } from '@tanstack/react-query'
import { useEffect, useMemo } from 'react'
import { exportServiceRequests, type ServiceRequest } from '#contract/service-requests.ts'
import { callForFile } from '../api/call.ts'
import { useT } from '../i18n/Language.tsx'
import { usePermission, useSession } from '../shared/session/SessionContext.tsx'
import { AskButton } from '../shared/service-requests/AskButton.tsx'
import { requestsQuery } from '../shared/service-requests/queries.ts'
import { EmptyState } from '../ui/feedback/EmptyState.tsx'
import { ErrorAlert } from '../ui/feedback/ErrorAlert.tsx'
import { PageHeader } from '../ui/PageHeader.tsx'
import { ExportButton } from '../shared/spreadsheet/ExportButton.tsx'
import { saveExport, type ExportFormat } from '../shared/spreadsheet/save-export.ts'
import { List } from '../ui/table/List.tsx'
import { chooseUnder } from './chosen.ts'
import { ChosenBar } from './ChosenBar.tsx'
import { useRequestColumns } from './columns.tsx'
import { RequestFilterBar, requestList } from './RequestFilterBar.tsx'

const idOf = ({ id }: ServiceRequest) => id

/** What the service's people are asked to change, what became of it, and the file for them. */
export function RequestsPage() {
  const t = useT()
  const mayManage = usePermission('request.manage')
  const list = requestList.use()
  const { filters, restart, state } = list
  const query = useQuery(requestsQuery({ ...list.asked, sort: state.sort, order: state.order }))
  const columns = useRequestColumns(state, restart)
  const file = useMutation({
    mutationFn: async (format: ExportFormat) =>
      saveExport(
        'service-requests',
        await callForFile(exportServiceRequests, { query: list.latestFilters() }),
        format,
        t,
      ),
  })
  const { user } = useSession()
  const selectionKey = JSON.stringify([user.id, filters])
  useEffect(() => chooseUnder(selectionKey), [selectionKey])
  const onPage = useMemo(
    () => (query.data?.items ?? []).flatMap(({ id, closedAt }) => (closedAt === null ? [id] : [])),
    [query.data],
  )
  const people = query.data?.people ?? []
  return (
    <>
      <PageHeader
        title={t('requests.title')}
        description={t('requests.description')}
        actions={
          <Group gap="sm">
            <AskButton variant="filled" numbers={() => []} />
            {mayManage && (
              <ExportButton pending={file.isPending} onExport={(format) => file.mutate(format)} />
            )}
          </Group>
        }
      />
      {file.error !== null && <ErrorAlert error={file.error} mb="sm" />}
      <List
        name="requests"
        label={t('requests.title')}
        list={list}
        query={query}
        columns={columns}
        rowKey={idOf}
        expected={8}
        panel={{
          label: t('requests.filters'),
          open: list.isFiltered,
          content: <RequestFilterBar list={list} people={people} />,
        }}
        valueText={({ name, value }) => {
          if (name === 'state' && filters.state !== undefined) return t(`requests.state.${filters.state}`)
          if (name === 'kind' && filters.kind !== undefined) return t(`requests.kind.${filters.kind}`)
          if (name === 'overdue') return t('requests.overdue.yes')
          return name === 'by' ? people.find(({ id }) => id === value)?.name : undefined
        }}
        above={mayManage && <ChosenBar onPage={onPage} />}
        empty={
          <EmptyState title={t('requests.none')} text={t('requests.none.next')}>
            <AskButton numbers={() => []} />
          </EmptyState>
        }
      />
    </>
  )
}
