import { Button, Group, Paper, SimpleGrid } from '@mantine/core'
import { IconFilter, IconX } from '@tabler/icons-react'
import { useMemo, useState, type ReactNode } from 'react'
import { scanWarnings, type Warning } from '#contract/page.ts'
import { EmptyResult } from '../feedback/EmptyResult.tsx'
import { QueryState, useDeferredRead, type Read } from '../feedback/QueryState.tsx'
import { Warnings } from '../feedback/Warnings.tsx'
import classes from './List.module.css'
import { DataTable, type Column, type Density, type RowKey } from './DataTable.tsx'
import type { ActiveFilter, ListControl } from './list-state.ts'
import { Pager } from './Pager.tsx'
import { TableSettings } from './TableSettings.tsx'
import { usePrintRows } from './print-rows.ts'
import { useTableSettings } from './use-table-settings.ts'
import { useT } from '../../i18n/Language.tsx'
import type { Filter, Filters } from './filters.tsx'

const asIs: Pick<Filter<unknown>, 'useText'> = { useText: () => undefined }

interface ChipProps<Answer> {
  active: ActiveFilter
  filter: Pick<Filter<Answer>, 'useText'> | undefined
  answer: Answer | undefined
  onRemove: () => void
}

/** An active filter, with a button that removes it. */
function Chip<Answer>({ active: { caption, value }, filter = asIs, answer, onRemove }: ChipProps<Answer>) {
  const t = useT()
  const ownText = filter.useText(value, answer)
  const text = t('label.value', { label: t(caption), value: ownText ?? String(value) })
  return (
    <Button
      size="compact-sm"
      radius="xl"
      data-print
      fw={400}
      rightSection={<IconX size={12} aria-hidden />}
      aria-label={t('filters.remove', { filter: text })}
      onClick={onRemove}
    >
      {text}
    </Button>
  )
}

interface ActiveFiltersProps<Answer> {
  list: ListControl
  filters: Filters<Answer>
  answer: Answer | undefined
  /** Shows the button that clears all filters; false when the empty result has it. */
  withClear: boolean
}

/** The active filters, each with a button that removes it. */
function ActiveFilters<Answer>(props: ActiveFiltersProps<Answer>) {
  const { list, filters, answer, withClear } = props
  const t = useT()
  if (list.active.length === 0) return null
  return (
    <Group gap="xs" mb="sm" component="section" aria-label={t('filters.active')}>
      {list.active.map((active) => (
        <Chip
          key={active.name}
          {...{ active, answer }}
          filter={filters[active.name]}
          onRemove={() => list.removeFilter(active.name)}
        />
      ))}
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
  const query = useDeferredRead(props.query)
  const { data, isPlaceholderData } = query
  const entries = Object.entries(filters)
  const inPanel = entries.filter(([, { inTools }]) => inTools !== true)
  const valueOf = (id: string) => list.active.find((each) => each.name === id)?.value
  const control = ([id, { caption, Control, inTools }]: [string, Filter<Answer>]) => (
    <Control
      key={id}
      label={t(caption)}
      labelProps={
        inTools === true ? { 'aria-label': t(caption), w: { base: '100%', xs: 180 } } : { label: t(caption) }
      }
      value={valueOf(id)}
      answer={data}
      set={(value, options) => list.setFilter(id, value, options)}
    />
  )
  const [isPanelOpen, setPanelOpen] = useState(() => inPanel.some(([id]) => valueOf(id) !== undefined))
  const items = data?.items
  const rows = useMemo(
    () => (match === undefined ? items : items?.filter((row) => match(row))),
    [items, match],
  )
  const { table, settings } = useTableSettings(name, columns, items, list, density)
  const print = usePrintRows(list, query)
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
        {entries.filter(([, { inTools }]) => inTools === true).map(control)}
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
            {inPanel.map(control)}
          </SimpleGrid>
        </Paper>
      )}
      <ActiveFilters {...{ list, filters, answer: data }} withClear={!isEmpty} />
      {above}
      {/* The page's header says what the scans have not read yet. */}
      <Warnings warnings={warnings.filter((each) => !isOfScan(each))} />
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
