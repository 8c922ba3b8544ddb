import Papa from 'papaparse'
import { escapeFormulas } from '#contract/formulas.ts'

/** Makes spreadsheets read the file as UTF-8. */
export const byteOrderMark = '\uFEFF'

/** Returns the rows as CSV lines with formulas escaped; an empty text for no rows. */
export const csvLines = (rows: readonly (readonly (string | number)[])[]): string =>
  rows.length === 0
    ? ''
    : `${Papa.unparse(rows.map((row) => row.map((cell) => (typeof cell === 'string' ? escapeFormulas(cell) : cell))))}\r\n`

export const csvType = 'text/csv; charset=utf-8'

/** Rows per piece. */
const rowsAtOnce = 1_000

/** Yields the file of `toCsv` in pieces of whole lines; at least one piece. */
export function* csvPieces<Row>(
  fields: readonly string[],
  rows: readonly Row[],
  cellsOf: (row: Row) => readonly (string | number)[],
): Generator<string> {
  let head = byteOrderMark + csvLines([fields])
  for (let start = 0; start === 0 || start < rows.length; start += rowsAtOnce) {
    yield head + csvLines(rows.slice(start, start + rowsAtOnce).map(cellsOf))
    head = ''
  }
}

/** Returns a CSV file that spreadsheets open as UTF-8. */
export const toCsv = (fields: readonly string[], data: readonly (readonly (string | number)[])[]): string =>
  byteOrderMark + csvLines([fields, ...data])
