import { tableOf, type Table } from '#web/shared/spreadsheet/headers.ts'
import { readText } from '#web/shared/spreadsheet/read-text.ts'
import type { Sheet, SheetRow } from '#web/shared/spreadsheet/sheet.ts'

/** A sheet of a workbook with these rows. */
export const sheetOf = (rows: readonly SheetRow[]): Sheet => ({
  rows,
  total: rows.length,
  encoding: null,
  delimiter: null,
  garbled: false,
  openQuote: null,
  sheets: ['Sheet1'],
  sheet: 'Sheet1',
  passedOver: [],
})

/** The table of a text, found with the column names that an import knows. */
export function tableIn(text: string, known: ReadonlySet<string>): Table {
  const sheet = readText(text, { maxRows: 100 })
  if (typeof sheet === 'string') throw new Error(sheet)
  return tableOf(sheet, known)
}
