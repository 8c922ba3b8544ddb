import Papa from 'papaparse'
import { escapeFormulas } from '#contract/formulas.ts'
import { dateHeader, type ZoneTimes } from '#contract/zone-time.ts'

type Cell = string | number | null | undefined

/** The columns of a file by name, in their order: what a row has there, or at which time or on which date. */
export type Columns<Row> = Readonly<
  Record<string, ((row: Row) => Cell) | { time: (row: Row) => number | null } | { date: (row: Row) => Cell }>
>

/** Columns with the fields of these names. */
export const fields = <Name extends string>(...names: Name[]) =>
  Object.fromEntries(names.map((name) => [name, (row: Readonly<Record<Name, Cell>>) => row[name]]))

/** Columns with the times in the fields of these names. */
export const timeFields = <Name extends string>(...names: Name[]) =>
  Object.fromEntries(
    names.map((name) => [name, { time: (row: Readonly<Record<Name, number | null>>) => row[name] }]),
  )

/** Makes spreadsheets read the file as UTF-8. */
const byteOrderMark = '\uFEFF'

export const csvType = 'text/csv; charset=utf-8'

/** Returns the rows as CSV lines with formulas escaped; an empty text for no rows. */
const csvLines = (rows: readonly (readonly Cell[])[]): string =>
  rows.length === 0
    ? ''
    : `${Papa.unparse(rows.map((row) => row.map((cell) => (typeof cell === 'string' ? escapeFormulas(cell) : cell))))}\r\n`

/**
 * Yields a CSV file in pieces of whole lines, one for each of `pages`. Times are written in the zone that their header names.
 * @param remarks lines below the rows, in the first column: what the file lacks
 */
export async function* csvPieces<Row>(
  columns: Columns<Row>,
  pages: AsyncIterable<readonly Row[]> | Iterable<readonly Row[]>,
  {
    times,
    bom = true,
    remarks = () => [],
  }: { times: ZoneTimes; bom?: boolean; remarks?: () => readonly string[] },
): AsyncGenerator<string> {
  const headers = Object.entries(columns).map(([name, column]) =>
    'time' in column ? times.header(name) : 'date' in column ? dateHeader(name) : name,
  )
  const cellsOf = (row: Row): Cell[] =>
    Object.values(columns).map((column) =>
      'time' in column ? times.text(column.time(row)) : 'date' in column ? column.date(row) : column(row),
    )
  let head = (bom ? byteOrderMark : '') + csvLines([headers])
  for await (const rows of pages) {
    if (head !== '' || rows.length > 0) yield head + csvLines(rows.map(cellsOf))
    head = ''
  }
  const last = head + csvLines(remarks().map((remark) => [remark]))
  if (last !== '') yield last
}

/** Returns a CSV file that spreadsheets open as UTF-8. */
export const toCsv = (headers: readonly string[], rows: readonly (readonly (string | number)[])[]): string =>
  byteOrderMark + csvLines([headers, ...rows])
