import { Suspense, useMemo, useRef, type ReactElement, type ReactNode } from 'react'
import { lazyShell } from '../../lib/lazy.ts'
import { useRowFocus } from './row-focus.ts'
import classes from './DataTable.module.css'

const VirtualBody = lazyShell(async () => (await import('./VirtualBody.tsx')).VirtualBody)

/** A column as a value. `cell` must not change between renders without reason: rows are drawn again when it does. */
export interface Column<Row> {
  id: string
  /** Already in the reader's language. */
  header: string
  cell: (row: Row) => ReactNode
  /** Pixels; the least width. */
  width?: number
  numeric?: boolean
  /** The rows are in the order of this column. */
  sorted?: 'ascending' | 'descending' | undefined
  /** Puts the rows in the order of this column: the header becomes a button. */
  sort?: (() => void) | undefined
  /** Not shown until chosen. */
  optional?: boolean
  /** Where it is true of every row, the column is not shown until chosen. */
  isEmpty?: (row: Row) => boolean
  /** What can be done with the row: the column stays in view at the right edge, and off paper. */
  actions?: boolean
  /** On a phone its values mean nothing without the header, as those of numbers and times. */
  labelled?: boolean
  /** Long words go on in a second line. */
  wrap?: boolean
  /** Off paper, where a page is narrower than a window. */
  screenOnly?: boolean
}

export type Density = 'comfortable' | 'compact'
/** Pixels; rows have one height, so that nothing jumps while loading or scrolling. */
const rowHeights = { comfortable: 40, compact: 32 } as const

interface DataTableProps<Row> {
  /** Names the table for screen readers. */
  label: string
  columns: readonly Column<Row>[]
  /** Undefined at the first load: a skeleton of `expected` rows is shown. */
  rows: readonly Row[] | undefined
  rowKey: (row: Row) => string
  expected?: number
  /** The rows of the page before are still shown: dimmed, and said so to assistive technology. */
  stale?: boolean
  density?: Density
  /** Nothing in the rows takes the focus: the table itself does, so that the keyboard scrolls it. */
  plain?: boolean
  /** Marks a row as the current one. */
  isCurrent?: (row: Row) => boolean
}

/** Above this many rows only those in view are in the document. */
const virtualAbove = 200
const skeletonKeys = Array.from({ length: 50 }, (_, index) => `skeleton-${index}`)

/** What the style sheet goes by. */
const marksOf = <Row,>({ numeric, actions, labelled, wrap, screenOnly }: Column<Row>) => ({
  'data-numeric': numeric || undefined,
  'data-actions': actions || undefined,
  'data-labelled': labelled || undefined,
  'data-wrap': wrap || undefined,
  'data-no-print': actions || screenOnly || undefined,
})

/** A row is drawn once, when it is first in view: drawing all of 10,000 would be felt at every change. */
function rowDrawer<Row>(
  rows: readonly Row[],
  columns: readonly Column<Row>[],
  rowKey: (row: Row) => string,
  isCurrent: ((row: Row) => boolean) | undefined,
): (index: number) => ReactElement | undefined {
  const drawn: (ReactElement | undefined)[] = []
  const draw = (row: Row, index: number) => (
    <tr key={rowKey(row)} aria-rowindex={index + 2} data-current={isCurrent?.(row) || undefined}>
      {columns.map((column) => (
        <td key={column.id} {...marksOf(column)} data-label={column.header}>
          {column.cell(row)}
        </td>
      ))}
    </tr>
  )
  return (index) => {
    const row = rows[index]
    return row === undefined ? undefined : (drawn[index] ??= draw(row, index))
  }
}

/**
 * The console's one table: sticky header, first column pinned, scrolls in itself both ways, rows drawn once; on a phone cards that
 * scroll with the page.
 * A plain table: Mantine's brings its scroll area and floating-ui along, 15 kB before the first list.
 */
export function DataTable<Row>(props: DataTableProps<Row>) {
  const {
    label,
    columns,
    rows,
    rowKey,
    expected = 20,
    stale = false,
    density = 'comfortable',
    plain = false,
    isCurrent,
  } = props
  const scroller = useRef<HTMLElement>(null)
  useRowFocus(scroller)
  const drawRow = useMemo(
    () => rowDrawer(rows ?? [], columns, rowKey, isCurrent),
    [rows, columns, rowKey, isCurrent],
  )
  const count = rows?.length ?? 0
  const firstRows = (most: number) =>
    Array.from({ length: Math.min(count, most) }, (_, index) => drawRow(index))
  return (
    <section
      ref={scroller}
      className={classes.scroller}
      aria-label={label}
      data-place={label}
      {...(plain ? { tabIndex: 0 } : {})}
    >
      <table
        className={classes.table}
        data-density={density}
        data-stale={stale || undefined}
        aria-label={label}
        aria-busy={stale || rows === undefined}
        aria-rowcount={rows === undefined ? -1 : rows.length + 1}
      >
        {/* Filled columns are as wide as what is in them: headers that replace the awaited ones move nothing. */}
        <thead key={rows === undefined ? 'awaited' : 'rows'}>
          <tr aria-rowindex={1}>
            {columns.map((column) => {
              const { id, header, width, sorted, sort } = column
              return (
                <th key={id} scope="col" style={{ minWidth: width }} {...marksOf(column)} aria-sort={sorted}>
                  {sort === undefined ? (
                    header
                  ) : (
                    <button type="button" className={classes.sort} onClick={sort}>
                      {header}
                    </button>
                  )}
                  {sorted !== undefined && <span aria-hidden>{sorted === 'ascending' ? ' ↑' : ' ↓'}</span>}
                </th>
              )
            })}
          </tr>
        </thead>
        {rows === undefined && (
          <tbody>
            {skeletonKeys.slice(0, expected).map((key) => (
              <tr key={key} data-awaited>
                {columns.map((column) => (
                  <td key={column.id} {...marksOf(column)} aria-hidden>
                    <div className={classes.awaited} />
                  </td>
                ))}
              </tr>
            ))}
          </tbody>
        )}
        {rows !== undefined && count <= virtualAbove && <tbody>{firstRows(virtualAbove)}</tbody>}
        {count > virtualAbove && (
          <Suspense fallback={<tbody>{firstRows(40)}</tbody>}>
            <VirtualBody
              count={count}
              drawRow={drawRow}
              rowHeight={rowHeights[density]}
              scroller={scroller}
            />
          </Suspense>
        )}
      </table>
    </section>
  )
}
