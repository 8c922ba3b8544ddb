import Papa from 'papaparse'

/** Cells that a spreadsheet would run (CWE-1236). The library's own pattern lets one pass that holds a line break. */
const formula = /^[=+\-@\t\r\n＝＋－＠]/

/** Rows as CSV, with a byte order mark, without which spreadsheet programs garble Chinese. */
export const csvText = (fields: readonly string[], data: readonly (readonly (string | number)[])[]): string =>
  `\uFEFF${Papa.unparse({ fields: [...fields], data: data.map((row) => [...row]) }, { escapeFormulae: formula })}\r\n`

/** The apostrophe of a cell that was disarmed. */
export const disarmed = /^'(?=[=+\-@\t\r\n＝＋－＠])/
