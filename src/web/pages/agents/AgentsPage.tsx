import { Button, SegmentedControl, Alert, Group, Text } from '@mantine/core'
import { IconUpload } from '@tabler/icons-react'
import { useQuery, keepPreviousData, queryOptions, useMutation, useQueryClient } from '@tanstack/react-query'
import * as z from 'zod/mini'
import { useMemo } from 'react'
import {
  agentFilter,
  agentSorts,
  agentStates,
  exportAgents,
  listAgents,
  noDepartment,
} from '#contract/agents.ts'
import { isAgentId } from '#contract/text.ts'
import { callForFile, call } from '../../api/call.ts'
import { useT } from '../../i18n/Language.tsx'
import { readId } from '../../lib/typed.ts'
import { paths } from '../../lib/paths.ts'
import { optionalParam } from '../../lib/url-state.ts'
import { LabelFilter } from '../../entities/label/LabelFilter.tsx'
import { usePermission } from '../../entities/session/SessionContext.tsx'
import { ExportButton } from '../../spreadsheet/ExportButton.tsx'
import { ViewsMenu } from '../../entities/view/ViewsMenu.tsx'
import { EmptyState } from '../../ui/feedback/EmptyState.tsx'
import { FilterSelect } from '../../ui/form/FilterSelect.tsx'
import { openDialog } from '../../ui/form/dialogs.tsx'
import { SearchField } from '../../ui/form/SearchField.tsx'
import { PageHeader } from '../../ui/layout/PageHeader.tsx'
import { List } from '../../ui/table/List.tsx'
import { countedPages, defineListState } from '../../ui/table/list-state.ts'
import { orderParams, useSorting } from '../../ui/table/sorting.ts'
import { SimilarAgents } from '../../entities/agent/SimilarAgents.tsx'
import { agentColumns } from './columns.tsx'
import { departmentsQuery } from '../../entities/agent/queries.ts'
import { RosterDialog } from './RosterDialog.tsx'
import { PageButton } from '../../ui/layout/PageLink.tsx'
import { useNavigate } from 'react-router-dom'
import { firstIdleFor } from '../../entities/extension/queries.ts'
import { ErrorAlert } from '../../ui/feedback/ErrorAlert.tsx'
import { neutralColor } from '../../ui/text/meaning.ts'

/** Looks up at the service (operation 6) a work number or uuid that the directory does not know, and opens the agent. */
function LookUpAgent({ agentId }: { agentId: string }) {
  const t = useT()
  const client = useQueryClient()
  const navigate = useNavigate()
  const look = useMutation({
    mutationFn: () => client.fetchQuery({ ...firstIdleFor(agentId), retry: false }),
    onSuccess: ({ agent }) => (agent?.id ? navigate(paths.agent(agent.id)) : undefined),
    meta: { quiet: true },
  })
  return (
    <Alert color={neutralColor} mb="sm">
      <Group justify="space-between" gap="sm">
        <Text>{t(look.isSuccess ? 'agents.lookUp.none' : 'agents.lookUp.text', { agent: agentId })}</Text>
        <Button size="compact-sm" loading={look.isPending} onClick={() => look.mutate()}>
          {t('agents.lookUp')}
        </Button>
      </Group>
      <ErrorAlert error={look.error} />
    </Alert>
  )
}

/** One page of the directory. The previous page stays on screen while the next one loads. */
const agentsPage = (query: z.input<(typeof listAgents)['query']>) =>
  queryOptions({
    queryKey: ['agents', 'list', query] as const,
    queryFn: ({ signal }) => call(listAgents, { query, signal }),
    placeholderData: keepPreviousData,
    staleTime: 5_000,
  })

const searched = z.pipe(
  z.pipe(z.string(), z.transform(readId)),
  z.string().check(z.minLength(1), z.maxLength(128)),
)
const agentList = defineListState({
  filters: {
    q: optionalParam(searched),
    department: optionalParam(agentFilter.department),
    state: optionalParam(agentFilter.state),
    label: optionalParam(agentFilter.label),
  },
  captions: {
    q: 'agents.searched',
    department: 'agent.field.department',
    state: 'agents.state',
    label: 'labels.label',
  },
  paging: countedPages,
  extraParams: orderParams(agentSorts, { sort: 'name', order: 'asc' }),
})

/** Every agent from the service or a roster, searchable by part of the name, work number, extension or department. */
export function AgentsPage() {
  const t = useT()
  const list = agentList.use()
  const { filters, restart, state, latestFilters } = list
  const sorting = useSorting(state, restart)
  const columns = useMemo(() => agentColumns(t, sorting), [t, sorting])
  const query = useQuery(agentsPage({ ...list.listQuery, sort: state.sort, order: state.order }))
  const departments = useQuery(departmentsQuery())
  const canImport = usePermission('job.run')
  return (
    <>
      <PageHeader
        title={t('nav.agents')}
        description={t('agents.description')}
        actions={
          <>
            {canImport && (
              <Button
                leftSection={<IconUpload size={16} aria-hidden />}
                onClick={() => openDialog((close) => <RosterDialog onClose={close} />)}
              >
                {t('agents.roster')}
              </Button>
            )}
            <ViewsMenu page="agents" withoutPaging={agentList.withoutPaging} />
            <ExportButton name="agents" csv={() => callForFile(exportAgents, { query: latestFilters() })} />
          </>
        }
      />
      {isAgentId(filters.q ?? '') && query.data?.total === 0 && !query.isPlaceholderData && (
        <LookUpAgent agentId={filters.q ?? ''} />
      )}
      {query.data?.total === 0 && !query.isPlaceholderData && filters.q !== undefined && (
        <SimilarAgents name={filters.q} />
      )}
      <List
        name="agents"
        label={t('nav.agents')}
        list={list}
        query={query}
        columns={columns}
        rowKey="id"
        density="compact"
        tools={
          <>
            <SearchField
              label={t('agents.search')}
              value={filters.q}
              schema={searched}
              hint={t('agents.search.hint')}
              w={{ base: '100%', xs: 260 }}
              onCommit={(q) => restart({ q }, { replace: true })}
            />
            <FilterSelect
              aria-label={t('agent.field.department')}
              placeholder={t('agents.department.any')}
              w={{ base: '100%', xs: 180 }}
              searchable
              options={(departments.data?.items ?? []).map(({ department }) => ({
                value: department ?? noDepartment,
                label: department ?? t('agents.department.none'),
              }))}
              value={filters.department}
              onChange={(department) => restart({ department })}
            />
            <LabelFilter
              kind="agent"
              aria-label={t('labels.label')}
              value={filters.label}
              onChange={(label) => restart({ label })}
            />
            <SegmentedControl
              size="xs"
              my={3}
              maw="100%"
              style={{ overflowX: 'auto' }}
              aria-label={t('agents.state')}
              value={filters.state ?? ''}
              data={[
                { value: '', label: t('agents.state.any') },
                ...agentStates.map((state) => ({ value: state, label: t(`agents.state.${state}`) })),
              ]}
              onChange={(chosen) => restart({ state: agentStates.find((state) => state === chosen) })}
            />
          </>
        }
        valueText={({ name }) =>
          name === 'state' && filters.state !== undefined
            ? t(`agents.state.${filters.state}`)
            : name === 'department' && filters.department === noDepartment
              ? t('agents.department.none')
              : undefined
        }
        noMatch={filters.state === 'none' ? t('agents.none.number') : undefined}
        empty={
          <EmptyState title={t('agents.none')} text={t('agents.none.next')}>
            <PageButton to={paths.numbers()}>{t('numbers.title')}</PageButton>
          </EmptyState>
        }
      />
    </>
  )
}
