import { escapeFormulas } from '#contract/formulas.ts'

/**
 * Returns rows as CSV with escaped formulas and a byte order mark; without the mark, spreadsheet programs garble Chinese. The writer
 * loads when a file is saved.
 */
export async function csvText(
  fields: readonly string[],
  data: readonly (readonly (string | number)[])[],
): Promise<string> {
  const { default: Papa } = await import('papaparse')
  return `\uFEFF${Papa.unparse({
    fields: [...fields],
    data: data.map((row) => row.map((cell) => (typeof cell === 'string' ? escapeFormulas(cell) : cell))),
  })}\r\n`
}
