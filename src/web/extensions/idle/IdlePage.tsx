import { Button, Group } from '@mantine/core'
import { IconFilter } from '@tabler/icons-react'
import { useQuery, useQueryClient } from '@tanstack/react-query'
import { Suspense, useCallback, useEffect, useEffectEvent, useMemo, useState } from 'react'
import type { Extension } from '#contract/records.ts'
import { NumberSearch } from '../../shared/NumberSearch.tsx'
import { useT } from '../../i18n/Language.tsx'
import { lazyFeature } from '../../lib/lazy.ts'
import { DataTable } from '../../ui/table/DataTable.tsx'
import { PageHeader } from '../../ui/PageHeader.tsx'
import { Pager } from '../../ui/table/Pager.tsx'
import { QueryState } from '../../ui/feedback/QueryState.tsx'
import { TableSettings } from '../../ui/table/TableSettings.tsx'
import { useTableSettings } from '../../ui/table/table-settings.ts'
import { Warnings } from '../../ui/feedback/Warnings.tsx'
import { useFirstPageLoaded } from '../../lib/preload.ts'
import { useUrlState } from '../../lib/url-state.ts'
import { extensionColumns } from '../../shared/extension-columns.tsx'
import { ActiveFilters } from './ActiveFilters.tsx'
import { FirstIdle } from './FirstIdle.tsx'
import { idleState, panelFilters } from './idle-state.ts'
import { idlePage } from '../../shared/idle-queries.ts'

const IdleFilters = lazyFeature(async () => (await import('./IdleFilters.tsx')).IdleFilters)
const NoIdle = lazyFeature(async () => (await import('./NoIdle.tsx')).NoIdle)

const numberOf = ({ ext }: Extension) => ext
/** Larger pages are not worth fetching ahead. */
const largestPrefetch = 100

export function IdlePage() {
  const t = useT()
  const client = useQueryClient()
  const [state, set] = useUrlState(idleState)
  const { columns: columnIds, agentId, record, ...asked } = state
  const query = useQuery(idlePage(asked))
  const { data, isPlaceholderData } = query
  const firstPageLoaded = useFirstPageLoaded()
  const [panelOpen, setPanelOpen] = useState(panelFilters.some((name) => state[name] !== undefined))

  const allColumns = useMemo(() => extensionColumns(t), [t])
  const setColumns = useCallback(
    (ids: string | undefined) => set({ columns: ids, page: state.page }),
    [set, state.page],
  )
  const { shown, settings } = useTableSettings('idle', allColumns, columnIds, setColumns)

  // The service may give less than was asked for.
  const pageSize = data === undefined || isPlaceholderData ? state.pageSize : data.pageSize
  const more =
    firstPageLoaded && data !== undefined && !isPlaceholderData && state.page * pageSize < data.total
  const ahead = more && state.pageSize <= largestPrefetch ? state.page + 1 : null
  const prefetch = useEffectEvent((page: number) => client.prefetchQuery(idlePage({ ...asked, page })))
  // Once for each page that comes, not each time it is drawn: what fails is asked for again by who turns the page.
  useEffect(() => {
    if (ahead !== null) void prefetch(ahead)
  }, [ahead])

  const table = (rows: Extension[] | undefined) => (
    <DataTable
      label={t('idle.title')}
      {...shown}
      rows={rows}
      rowKey={numberOf}
      expected={Math.min(state.pageSize, 20)}
      stale={isPlaceholderData}
    />
  )
  return (
    <>
      <PageHeader title={t('idle.title')} description={t('idle.description')} />
      <FirstIdle
        agentId={agentId}
        setAgentId={(next) => set({ agentId: next, page: state.page }, { replace: true })}
        open={record === 'open'}
        setOpen={(open) => set({ record: open ? 'open' : undefined, page: state.page }, { replace: true })}
      />
      <Group gap="sm" mb="sm" align="flex-start">
        <NumberSearch value={state.ext} onCommit={(ext) => set({ ext }, { replace: true })} />
        <Button
          variant="default"
          leftSection={<IconFilter size={16} aria-hidden />}
          aria-expanded={panelOpen}
          onClick={() => setPanelOpen((open) => !open)}
        >
          {t('idle.filters')}
        </Button>
        <TableSettings {...settings} />
      </Group>
      {panelOpen && (
        <Suspense fallback={null}>
          <IdleFilters state={state} set={set} />
        </Suspense>
      )}
      <ActiveFilters state={state} set={set} />
      <QueryState query={query} loading={table(undefined)}>
        {(answer) => (
          <>
            <Warnings warnings={answer.warnings} />
            {answer.items.length > 0 ? (
              table(answer.items)
            ) : (
              <Suspense fallback={table(undefined)}>
                <NoIdle state={state} set={set} total={answer.total} />
              </Suspense>
            )}
          </>
        )}
      </QueryState>
      {query.error === null || data !== undefined ? (
        <Pager page={state.page} pageSize={pageSize} total={data?.total} onChange={set} />
      ) : null}
    </>
  )
}
