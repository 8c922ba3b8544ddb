import Papa from 'papaparse'
import { escapeFormulas } from '#contract/formulas.ts'

/** Returns rows as CSV with escaped formulas and a byte order mark; without the mark, spreadsheet programs garble Chinese. */
export const csvText = (fields: readonly string[], data: readonly (readonly (string | number)[])[]): string =>
  `\uFEFF${Papa.unparse({
    fields: [...fields],
    data: data.map((row) => row.map((cell) => (typeof cell === 'string' ? escapeFormulas(cell) : cell))),
  })}\r\n`
