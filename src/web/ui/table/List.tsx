import { Button, Group } from '@mantine/core'
import { IconFilter, IconX } from '@tabler/icons-react'
import { useMemo, useState, type ReactNode } from 'react'
import type { Warning } from '#contract/page.ts'
import { EmptyResult } from '../feedback/EmptyResult.tsx'
import { QueryState, useDeferredRead, type Read } from '../feedback/QueryState.tsx'
import { Warnings } from '../feedback/Warnings.tsx'
import classes from './List.module.css'
import { DataTable, type Column, type Density, type RowKey } from './DataTable.tsx'
import type { ActiveFilter, ListControl } from './list-state.ts'
import { Pager } from './Pager.tsx'
import { TableSettings } from './TableSettings.tsx'
import { useTableSettings } from './use-table-settings.ts'
import { useT } from '../../i18n/Language.tsx'

interface ActiveFiltersProps {
  list: ListControl
  /** Returns a filter's value in the user's language, when the URL's value is not readable. */
  valueText?: ((filter: ActiveFilter) => string | undefined) | undefined
  /** Shows the button that clears all filters; false when the empty result has it. */
  withClear: boolean
}

/** The active filters, each with a button that removes it. */
function ActiveFilters({ list, valueText, withClear }: ActiveFiltersProps) {
  const t = useT()
  if (list.active.length === 0) return null
  return (
    <Group gap="xs" mb="sm" component="section" aria-label={t('filters.active')}>
      {list.active.map((filter) => {
        const { name, caption, value } = filter
        const text = t('label.value', { label: t(caption), value: valueText?.(filter) ?? String(value) })
        return (
          <Button
            key={name}
            size="compact-sm"
            radius="xl"
            data-print
            fw={400}
            rightSection={<IconX size={12} aria-hidden />}
            aria-label={t('filters.remove', { filter: text })}
            onClick={() => list.removeFilter(name)}
          >
            {text}
          </Button>
        )
      })}
      {withClear && (
        <Button size="compact-xs" variant="subtle" onClick={list.clearFilters}>
          {t('action.clearFilters')}
        </Button>
      )}
    </Group>
  )
}

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
  columns: readonly Column<Row>[]
  rowKey: RowKey<Row>
  /** Selects the rows to show, for a list filtered in the browser. Keep it stable between renders. */
  match?: (row: Row) => boolean
  /** Number of skeleton rows. */
  expected?: number
  /** The density until the user chooses one. */
  density?: Density
  /** Filters that are always visible: the search field, a switch. */
  tools?: ReactNode
  /** More filters, behind a button; `open` at first when one of them is active. */
  panel?: { label: string; open: boolean; content: ReactNode }
  valueText?: (filter: ActiveFilter) => string | undefined
  /** Shown below the rows: the bar of a selection, and the pager of a list paged by key. Lists with page numbers have a pager. */
  foot?: ReactNode
  /** Shown beside the filters: the row count, or the selection and its actions. */
  beside?: ReactNode
  /** Shown between the filters and the table, also while the rows load. */
  above?: ReactNode
  /** Shown while no row exists yet. */
  empty: ReactNode
  /** What to do when no row matches, where the page knows more than to remove a filter. */
  noMatch?: string | undefined
}

/** A list with filters, filter chips, table and pager in the same places on every page. Its state comes from `defineListState`. */
export function List<Row, Answer extends ListAnswer<Row>>(props: ListProps<Row, Answer>) {
  const { name, label, list, columns, rowKey, match, density, tools, panel } = props
  const { page, pageSize = 20, goToPage, setPageSize } = list
  const { expected = Math.min(pageSize, 20), foot, beside, above, empty } = props
  const query = useDeferredRead(props.query)
  const { data, isPlaceholderData } = query
  const [isPanelOpen, setPanelOpen] = useState(panel?.open ?? false)
  const items = data?.items
  const rows = useMemo(
    () => (match === undefined ? items : items?.filter((row) => match(row))),
    [items, match],
  )
  const { table, settings } = useTableSettings(name, columns, items, list, density)
  // The same elements with and without rows, so that the table is filled instead of mounted again.
  const draw = (drawn: readonly Row[] | undefined) => (
    <>
      <DataTable
        label={label}
        {...table}
        rows={drawn}
        rowKey={rowKey}
        expected={expected}
        stale={isPlaceholderData}
      />
    </>
  )
  const isEmpty = rows?.length === 0
  return (
    <>
      <Group gap="sm" mb="xs" align="flex-start" data-no-print>
        {tools}
        {panel !== undefined && (
          <Button
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
      {panel !== undefined && isPanelOpen && panel.content}
      <ActiveFilters list={list} valueText={props.valueText} withClear={!isEmpty} />
      {above}
      {data?.warnings !== undefined && <Warnings warnings={data.warnings} />}
      {/* Around these only: the pager stays in view with the table, and never over what is above it. */}
      <div>
        <QueryState query={query} loading={draw(undefined)}>
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
              isLeast={data.warnings?.some(({ code }) => code === 'total-missing') === true}
              onPage={goToPage}
              onPageSize={setPageSize}
            />
          )}
        </div>
      </div>
    </>
  )
}
