import { Button, Group, Paper, SimpleGrid } from '@mantine/core'
import { IconFilter } from '@tabler/icons-react'
import { useMemo, useState, type ReactNode } from 'react'
import { scanWarnings, type Warning } from '#contract/page.ts'
import { EmptyResult } from '../feedback/EmptyResult.tsx'
import { useFirstLoad } from '../../api/first-load.ts'
import { QueryState, type Read } from '../feedback/QueryState.tsx'
import { Warnings } from '../feedback/Warnings.tsx'
import classes from './List.module.css'
import { DataTable, type Column, type Density, type RowKey } from './DataTable.tsx'
import { FilterChips, FilterControls } from './FilterParts.tsx'
import type { ListControl } from './list-state.ts'
import { Pager } from './Pager.tsx'
import { TableSettings } from './TableSettings.tsx'
import { usePrintRows } from './print-rows.ts'
import { useTableSettings } from './use-table-settings.ts'
import { useT } from '../../i18n/Language.tsx'
import type { Filters } from './filters.tsx'

/** An answer that a list can show. */
interface ListAnswer<Row> {
  items: readonly Row[]
  /** Total rows, if the list has page numbers. */
  total?: number
  /** The service's page size, which may be smaller than requested. */
  pageSize?: number
  warnings?: readonly Warning[]
}

interface ListProps<Row, Answer extends ListAnswer<Row>> {
  /** The key for the chosen columns in the browser's storage. */
  name: string
  /** The table's accessible name. */
  label: string
  list: ListControl
  query: Read<Answer>
  /** By the `useFirstLoad` of what else the rows wait for; by default, that of the query. */
  isLoading?: boolean
  columns: readonly Column<Row>[]
  rowKey: RowKey<Row>
  /** Selects the rows to show, for a list filtered in the browser. Keep it stable between renders. */
  match?: (row: Row) => boolean
  /** Number of skeleton rows. */
  expected?: number
  /** The density until the user chooses one. */
  density?: Density
  /** Controls beside the filters that choose what is listed, and show no chip. */
  tools?: ReactNode
  /** The filters as data: their controls and chips follow. */
  filters?: Filters<Answer>
  /** Shown below the rows: the bar of a selection, and the pager of a list paged by key. Lists with page numbers have a pager. */
  foot?: ReactNode
  /** Shown between the filters and the table, also while the rows load. */
  above?: ReactNode
  /** Shown while no row exists yet. */
  empty: ReactNode
  /** What to do when no row matches, where the page knows more than to remove a filter. */
  noMatch?: string | undefined
}

/** A list with filters, filter chips, table and pager in the same places on every page. Its state comes from `defineListState`. */
export function List<Row, Answer extends ListAnswer<Row>>(props: ListProps<Row, Answer>) {
  const { name, label, list, columns, rowKey, match, density, tools, filters = {} } = props
  const t = useT()
  const { page, pageSize = 20, goToPage, setPageSize } = list
  const { expected = Math.min(pageSize, 20), foot, above, empty } = props
  const { query } = props
  const isFirst = useFirstLoad(query)
  const { isLoading = isFirst } = props
  const { isPlaceholderData } = query
  const data = isLoading ? undefined : query.data
  const inPanel = Object.keys(filters).filter((id) => filters[id]?.place === undefined)
  const [isPanelOpen, setPanelOpen] = useState(() => list.active.some(({ name: id }) => inPanel.includes(id)))
  const items = data?.items
  const rows = useMemo(
    () => (match === undefined ? items : items?.filter((row) => match(row))),
    [items, match],
  )
  const { table, settings } = useTableSettings(name, columns, items, list, density)
  const print = usePrintRows(list, data, query)
  // The same elements with and without rows, so that the table is filled instead of mounted again.
  const draw = (tableRows: readonly Row[] | undefined) => (
    <DataTable
      label={label}
      {...table}
      rows={tableRows}
      rowKey={rowKey}
      expected={expected}
      stale={isPlaceholderData}
    />
  )
  const isEmpty = rows?.length === 0
  const warnings = data?.warnings ?? []
  const isOfScan = ({ code }: Warning) => scanWarnings.some((each) => each === code)
  return (
    <>
      <Group gap="sm" mb="xs" align="flex-start" data-no-print>
        <FilterControls {...{ list, filters, answer: data }} place="tools" />
        {tools}
        {inPanel.length > 0 && (
          <Button
            leftSection={<IconFilter size={16} aria-hidden />}
            aria-expanded={isPanelOpen}
            onClick={() => setPanelOpen((open) => !open)}
          >
            {t('filters.title')}
          </Button>
        )}
        <TableSettings {...settings} print={print} />
      </Group>
      {inPanel.length > 0 && isPanelOpen && (
        <Paper withBorder p="md" mb="sm" component="section" aria-label={t('filters.title')} data-no-print>
          <SimpleGrid cols={{ base: 1, sm: 2, md: 3, lg: 4 }} spacing="md" verticalSpacing="sm">
            <FilterControls {...{ list, filters, answer: data }} place={undefined} />
          </SimpleGrid>
        </Paper>
      )}
      <FilterChips {...{ list, filters, answer: data }} withClear={!isEmpty} />
      {above}
      {/* The page's header says what the scans have not read yet. */}
      <Warnings warnings={warnings.filter((each) => !isOfScan(each))} />
      {/* Around these only: the pager stays in view with the table, and never over what is above it. */}
      <div>
        <QueryState query={query} isLoading={isLoading} loading={draw(undefined)}>
          {({ items: all, total = all.length }) =>
            isEmpty ? (
              <EmptyResult
                list={list}
                total={total}
                isUnreadable={all.length === 0 && total > 0}
                empty={empty}
                noMatch={props.noMatch}
              />
            ) : (
              draw(rows)
            )
          }
        </QueryState>
        {/* Only with the rows, since its position depends on them. */}
        <div className={classes.foot}>
          {rows !== undefined && !isEmpty && foot}
          {page !== undefined && data?.total !== undefined && data.total !== 0 && (
            <Pager
              page={page}
              pageSize={isPlaceholderData ? pageSize : (data.pageSize ?? pageSize)}
              total={data.total}
              isLeast={warnings.some(isOfScan)}
              isEndless={warnings.some(({ code }) => code === 'total-missing')}
              onPage={goToPage}
              onPageSize={setPageSize}
            />
          )}
        </div>
      </div>
    </>
  )
}
