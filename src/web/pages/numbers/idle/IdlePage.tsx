import { Button, Skeleton, TextInput } from '@mantine/core'
import { IconDownload } from '@tabler/icons-react'
import { useQuery, useQueryClient } from '@tanstack/react-query'
import { useEffect, useEffectEvent, useMemo } from 'react'
import { NoFreeExtensions } from '../../../entities/extension/NoFreeExtensions.tsx'
import { NumberSearchField } from '../../../entities/extension/NumberSearchField.tsx'
import { lazyPage } from '../../../i18n/lazy-page.ts'
import { useT } from '../../../i18n/Language.tsx'
import { Later } from '../../../ui/feedback/Later.tsx'
import { FilterPanel } from '../../../ui/form/FilterPanel.tsx'
import { whenIdle } from '../../../lib/when-idle.ts'
import { List } from '../../../ui/table/List.tsx'
import { extensionColumns } from '../../../entities/extension/extension-columns.tsx'
import { FirstIdle } from './FirstIdle.tsx'
import { idleList } from './idle-state.ts'
import { firstIdleFor, idlePage } from '../../../entities/extension/queries.ts'
import { ListedState } from '../../../entities/extension/NumberStateBadge.tsx'
import { ReservedAmong } from '../../../entities/reservation/ReservedAmong.tsx'
import { FreeViews } from '../FreeViews.tsx'
import { NumbersHeader } from '../NumbersHeader.tsx'

// Menus and pickers are 20 kB that the first list does without.
const IdleExport = lazyPage('numbers', async () => (await import('./IdleExport.tsx')).IdleExport)
const IdleFilters = lazyPage('numbers', async () => (await import('./IdleFilters.tsx')).IdleFilters)

/** The captions of the filters' fields, in their order. */
const captions = [
  'filter.companyId',
  'filter.operatorUserId',
  'filter.tempId',
  'filter.language',
  'filter.timezone',
] as const

/** Pages larger than this are too expensive to prefetch. */
const largestPrefetch = 100

/** The service's idle list (operation 8), live, with its own parameters as filters. */
export function IdlePage() {
  const t = useT()
  const client = useQueryClient()
  const list = idleList.use()
  const { state, listQuery, set, restart } = list
  const query = useQuery(idlePage(listQuery))
  const { isPending: isFirstAwaited } = useQuery(firstIdleFor(state.agentId))
  const { data, isPlaceholderData } = query
  const columns = useMemo(() => extensionColumns(t, (row) => <ListedState extension={row} />), [t])
  const { ext } = listQuery

  const more = data !== undefined && !isPlaceholderData && listQuery.page * data.pageSize < data.total
  const ahead = more && listQuery.pageSize <= largestPrefetch ? listQuery.page + 1 : null
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
          <Later
            placeholder={
              <Button disabled leftSection={<IconDownload size={16} aria-hidden />}>
                {t('action.export')}
              </Button>
            }
          >
            <IdleExport list={list} />
          </Later>
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
      ) : (
        <List
          name="idle"
          label={t('idle.title')}
          list={list}
          query={query}
          columns={columns}
          rowKey="ext"
          tools={
            <>
              <NumberSearchField
                value={ext}
                onCommit={(start) => restart({ ext: start }, { replace: true })}
              />
              <FreeViews current="service" search={ext} />
            </>
          }
          panel={{
            label: t('filters.title'),
            open: list.active.some(({ name }) => name !== 'ext'),
            content: (
              <FilterPanel label={t('filters.title')} cols={{ base: 1, sm: 2, lg: 5 }}>
                <Later
                  placeholder={captions.map((caption) => (
                    <TextInput key={caption} label={t(caption)} disabled />
                  ))}
                >
                  <IdleFilters list={list} />
                </Later>
              </FilterPanel>
            ),
          }}
          empty={<NoFreeExtensions />}
        />
      )}
      {data !== undefined && <ReservedAmong ext={ext} />}
    </>
  )
}
