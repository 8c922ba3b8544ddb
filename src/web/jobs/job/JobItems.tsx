import { Group, Select } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { useMemo } from 'react'
import { itemFilters, type Job, type JobItem } from '#contract/jobs.ts'
import { NumberSearch } from '../../shared/NumberSearch.tsx'
import { useT } from '../../i18n/Language.tsx'
import { usePermission } from '../../shared/session/SessionContext.tsx'
import { DataTable } from '../../ui/table/DataTable.tsx'
import { EmptyList } from '../../ui/feedback/EmptyState.tsx'
import { Pager } from '../../ui/table/Pager.tsx'
import { QueryState } from '../../ui/feedback/QueryState.tsx'
import { jobItemsQuery } from '../queries.ts'
import { itemColumns } from './columns.tsx'
import { useItemsState } from './items-state.ts'
import { useJobCommand } from './JobActions.tsx'

const numberOf = ({ ext }: JobItem) => ext

/** The job's rows: state, attempt, the service's own code and words, times. */
export function JobItems({ job }: { job: Job }) {
  const t = useT()
  const mayRun = usePermission('job.run')
  const [state, set] = useItemsState()
  const query = useQuery(jobItemsQuery({ id: job.id, ...state }, job.endedAt))
  const { command } = useJobCommand(job.id)
  const mayRetry = mayRun && job.retryable && job.counts.failed + job.counts.needsReview > 0
  const columns = useMemo(() => {
    const retry = ({ ext, state: what }: JobItem) => {
      if (what === 'failed' || what === 'needsReview') command({ command: 'retry', what, ext })
    }
    return itemColumns(t, mayRetry ? retry : null)
  }, [t, mayRetry, command])
  const table = (rows: readonly JobItem[] | undefined) => (
    <DataTable
      label={t('job.items')}
      columns={columns}
      rows={rows}
      rowKey={numberOf}
      expected={Math.min(job.total, 20)}
      stale={query.isPlaceholderData}
      density="compact"
    />
  )
  return (
    <>
      <Group gap="sm" mb="sm" align="flex-start">
        <NumberSearch value={state.ext} onCommit={(ext) => set({ ext }, { replace: true })} />
        <Select
          aria-label={t('job.items.state')}
          placeholder={t('job.items.all')}
          clearable
          clearButtonProps={{ 'aria-label': t('action.clearFilters') }}
          data={itemFilters.map((value) => ({ value, label: t(`item.${value}`) }))}
          value={state.state ?? null}
          onChange={(value) => set({ state: itemFilters.find((each) => each === value) })}
          withScrollArea={false}
          comboboxProps={{ withinPortal: false }}
          w={200}
        />
      </Group>
      <QueryState query={query} loading={table(undefined)}>
        {({ items, total }) =>
          items.length > 0 ? (
            <>
              {table(items)}
              <Pager page={state.page} pageSize={state.pageSize} total={total} onChange={set} />
            </>
          ) : (
            <EmptyList
              total={total}
              isFirstPage={state.page === 1}
              toFirstPage={() => set({ page: 1 })}
              isFiltered
              clearFilters={() => set({ state: undefined, ext: undefined })}
            />
          )
        }
      </QueryState>
    </>
  )
}
