import {
  Suspense,
  useLayoutEffect,
  useMemo,
  useRef,
  useState,
  type ReactElement,
  type ReactNode,
  type RefObject,
} from 'react'
import { lazyPart } from '../../lib/lazy.ts'
import { useRowFocus } from './row-focus.ts'
import classes from './DataTable.module.css'

const VirtualBody = lazyPart(async () => (await import('./VirtualBody.tsx')).VirtualBody)
/** Loads what tables of many rows need, so that they render at once. */
export const loadLongRows = VirtualBody.load

/** A column of the table. Keep `cell` stable between renders: when it changes, all rows render again. */
export interface Column<Row> {
  id: string
  /** The header in the user's language. */
  header: string
  cell: (row: Row) => ReactNode
  /** Shown before the header: a checkbox that selects the page. */
  headerControl?: ReactNode
  /** Minimum width, px. */
  width?: number
  numeric?: boolean
  /** Set when the rows are sorted by this column. */
  sorted?: 'ascending' | 'descending' | undefined
  /** Sorts the rows by this column; turns the header into a button. */
  sort?: (() => void) | undefined
  /** Hidden until the user chooses the column. */
  optional?: boolean
  /** When true for every row, the column is hidden until the user chooses it. */
  isEmpty?: (row: Row) => boolean
  /** The column with the row's actions: stays visible at the right edge, and is not printed. */
  actions?: boolean
  /** Shows the header beside each value on a phone, as for numbers and times. */
  labeled?: boolean
  /** Wraps long text. */
  wrap?: boolean
  /** Keeps an element with a text on one line, cut where the table has no room; on a phone it wraps. */
  cut?: boolean
  /** Not printed, since paper is narrower than a window. */
  screenOnly?: boolean
}

export type Density = 'comfortable' | 'compact'
/** Row heights, px. All rows have the same height, so that the layout does not shift during loading or scrolling. */
const rowHeights = { comfortable: 32, compact: 28 } as const

/** What tells a row from the others: a field of it, or a function, which must stay the same between renders. */
export type RowKey<Row> = (keyof Row & string) | ((row: Row) => string)

interface DataTableProps<Row> {
  /** The table's accessible name. */
  label: string
  columns: readonly Column<Row>[]
  /** `undefined` during the first load: the table shows a skeleton of `expected` rows. */
  rows: readonly Row[] | undefined
  rowKey: RowKey<Row>
  expected?: number
  /** True while the previous page's rows are still shown: dims the rows and sets `aria-busy`. */
  stale?: boolean
  density?: Density
}

/** With more rows than this, only the rows in view are in the document. */
const virtualAbove = 200
const skeletonKeys = Array.from({ length: 50 }, (_, index) => `skeleton-${index}`)

/** Returns the data attributes that the style sheet uses. */
const marksOf = <Row,>({ numeric, actions, labeled, wrap, screenOnly }: Column<Row>) => ({
  'data-numeric': numeric || undefined,
  'data-actions': actions || undefined,
  'data-labeled': labeled || undefined,
  'data-wrap': wrap || undefined,
  'data-no-print': actions || screenOnly || undefined,
})

/** Creates each row once, when it first comes into view: creating 10,000 rows at every change would be slow. */
function createRowRenderer<Row>(
  rows: readonly Row[],
  columns: readonly Column<Row>[],
  rowKey: RowKey<Row>,
): (index: number) => ReactElement | undefined {
  const keyOf = (row: Row) => (typeof rowKey === 'function' ? rowKey(row) : String(row[rowKey]))
  const rendered: (ReactElement | undefined)[] = []
  const renderRow = (row: Row, index: number) => (
    <tr key={keyOf(row)} aria-rowindex={index + 2}>
      {columns.map((column) => (
        <td key={column.id} {...marksOf(column)} data-label={column.header}>
          {column.cut === true ? <div className={classes.cut}>{column.cell(row)}</div> : column.cell(row)}
        </td>
      ))}
    </tr>
  )
  return (index) => {
    const row = rows[index]
    return row === undefined ? undefined : (rendered[index] ??= renderRow(row, index))
  }
}

/** True while the table is wider than its place on the page. */
function useIsWide(scroller: RefObject<HTMLElement | null>): boolean {
  const [isWide, setWide] = useState(false)
  useLayoutEffect(() => {
    const place = scroller.current
    const table = place?.firstElementChild
    if (place === null || table == null || typeof ResizeObserver === 'undefined') return undefined
    const measure = () => setWide(table.scrollWidth > place.clientWidth + 1)
    const observer = new ResizeObserver(measure)
    observer.observe(place)
    // Reports once after the first layout, too: measuring here would lay out the page twice.
    observer.observe(table)
    return () => observer.disconnect()
  }, [scroller])
  return isWide
}

/**
 * The console's only table: header and first column stay in view, the page scrolls, rows are created once. A table that is wider
 * than the page scrolls within itself. On a phone, the rows are cards.
 * A plain table: Mantine's table imports its scroll area and floating-ui, 15 kB before the first page.
 */
export function DataTable<Row>(props: DataTableProps<Row>) {
  const { label, columns, rows, rowKey, expected = 20, stale = false, density = 'comfortable' } = props
  const scroller = useRef<HTMLElement>(null)
  useRowFocus(scroller)
  const isWide = useIsWide(scroller)
  const drawRow = useMemo(() => createRowRenderer(rows ?? [], columns, rowKey), [rows, columns, rowKey])
  const count = rows?.length ?? 0
  const firstRows = (most: number) => Array.from({ length: most }, (_, index) => drawRow(index))
  return (
    <section
      ref={scroller}
      className={classes.scroller}
      aria-label={label}
      data-place={label}
      data-wide={isWide || undefined}
      // oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex -- The keyboard scrolls rows without a control too.
      tabIndex={0}
    >
      <table
        className={classes.table}
        data-density={density}
        data-stale={stale || undefined}
        aria-label={label}
        aria-busy={stale || rows === undefined}
        aria-rowcount={rows === undefined ? -1 : rows.length + 1}
      >
        {/* Rows change the column widths: new header elements replace the skeleton's, so the change is no layout shift. */}
        <thead key={rows === undefined ? 'awaited' : 'rows'}>
          <tr aria-rowindex={1}>
            {columns.map((column) => {
              const { id, header, headerControl, width, sorted, sort } = column
              return (
                <th key={id} scope="col" style={{ minWidth: width }} {...marksOf(column)} aria-sort={sorted}>
                  {headerControl}
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
        {rows !== undefined && count <= virtualAbove && <tbody>{firstRows(count)}</tbody>}
        {count > virtualAbove && (
          <Suspense fallback={<tbody>{firstRows(40)}</tbody>}>
            <VirtualBody
              count={count}
              drawRow={drawRow}
              rowHeight={rowHeights[density]}
              scroller={isWide ? scroller : null}
            />
          </Suspense>
        )}
      </table>
    </section>
  )
}
