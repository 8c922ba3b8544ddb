import { Button } from '@mantine/core'
import { IconPlus } from '@tabler/icons-react'
import { useMutation, useQuery } from '@tanstack/react-query'
import { useCallback, useMemo } from 'react'
import { noPool } from '#contract/numbers.ts'
import type { Pool } from '#contract/pools.ts'
import { useFirstLoad } from '../../../api/first-load.ts'
import { useLanguage } from '../../../i18n/Language.tsx'
import { forecastText } from '../../../entities/capacity/forecast-text.ts'
import { scanText } from '../../../entities/extension/FirstScanNote.tsx'
import { poolsQuery } from '../../../entities/pool/queries.ts'
import { usePermission } from '../../../entities/session/SessionContext.tsx'
import { ExportButton } from '../../../spreadsheet/write/ExportButton.tsx'
import { announce } from '../../../ui/feedback/announce.ts'
import { EmptyState } from '../../../ui/feedback/EmptyState.tsx'
import { ErrorAlert } from '../../../ui/feedback/ErrorAlert.tsx'
import { openDialog } from '../../../ui/form/dialogs.tsx'
import { ConfirmDialog } from '../../../ui/form/FormDialog.tsx'
import { NumbersHeader } from '../NumbersHeader.tsx'
import { List } from '../../../ui/table/List.tsx'
import { sortedRows, useSorting } from '../../../ui/table/sorting.ts'
import { allRow, poolColumns, poolValue, type PoolRow } from './columns.tsx'
import { poolsCsv } from './pools-csv.ts'
import { poolCountsQuery, removePoolMutation } from './queries.ts'
import { poolList } from './pools-state.ts'
import { PoolDialog } from './PoolDialog.tsx'
import { Ranges } from './Ranges.tsx'

const edit = (pool: Pool | null) => openDialog((close) => <PoolDialog pool={pool} onClose={close} />)

/**
 * Named pools of numbers with their counts, and the numbers in no pool, so that the counts are those of the other tabs. Below them
 * the same numbers by their first digits.
 */
export function PoolsPage() {
  const { t, language } = useLanguage()
  const list = poolList.use()
  const { sort, order } = list.state
  const sorting = useSorting(list.state, list.restart)
  const counts = useQuery(poolCountsQuery())
  const withCounts = useCallback(
    ({ items: pools }: { items: Pool[] }) => {
      const countsByPool = new Map(counts.data?.items.map((each) => [each.id, each]))
      const rows = pools.map((pool) => ({
        id: pool.id,
        pool,
        name: pool.name,
        counts: countsByPool.get(pool.id),
        forecast: countsByPool.get(pool.id)?.forecast,
      }))
      const items: PoolRow[] = sortedRows(rows, (row) => poolValue(row, sort), order, language)
      // The sums stay below the pools in every order.
      if (items.length > 0)
        items.push(
          { id: noPool, pool: null, name: t('pools.no'), counts: counts.data?.none, forecast: undefined },
          {
            id: allRow,
            pool: null,
            name: t('pools.all'),
            counts: counts.data?.all,
            forecast: counts.data?.all.forecast,
          },
        )
      return { items }
    },
    [counts.data, sort, order, t, language],
  )
  const query = useQuery({ ...poolsQuery(), select: withCounts })
  const rows = query.data?.items ?? []
  // Below the list, which grows with its first rows.
  const isLoading = useFirstLoad(query)
  const now = counts.data?.now ?? 0
  const { firstScan = null, boundScan = null } = counts.data ?? {}
  const canReserve = usePermission('extension.reserve')
  const canManage = usePermission('pool.manage')
  const removing = useMutation(removePoolMutation())
  const { mutate } = removing
  const remove = useCallback(
    (pool: Pool) =>
      openDialog((close) => (
        <ConfirmDialog
          title={t('pools.remove.of', { name: pool.name })}
          text={t('pools.remove.text')}
          confirm={t('action.remove')}
          danger
          onConfirm={() =>
            mutate(
              { params: { id: pool.id } },
              { onSuccess: () => announce(t('pools.removed', { name: pool.name })) },
            )
          }
          onClose={close}
        />
      )),
    [t, mutate],
  )
  const columns = useMemo(
    () =>
      poolColumns({
        t,
        language,
        sorting,
        now,
        scans: { firstScan, boundScan },
        canReserve,
        ...(canManage ? { edit, remove } : { edit: null, remove: null }),
      }),
    [t, language, sorting, now, firstScan, boundScan, canReserve, canManage, remove],
  )
  const csv = () =>
    poolsCsv(
      rows,
      (forecast) => forecastText(t, language, forecast, now),
      scanText(t, { firstScan, boundScan }),
    )
  const add = canManage && (
    <Button variant="filled" leftSection={<IconPlus size={16} aria-hidden />} onClick={() => edit(null)}>
      {t('pools.add')}
    </Button>
  )
  return (
    <>
      <NumbersHeader
        current="pools"
        actions={
          <>
            {rows.length > 0 && <ExportButton name="pools" csv={csv} disabled={counts.data === undefined} />}
            {add}
          </>
        }
      />
      <ErrorAlert error={removing.error} mb="sm" />
      <List
        name="pools"
        label={t('pools.title')}
        list={list}
        query={query}
        columns={columns}
        rowKey="id"
        expected={3}
        density="compact"
        empty={
          <EmptyState
            title={t('pools.none')}
            text={t(canManage ? 'pools.none.next' : 'pools.none.supervisor')}
          />
        }
      />
      {!isLoading && <Ranges list={list} />}
    </>
  )
}
