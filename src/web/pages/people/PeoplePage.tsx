import { Button, Alert, Group, Text } from '@mantine/core'
import { IconUpload } from '@tabler/icons-react'
import { useQuery, keepPreviousData, useMutation, useQueryClient } from '@tanstack/react-query'
import * as z from 'zod/mini'
import { useMemo } from 'react'
import {
  peopleFilter,
  personSorts,
  personStates,
  exportPeople,
  listPeople,
  noDepartment,
} from '#contract/people.ts'
import { personKinds } from '#contract/reservations.ts'
import { callForFile } from '../../api/call.ts'
import { read } from '../../api/endpoint-queries.ts'
import { ownFilter } from '../../entities/session/own-filter.tsx'
import { useT } from '../../i18n/Language.tsx'
import { isTypedId, readId } from '../../lib/typed.ts'
import { paths } from '../../lib/paths.ts'
import { optionalParam } from '../../lib/url-state.ts'
import { labelFilter } from '../../entities/label/LabelFilter.tsx'
import { usePermission } from '../../entities/session/SessionContext.tsx'
import { ExportButton } from '../../spreadsheet/write/ExportButton.tsx'
import { ViewsMenu } from '../../entities/view/ViewsMenu.tsx'
import { EmptyState } from '../../ui/feedback/EmptyState.tsx'
import { FilterSelect } from '../../ui/form/FilterSelect.tsx'
import { openDialog } from '../../ui/form/dialogs.tsx'
import { PageHeader } from '../../ui/layout/PageHeader.tsx'
import { choiceFilter, searchFilter, segmentsFilter, type Filter } from '../../ui/table/filters.tsx'
import { List } from '../../ui/table/List.tsx'
import { countedPages, defineListState } from '../../ui/table/list-state.ts'
import { orderParams, useSorting } from '../../ui/table/sorting.ts'
import { ScanLine, useIsReading } from '../../entities/extension/FirstScanNote.tsx'
import { SimilarPeople } from '../../entities/person/SimilarPeople.tsx'
import { peopleColumns } from './columns.tsx'
import { departmentsQuery } from '../../entities/person/queries.ts'
import { RosterDialog } from './RosterDialog.tsx'
import { PageButton } from '../../ui/layout/PageLink.tsx'
import { useNavigate } from 'react-router-dom'
import { firstIdleFor } from '../../entities/extension/queries.ts'
import { ErrorAlert } from '../../ui/feedback/ErrorAlert.tsx'
import { neutralColor } from '../../ui/text/meaning.ts'

/** Looks up at the service (operation 6) a work number or uuid that the directory does not know, and opens the agent. */
function LookUpPerson({ agentId }: { agentId: string }) {
  const t = useT()
  const client = useQueryClient()
  const navigate = useNavigate()
  const look = useMutation({
    mutationFn: () => client.fetchQuery({ ...firstIdleFor(agentId), retry: false }),
    onSuccess: ({ agent }) => (agent?.id ? navigate(paths.person(agent.id)) : undefined),
    meta: { quiet: true },
  })
  return (
    <Alert color={neutralColor} mb="sm">
      <Group justify="space-between" gap="sm">
        <Text>{t(look.isSuccess ? 'people.lookUp.none' : 'people.lookUp.text', { agent: agentId })}</Text>
        <Button size="compact-sm" loading={look.isPending} onClick={() => look.mutate()}>
          {t('people.lookUp')}
        </Button>
      </Group>
      <ErrorAlert error={look.error} />
    </Alert>
  )
}

/** One page of the directory. The previous page stays on screen while the next one loads. */
const peoplePage = (query: z.input<(typeof listPeople)['query']>) =>
  read(listPeople, { query }, { placeholderData: keepPreviousData, staleTime: 5_000 })

const searched = z.pipe(
  z.pipe(z.string(), z.transform(readId)),
  z.string().check(z.minLength(1), z.maxLength(128)),
)
const peopleFilters = {
  q: searchFilter({
    field: 'people.search',
    schema: searched,
    hint: (t) => t('people.search.hint'),
    w: { base: '100%', xs: 260 },
  }),
  department: {
    caption: 'person.field.department',
    schema: optionalParam(peopleFilter.department),
    place: 'tools',
    Control: ({ labelProps, value, set }) => {
      const t = useT()
      const departments = useQuery(departmentsQuery()).data?.items ?? []
      return (
        <FilterSelect
          {...labelProps}
          placeholder={t('people.department.any')}
          searchable
          options={departments.map(({ department }) => ({
            value: department ?? noDepartment,
            label: department ?? t('people.department.none'),
          }))}
          value={value}
          onChange={set}
        />
      )
    },
    useText: (value) => {
      const t = useT()
      return value === noDepartment ? t('people.department.none') : value
    },
  } satisfies Filter<string>,
  state: segmentsFilter({
    caption: 'people.state',
    schema: peopleFilter.state,
    values: personStates,
    textOf: (t, state) => t(`people.state.${state}`),
    all: 'people.state.any',
  }),
  label: labelFilter('agent', peopleFilter.label),
  kind: choiceFilter('people.kind', peopleFilter.kind, personKinds, (t, kind) => t(`people.kind.${kind}`)),
  own: ownFilter,
} as const
const peopleList = defineListState({
  filters: peopleFilters,
  paging: countedPages,
  keep: 'people',
  extraParams: orderParams(personSorts, { sort: 'name', order: 'asc' }),
})

/** Every agent from the service or a roster, searchable by part of the name, work number, extension or department. */
export function PeoplePage() {
  const t = useT()
  const list = peopleList.use()
  const { filters, state, latestFilters } = list
  const sorting = useSorting(state, list.restart)
  const columns = useMemo(() => peopleColumns(t, sorting), [t, sorting])
  const query = useQuery(peoplePage({ ...list.listQuery, sort: state.sort, order: state.order }))
  const canImport = usePermission('job.run')
  const isReading = useIsReading()
  return (
    <>
      <PageHeader
        title={t('nav.people')}
        titleSuffix={<ScanLine size="xs" fw={500} />}
        actions={
          <>
            {canImport && (
              <Button
                leftSection={<IconUpload size={16} aria-hidden />}
                onClick={() => openDialog((close) => <RosterDialog onClose={close} />)}
              >
                {t('people.roster')}
              </Button>
            )}
            <ViewsMenu page="people" filtersIn={peopleList.filtersIn} />
            <ExportButton name="people" csv={() => callForFile(exportPeople, { query: latestFilters() })} />
          </>
        }
      />
      {isTypedId(filters.q ?? '') && query.data?.total === 0 && !query.isPlaceholderData && (
        <LookUpPerson agentId={filters.q ?? ''} />
      )}
      {query.data?.total === 0 && !query.isPlaceholderData && filters.q !== undefined && (
        <SimilarPeople name={filters.q} />
      )}
      <List
        name="people"
        label={t('nav.people')}
        list={list}
        query={query}
        columns={columns}
        rowKey="id"
        density="compact"
        filters={peopleFilters}
        noMatch={
          filters.department !== undefined && filters.department !== noDepartment && query.data?.total === 0
            ? t('people.none.department', { department: filters.department })
            : filters.state === 'none'
              ? t('people.none.number')
              : undefined
        }
        empty={
          isReading ? (
            <EmptyState title={t('people.reading')} text={t('people.none.next')} />
          ) : (
            <EmptyState title={t('people.none')} text={t('people.none.next')}>
              <PageButton to={paths.numbers()}>{t('numbers.title')}</PageButton>
            </EmptyState>
          )
        }
      />
    </>
  )
}
