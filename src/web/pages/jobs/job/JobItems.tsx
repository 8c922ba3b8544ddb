import { useQuery } from '@tanstack/react-query'
import { useMemo } from 'react'
import { itemFilters, type Job, type JobItem } from '#contract/jobs.ts'
import { NumberSearch } from '../../../entities/extension/NumberSearch.tsx'
import { useT } from '../../../i18n/Language.tsx'
import { usePermission } from '../../../entities/session/SessionContext.tsx'
import { FilterSelect } from '../../../ui/form/FilterSelect.tsx'
import { List } from '../../../ui/table/List.tsx'
import { jobItemsQuery } from '../../../entities/job/queries.ts'
import { itemColumns } from './columns.tsx'
import { itemList } from './item-list.ts'
import { useJobCommand } from './JobActions.tsx'

const numberOf = ({ ext }: JobItem) => ext

/** The job's rows: state, attempt, the service's return code and message, and times. */
export function JobItems({ job }: { job: Job }) {
  const t = useT()
  const canRun = usePermission('job.run')
  const list = itemList.use()
  const { listQuery, restart } = list
  const query = useQuery(jobItemsQuery({ id: job.id, ...listQuery }, job.endedAt))
  const { command } = useJobCommand(job.id)
  const canRetry = canRun && job.retryable && job.counts.failed + job.counts.needsReview > 0
  const columns = useMemo(() => {
    const retry = ({ ext, state: what }: JobItem) => {
      if (what === 'failed' || what === 'needsReview') command({ command: 'retry', what, ext })
    }
    return itemColumns(t, canRetry ? retry : null)
  }, [t, canRetry, command])
  return (
    <List
      name="job"
      label={t('job.items')}
      list={list}
      query={query}
      columns={columns}
      rowKey={numberOf}
      expected={Math.min(job.total, 20)}
      density="compact"
      tools={
        <>
          <NumberSearch value={listQuery.ext} onCommit={(ext) => restart({ ext }, { replace: true })} />
          <FilterSelect
            aria-label={t('caption.state')}
            placeholder={t('job.items.all')}
            options={itemFilters.map((value) => ({ value, label: t(`item.${value}`) }))}
            value={listQuery.state}
            onChange={(state) => restart({ state })}
            withScrollArea={false}
            w={200}
          />
        </>
      }
      valueText={({ name }) =>
        name === 'state' && listQuery.state ? t(`item.${listQuery.state}`) : undefined
      }
      // A job always has rows, so the list needs no empty state.
      empty={null}
    />
  )
}
