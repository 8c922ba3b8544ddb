import { Button, Group } from '@mantine/core'
import { IconFilter } from '@tabler/icons-react'
import { useMutation, useQuery } from '@tanstack/react-query'
import { useCallback, useEffect, useMemo, useState } from 'react'
import type { InventoryItem } from '#contract/inventory.ts'
import { ext as extSchema } from '#contract/text.ts'
import { NumberSearch } from '../shared/NumberSearch.tsx'
import { useT } from '../i18n/Language.tsx'
import { useSession } from '../shared/session/SessionContext.tsx'
import { useTableSettings } from '../ui/table/table-settings.ts'
import { DataTable } from '../ui/table/DataTable.tsx'
import { EmptyList, EmptyState } from '../ui/feedback/EmptyState.tsx'
import { ErrorAlert } from '../ui/feedback/ErrorAlert.tsx'
import { PageHeader } from '../ui/PageHeader.tsx'
import { QueryState } from '../ui/feedback/QueryState.tsx'
import { TableSettings } from '../ui/table/TableSettings.tsx'
import { useUrlState } from '../lib/url-state.ts'
import { AskService } from './AskService.tsx'
import { inventoryColumns } from './columns.tsx'
import { ExportButton } from './ExportButton.tsx'
import { InventoryFilterBar } from './InventoryFilterBar.tsx'
import { InventoryPager } from './InventoryPager.tsx'
import {
  filtersOf,
  firstPage,
  inventoryState,
  isFiltered,
  noFilters,
  type InventoryFilters,
} from './inventory-state.ts'
import { exportMutation, inventoryPage } from './queries.ts'
import { SelectionBar } from './SelectionBar.tsx'
import { selectOnly, selectUnder, useSelection } from './selection.ts'
import { StatusPanel } from './StatusPanel.tsx'
import { ViewsMenu } from './ViewsMenu.tsx'

const numberOf = ({ ext }: InventoryItem) => ext

/** Every extension that the console has learned of, as it was last seen. */
export function InventoryPage() {
  const t = useT()
  const [state, set, latest] = useUrlState(inventoryState)
  const query = useQuery(inventoryPage(state))
  const { data } = query
  const exporting = useMutation(exportMutation(t))
  const [filtersOpen, setFiltersOpen] = useState(
    state.state !== undefined || state.language !== undefined || state.agentUuid !== undefined,
  )
  const filterBy = useCallback(
    (filters: Partial<InventoryFilters>, options?: { replace?: boolean }) =>
      set({ ...firstPage, ...filters }, options),
    [set],
  )
  const { user } = useSession()
  const selectionKey = JSON.stringify([user.id, filtersOf(state)])
  useEffect(() => selectUnder(selectionKey), [selectionKey])

  const { all } = useSelection()
  const onPage = useMemo(() => (data?.items ?? []).map(numberOf), [data])
  const onRest = useCallback(
    (ext: string) => {
      if (all) selectOnly(onPage.filter((number) => number !== ext))
      return all
    },
    [all, onPage],
  )
  const allColumns = useMemo(() => inventoryColumns(t, onRest), [t, onRest])
  const setColumns = useCallback((columns: string | undefined) => set({ columns }), [set])
  const { shown, settings } = useTableSettings('inventory', allColumns, state.columns, setColumns)

  const table = (rows: readonly InventoryItem[] | undefined) => (
    <DataTable
      label={t('inventory.title')}
      {...shown}
      rows={rows}
      rowKey={numberOf}
      expected={Math.min(state.pageSize, 20)}
      stale={query.isPlaceholderData}
    />
  )
  const { ext: asked = '', ...others } = filtersOf(state)
  // A beginning that no number has may be a number that was never seen.
  const neverSeen =
    extSchema.safeParse(asked).success &&
    !isFiltered({ ...others, ext: undefined }) &&
    data?.total.count === 0 &&
    !query.isPlaceholderData
  return (
    <>
      <PageHeader
        title={t('inventory.title')}
        description={t('inventory.description')}
        actions={
          <>
            <ViewsMenu />
            <ExportButton
              pending={exporting.isPending}
              onExport={(bom) => exporting.mutate({ filters: filtersOf(latest()), bom })}
            />
          </>
        }
      />
      {exporting.error !== null && <ErrorAlert error={exporting.error} mb="sm" />}
      <StatusPanel chosen={state.state} choose={(chosen) => filterBy({ state: chosen })} />
      <Group gap="sm" mb="sm" align="flex-start">
        <NumberSearch value={state.ext} onCommit={(ext) => filterBy({ ext }, { replace: true })} />
        <Button
          variant="default"
          leftSection={<IconFilter size={16} aria-hidden />}
          aria-expanded={filtersOpen}
          onClick={() => setFiltersOpen((open) => !open)}
        >
          {t('inventory.filters')}
        </Button>
        <TableSettings {...settings} />
        {isFiltered(state) && (
          <Button variant="subtle" onClick={() => filterBy(noFilters)}>
            {t('action.clearFilters')}
          </Button>
        )}
      </Group>
      {filtersOpen && <InventoryFilterBar state={state} filterBy={filterBy} />}
      {neverSeen && <AskService key={asked} ext={asked} />}
      <QueryState query={query} loading={table(undefined)}>
        {({ items, total, next, previous }) =>
          items.length > 0 ? (
            <>
              <SelectionBar filters={filtersOf(state)} onPage={onPage} total={total} bom />
              {table(items)}
              <InventoryPager
                shown={items.length}
                first={items[0]?.ext ?? ''}
                total={total}
                next={next}
                previous={previous}
                pageSize={state.pageSize}
                onChange={set}
              />
            </>
          ) : (
            <EmptyList
              total={total.count}
              isFirstPage={(state.after ?? state.before) === undefined}
              toFirstPage={() => set(firstPage)}
              isFiltered={isFiltered(state)}
              clearFilters={() => filterBy(noFilters)}
            >
              <EmptyState title={t('inventory.empty')} text={t('inventory.empty.next')} />
            </EmptyList>
          )
        }
      </QueryState>
    </>
  )
}
