import { Skeleton } from '@mantine/core'
import { useQuery, useQueryClient } from '@tanstack/react-query'
import { useEffect, useEffectEvent, useMemo } from 'react'
import { exportIdle } from '#contract/extensions.ts'
import { callForFile } from '../../../api/call.ts'
import { useFirstLoad } from '../../../api/first-load.ts'
import { extensionColumns } from '../../../entities/extension/extension-columns.tsx'
import { NoFreeExtensions } from '../../../entities/extension/NoFreeExtensions.tsx'
import { ListedState } from '../../../entities/extension/NumberStateBadge.tsx'
import { firstIdleFor, idlePage } from '../../../entities/extension/queries.ts'
import { openQuery } from '../../../entities/reservation/queries.ts'
import { ReservedAmong } from '../../../entities/reservation/ReservedAmong.tsx'
import { useT } from '../../../i18n/Language.tsx'
import { whenIdle } from '../../../lib/when-idle.ts'
import { ExportButton } from '../../../spreadsheet/write/ExportButton.tsx'
import { List } from '../../../ui/table/List.tsx'
import { FreeViews } from '../FreeViews.tsx'
import { NumbersHeader } from '../NumbersHeader.tsx'
import { FirstIdle } from './FirstIdle.tsx'
import { idleFilters, idleList } from './idle-filters.tsx'
import { isOtherAnswer, KnownFree } from './KnownFree.tsx'

/** Pages larger than this are too expensive to prefetch. */
const largestPrefetch = 100

/** The service's idle list (operation 8), live, with its own parameters as filters. */
export function IdlePage() {
  const t = useT()
  const client = useQueryClient()
  const list = idleList.use()
  const { state, listQuery, set } = list
  const query = useQuery(idlePage(listQuery))
  // A reserved number is listed as free until the reservations are known.
  const isLoading = useFirstLoad(query, useQuery(openQuery()))
  const { isPending: isFirstAwaited } = useQuery(firstIdleFor(state.agentId))
  const { data, isPlaceholderData } = query
  const columns = useMemo(() => extensionColumns(t, (row) => <ListedState extension={row} />), [t])
  const { ext } = listQuery
  const tools = <FreeViews current="service" search={ext} />

  const hasNextPage = data !== undefined && !isPlaceholderData && listQuery.page * data.pageSize < data.total
  const ahead = hasNextPage && listQuery.pageSize <= largestPrefetch ? listQuery.page + 1 : null
  const prefetch = useEffectEvent((page: number) => client.prefetchQuery(idlePage({ ...listQuery, page })))
  // Once per page, not per render: a page that fails is requested again when the user opens it.
  useEffect(() => {
    if (ahead === null) return undefined
    return whenIdle(() => void prefetch(ahead))
  }, [ahead])

  return (
    <>
      <NumbersHeader
        current="free"
        actions={
          <ExportButton
            name="idle"
            csv={() => callForFile(exportIdle, { query: list.latestFilters() })}
            total={() => data?.total}
            tooMany={{ title: t('idle.export.tooMany'), message: t('idle.export.tooMany.next') }}
          />
        }
      />
      <FirstIdle
        agentId={state.agentId}
        setAgentId={(agentId) => set({ agentId }, { replace: true })}
        open={state.record === 'open'}
        setOpen={(open) => set({ record: open ? 'open' : undefined }, { replace: true })}
      />
      {state.record === 'open' && isFirstAwaited ? (
        // The record's height is not known before its fields, and the list must not move.
        <Skeleton h="60vh" />
      ) : data === undefined && isOtherAnswer(query.error) ? (
        <KnownFree list={list} tools={tools} error={query.error} retry={() => void query.refetch()} />
      ) : (
        <List
          name="idle"
          label={t('idle.title')}
          list={list}
          query={query}
          isLoading={isLoading}
          columns={columns}
          rowKey="ext"
          tools={tools}
          filters={idleFilters}
          empty={<NoFreeExtensions />}
        />
      )}
      {data !== undefined && <ReservedAmong ext={ext} />}
    </>
  )
}
