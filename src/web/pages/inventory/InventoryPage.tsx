import { Skeleton } from '@mantine/core'
import { useQuery, useQueryClient } from '@tanstack/react-query'
import { useMemo } from 'react'
import { noLanguage, type InventoryItem } from '#contract/inventory.ts'
import { numberStates } from '#contract/number-states.ts'
import { ext as extSchema } from '#contract/text.ts'
import { NumberSearch } from '../../entities/extension/NumberSearch.tsx'
import { ExportButton } from '../../spreadsheet/ExportButton.tsx'
import { exportFormats } from '../../spreadsheet/save-export.ts'
import { useT } from '../../i18n/Language.tsx'
import { poolsQuery } from '../../entities/pool/queries.ts'
import { ViewsMenu } from '../../entities/view/ViewsMenu.tsx'
import { EmptyState } from '../../ui/feedback/EmptyState.tsx'
import { PageHeader } from '../../ui/layout/PageHeader.tsx'
import { List } from '../../ui/table/List.tsx'
import { PagerFrame } from '../../ui/table/Pager.tsx'
import { inventoryColumns } from './columns.tsx'
import { inventoryList } from './inventory-state.ts'
import { inventoryCsv, inventoryPage } from './queries.ts'
import { SelectionBar } from './SelectionBar.tsx'
import { selection } from './selection.ts'
import { StatusPanel } from './StatusPanel.tsx'
import { AskService } from './AskService.tsx'
import { InventoryFilterBar } from './InventoryFilterBar.tsx'

const numberOf = ({ ext }: InventoryItem) => ext

/** Every extension that the console has discovered, in its last observed state. */
export function InventoryPage() {
  const t = useT()
  const list = inventoryList.use()
  const { filters, restart, active } = list
  const query = useQuery(inventoryPage(list.listQuery))
  const { data } = query
  const client = useQueryClient()
  const pools = useQuery({ ...poolsQuery(), enabled: filters.pool !== undefined, meta: { quiet: true } })
  selection.useResetWith(filters)
  const onPage = useMemo(() => (data?.items ?? []).map(numberOf), [data])
  const columns = useMemo(() => inventoryColumns(t), [t])
  const agentName = data?.items.find(({ agentUuid }) => agentUuid === filters.agentUuid)?.agentName
  const { search: asked = '' } = filters
  // A complete number without results may be a number that the crawler has never observed.
  const neverSeen =
    extSchema.safeParse(asked).success &&
    active.every(({ name }) => name === 'search') &&
    data?.total === 0 &&
    !query.isPlaceholderData
  const pager = ({ items, total, isExact, next, previous }: NonNullable<typeof data>) => {
    const go = (place: { after?: string; before?: string; last?: '1' }) => () => restart(place)
    return (
      <PagerFrame
        range={t(isExact ? 'inventory.shown' : 'inventory.shown.more', {
          shown: items.length,
          first: items[0]?.ext ?? '',
          total,
        })}
        first={{ label: t('inventory.first'), go: previous === null ? undefined : go({}) }}
        previous={{
          label: t('inventory.previous'),
          go: previous === null ? undefined : go({ before: previous }),
        }}
        next={{ label: t('inventory.next'), go: next === null ? undefined : go({ after: next }) }}
        last={{ label: t('inventory.last'), go: next === null ? undefined : go({ last: '1' }) }}
        pageSize={list.listQuery.pageSize}
        onPageSize={list.setPageSize}
      />
    )
  }
  return (
    <>
      <PageHeader
        title={t('inventory.title')}
        actions={
          <>
            <ViewsMenu page="numbers" withoutPaging={inventoryList.withoutPaging} />
            <ExportButton
              name="inventory"
              csv={(format) => inventoryCsv(client, { filters: list.latestFilters() })(format)}
              formats={exportFormats}
            />
          </>
        }
      />
      <StatusPanel chosen={filters.state} choose={(state) => restart({ state })} />
      {neverSeen && <AskService key={asked} ext={asked} />}
      <List
        name="inventory"
        label={t('inventory.title')}
        list={list}
        query={query}
        columns={columns}
        rowKey={numberOf}
        tools={
          <NumberSearch
            value={filters.search}
            onCommit={(search) => restart({ search }, { replace: true })}
          />
        }
        panel={{
          label: t('inventory.filters'),
          open: active.some(({ name }) => name !== 'search'),
          content: <InventoryFilterBar list={list} />,
        }}
        valueText={({ name, value }) => {
          const state = numberStates.find((each) => each === value)
          if (name === 'state' && state !== undefined) return t(`inventory.state.${state}`)
          if (name === 'language' && value === noLanguage) return t('inventory.language.none')
          if (name === 'pool') return pools.data?.items.find(({ id }) => id === value)?.name
          return name === 'agentUuid' ? (agentName ?? undefined) : undefined
        }}
        beside={
          data === undefined ? (
            !query.isError && <Skeleton h={36} w={212} />
          ) : (
            <SelectionBar filters={filters} onPage={onPage} total={data.total} isExact={data.isExact} />
          )
        }
        keysetPager={data && pager(data)}
        empty={<EmptyState title={t('inventory.empty')} text={t('inventory.empty.next')} />}
      />
    </>
  )
}
