import Papa from 'papaparse'

/** Cells that a spreadsheet would run (CWE-1236). The library's own pattern lets one pass that holds a line break. */
const formula = /^[=+\-@\t\r\n＝＋－＠]/

/** Tells spreadsheets that the text is UTF-8. */
export const byteOrderMark = '\uFEFF'

/** Lines of CSV with their formulas disarmed by a leading apostrophe; nothing for no rows. */
export const csvLines = (rows: readonly (readonly (string | number)[])[]): string =>
  rows.length === 0
    ? ''
    : `${Papa.unparse(
        rows.map((row) => [...row]),
        { escapeFormulae: formula },
      )}\r\n`

/** CSV that spreadsheets open as UTF-8. */
export const toCsv = (fields: readonly string[], data: readonly (readonly (string | number)[])[]): string =>
  byteOrderMark + csvLines([fields, ...data])
