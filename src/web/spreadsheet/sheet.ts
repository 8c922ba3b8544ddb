import type { Encoding } from './encoding.ts'

export const delimiters = [',', ';', '\t'] as const
export type Delimiter = (typeof delimiters)[number]

/**
 * Why a workbook cell's text may differ from the author's input. `date`: the spreadsheet program turned the input into a date.
 * `rounded`: a number with more digits than spreadsheet programs keep. `formula`: no saved value. `error`: for example #N/A.
 */
export type CellIssue = 'date' | 'rounded' | 'formula' | 'error'

/** A row of the sheet; every cell is text. */
export interface SheetRow {
  /** The row number in the spreadsheet, from 1. Blank rows count; the line breaks within a cell do not. */
  line: number
  cells: readonly string[]
  /** Issues by column, from 0. */
  issues?: ReadonlyMap<number, CellIssue> | undefined
}

/** Replaces a cell with typed text and removes the cell's spreadsheet issue. */
export const withCell = ({ line, cells, issues }: SheetRow, column: number, text: string): SheetRow => ({
  line,
  cells: Array.from({ length: Math.max(cells.length, column + 1) }, (_, index) =>
    index === column ? text : (cells[index] ?? ''),
  ),
  issues: issues && new Map([...issues].filter(([other]) => other !== column)),
})

export interface Sheet {
  /** Rows that are not blank, including the header; at most `maxRows`. */
  rows: readonly SheetRow[]
  /** The number of all rows that are not blank. */
  total: number
  /** `null` for pasted text and for a workbook. */
  encoding: Encoding | null
  /** `null` for a workbook. */
  delimiter: Delimiter | null
  /** True when the text contains bytes that are invalid in the encoding. */
  garbled: boolean
  /** The line with a quotation mark that never closes in its cell: the text after it was read as one cell. */
  openQuote: number | null
  /** Names of the workbook's visible sheets, in order; empty for text. */
  sheets: readonly string[]
  /** The name of the sheet that was read; `null` for text. */
  sheet: string | null
  /** The sheets that were passed over because they have no rows, or no column that the import knows. */
  passedOver: readonly { name: string; why: 'empty' | 'noTable' }[]
}

/** Most cells of one sheet, including blank cells; also the most shared texts of a workbook. */
export const maxCells = 750_000
/** Most columns: the page renders each column as an option for each field. */
export const maxColumns = 256
/** Characters kept of a cell, as many as Excel allows: after an open quotation mark, the rest of the file is one cell. */
export const longestCell = 32_767
/** Most characters in a workbook's sheet. A shared text exists once in the file, but once per cell in the result. */
export const maxCharacters = 50_000_000

/**
 * Why nothing could be read. `empty`: all cells are blank; `old-workbook`: .xls; `encrypted`: needs a password; `not-spreadsheet`:
 * another kind of file; `damaged`: a workbook with an invalid format; `unsafe`: a workbook with a document type, which could declare
 * entities; `unpacks-too-large`, `too-many-cells` and `too-many-columns`: more than the browser should hold or render.
 */
export const sheetErrors = [
  'empty',
  'old-workbook',
  'encrypted',
  'not-spreadsheet',
  'damaged',
  'unsafe',
  'unpacks-too-large',
  'too-many-cells',
  'too-many-columns',
] as const
export type SheetError = (typeof sheetErrors)[number]

export interface ReadOptions {
  /** Rows beyond this number are counted, but not kept. */
  maxRows: number
  /** For text: the user's choice; guessed by default. */
  encoding?: Encoding | undefined
  delimiter?: Delimiter | undefined
  /** For a workbook: the user's choice; by default the sheet on which the workbook opens, or the first with a table. */
  sheet?: string | undefined
  /** The column names that tell a table from instructions. */
  known?: ReadonlySet<string> | undefined
}

/** Called with the completed fraction, from 0 to 1. */
export type OnProgress = (fraction: number) => void
