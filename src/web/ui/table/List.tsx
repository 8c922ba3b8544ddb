import { Button, Group } from '@mantine/core'
import { IconFilter } from '@tabler/icons-react'
import { Suspense, useMemo, useState, type ReactNode } from 'react'
import type { Warning } from '#contract/page.ts'
import { ListResult } from '../feedback/ListResult.tsx'
import { useDeferredRead, type Read } from '../feedback/QueryState.tsx'
import { Warnings } from '../feedback/Warnings.tsx'
import { ActiveFilters } from './ActiveFilters.tsx'
import { DataTable, type Column, type Density } from './DataTable.tsx'
import type { ActiveFilter, ListControl } from './list-state.ts'
import { Pager } from './Pager.tsx'
import { TableSettings } from './TableSettings.tsx'
import { useTableSettings } from './use-table-settings.ts'

/** An answer that a list can show. */
interface ListAnswer<Row> {
  items: readonly Row[]
  /** Rows in all, where pages are counted. */
  total?: number
  /** As the service gave it: it may give fewer rows than were asked for. */
  pageSize?: number
  warnings?: readonly Warning[]
}

interface ListProps<Row, Answer extends ListAnswer<Row>> {
  /** Under this name the browser remembers the chosen columns. */
  name: string
  /** Names the table. */
  label: string
  list: ListControl
  query: Read<Answer>
  columns: readonly Column<Row>[]
  rowKey: (row: Row) => string
  /** The rows to show, for a list that is filtered in the browser. Must not change between renders without reason. */
  match?: (row: Row) => boolean
  /** Rows of the skeleton. */
  expected?: number
  /** Until the reader chooses one. */
  density?: Density
  /** Filters that are always in view: the search field, a switch. */
  tools?: ReactNode
  /** More filters, behind a button; `open` from the start where one is in force. */
  panel?: { label: string; open: boolean; content: ReactNode }
  valueText?: (filter: ActiveFilter) => string | undefined
  /** The pager of a list paged by key; pages that are counted have theirs. */
  keysetPager?: ReactNode
  /** Beside the filters: how many rows there are, or which are selected and what can be done with them. */
  beside?: ReactNode
  /** Between the filters and the table; there while the rows are awaited too. */
  above?: ReactNode
  /** Shown while nothing exists yet. */
  empty: ReactNode
}

/** A list: filters, chips, table and pager, each at the same place on every page. The state comes from `defineListState`. */
export function List<Row, Answer extends ListAnswer<Row>>(props: ListProps<Row, Answer>) {
  const { name, label, list, columns, rowKey, match, density, tools, panel } = props
  const { page, pageSize = 20, goToPage, setPageSize } = list
  const { expected = Math.min(pageSize, 20), keysetPager, beside, above, empty } = props
  const query = useDeferredRead(props.query)
  const { data, isPlaceholderData } = query
  const [isPanelOpen, setPanelOpen] = useState(panel?.open ?? false)
  const items = data?.items
  const rows = useMemo(
    () => (match === undefined ? items : items?.filter((row) => match(row))),
    [items, match],
  )
  const { shown, settings } = useTableSettings(name, columns, items, list, density)
  // Of one shape with rows and without, so that the table is filled instead of mounted again.
  const draw = (drawn: readonly Row[] | undefined) => (
    <>
      <DataTable
        label={label}
        {...shown}
        rows={drawn}
        rowKey={rowKey}
        expected={expected}
        stale={isPlaceholderData}
      />
      {drawn !== undefined && keysetPager}
    </>
  )
  const isEmpty = rows?.length === 0
  // Its place is known with the rows.
  const hasPager = page !== undefined && data !== undefined && data.total !== 0
  return (
    <>
      <Group gap="sm" mb="sm" align="flex-start" data-no-print>
        {tools}
        {panel !== undefined && (
          <Button
            variant="default"
            leftSection={<IconFilter size={16} aria-hidden />}
            aria-expanded={isPanelOpen}
            onClick={() => setPanelOpen((open) => !open)}
          >
            {panel.label}
          </Button>
        )}
        <TableSettings {...settings} />
        {beside}
      </Group>
      {panel !== undefined && isPanelOpen && <Suspense fallback={null}>{panel.content}</Suspense>}
      <ActiveFilters list={list} valueText={props.valueText} withClear={!isEmpty} />
      {above}
      {data?.warnings !== undefined && <Warnings warnings={data.warnings} />}
      <ListResult
        query={query}
        list={list}
        loading={draw(undefined)}
        empty={empty}
        count={() => rows?.length ?? 0}
      >
        {() => draw(rows)}
      </ListResult>
      {hasPager && (
        <Pager
          page={page}
          pageSize={isPlaceholderData ? pageSize : (data.pageSize ?? pageSize)}
          total={data.total}
          onPage={goToPage}
          onPageSize={setPageSize}
        />
      )}
    </>
  )
}
