import { extensionKind, mappingOf } from '#web/pages/jobs/import/extension-kind.ts'
import type { Mapping } from '#web/pages/jobs/import/fields.ts'
import { toRow, type Row } from '#web/pages/jobs/import/rows.ts'
import { rosterReader, type RosterField } from '#web/pages/people/roster-file.ts'
import {
  guessColumns,
  columnNamesOf,
  mapColumns,
  type ImportKind,
  type Mapped,
} from '#web/spreadsheet/columns.ts'
import { tableOf } from '#web/spreadsheet/headers.ts'
import { readText } from '#web/spreadsheet/read-text.ts'
import { noText, noWorkbook, type Sheet, type SheetRow } from '#web/spreadsheet/sheet.ts'

/** A sheet of a workbook with these rows. */
export const sheetOf = (rows: readonly SheetRow[]): Sheet => ({
  ...noText,
  ...noWorkbook,
  rows,
  total: rows.length,
  sheets: ['Sheet1'],
  sheet: 'Sheet1',
})

/** The table of a sheet, with the columns that an import guesses. */
export function mappedSheet<Field extends string>(sheet: Sheet, kind: ImportKind<Field>): Mapped<Field> {
  const table = tableOf(sheet, columnNamesOf(kind))
  return mapColumns(kind, table, guessColumns(kind, table), new Set())
}

export function mappedText<Field extends string>(text: string, kind: ImportKind<Field>): Mapped<Field> {
  const sheet = readText(text, { maxRows: 100 })
  if (typeof sheet === 'string') throw new Error(sheet)
  return mappedSheet(sheet, kind)
}

/** The lines of a roster. */
export const readRoster = ({ body, columns }: Pick<Mapped<RosterField>, 'body' | 'columns'>) =>
  body.map(rosterReader(columns))

/** The mapping that the import of extensions guesses; `header` is null for a sheet without one. */
export const guessMapping = (
  header: readonly string[] | null,
  rows: readonly (readonly string[])[],
  kind = extensionKind,
): Mapping =>
  mappingOf(guessColumns(kind, { header, body: rows.map((cells, at) => ({ line: at + 2, cells })) }))

/** The rows of an import of extensions, read and checked. */
export const toRows = (rows: readonly SheetRow[], mapping: Mapping): Row[] =>
  rows.map((row) => toRow(row, mapping))
