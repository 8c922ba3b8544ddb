import Papa from 'papaparse'

/** Cells that a spreadsheet would run (CWE-1236). The library's own pattern lets one pass that holds a line break. */
const formula = /^[=+\-@\t\r\n＝＋－＠]/

/** CSV that spreadsheets open as UTF-8, with its formulas disarmed by a leading apostrophe. */
export const toCsv = (fields: readonly string[], data: readonly (readonly (string | number)[])[]): string =>
  `\uFEFF${Papa.unparse({ fields: [...fields], data: data.map((row) => [...row]) }, { escapeFormulae: formula })}\r\n`
