import type { Encoding } from './encoding.ts'

/** The delimiters that are recognized, likeliest first. A line such as `sep=#` declares any other. */
export const delimiters = [',', ';', '\t', '|', '~', '^', ':', ' '] as const

/**
 * Why a cell's text may differ from the author's input. `date`: the spreadsheet program turned the input into a date. `rounded`: a
 * number with more digits than spreadsheet programs keep, or than its format shows. `formula`: no saved result; the text is the
 * formula. `format`: the cell's format shows nothing, or cannot be read. `error`: for example #N/A. `quote`: a quotation mark that
 * nothing closes. `break`: a line break or tab within the text.
 */
const cellIssues = ['date', 'rounded', 'formula', 'format', 'error', 'quote', 'break'] as const
export type CellIssue = (typeof cellIssues)[number]
export const isCellIssue = (reason: string): reason is CellIssue => cellIssues.some((each) => each === reason)

/** Returns a column's letters: A to Z, then AA. `column` counts from 0. */
export function lettersOf(column: number): string {
  const last = String.fromCodePoint(65 + (column % 26))
  return column < 26 ? last : lettersOf(Math.floor(column / 26) - 1) + last
}

/** A row of the sheet; every cell is text. */
export interface SheetRow {
  /** The row number in the spreadsheet, from 1. Blank rows count; the line breaks within a cell do not. */
  line: number
  cells: readonly string[]
  /** Issues by column, from 0, except `break`: see `issueAt`. */
  issues?: ReadonlyMap<number, CellIssue> | undefined
}

/** Returns the issue with a row's cell in a column, from 0. */
export const issueAt = ({ cells, issues }: SheetRow, column: number): CellIssue | undefined =>
  issues?.get(column) ?? (/[\t\n\v\f\r\u2028\u2029]/.test((cells[column] ?? '').trim()) ? 'break' : undefined)

/** An encoding in which the file can be read, with up to three texts as they would then be. */
export interface EncodingChoice {
  encoding: Encoding
  samples: readonly string[]
}
/** Replaces a cell with typed text and removes the cell's spreadsheet issue. */
export const withCell = ({ line, cells, issues }: SheetRow, column: number, text: string): SheetRow => ({
  line,
  cells: Array.from({ length: Math.max(cells.length, column + 1) }, (_, index) =>
    index === column ? text : (cells[index] ?? ''),
  ),
  issues: issues && new Map([...issues].filter(([issueColumn]) => issueColumn !== column)),
})

export interface Sheet {
  /** Rows that are not blank, including the header; at most `maxRows`. */
  rows: readonly SheetRow[]
  /** The number of all rows that are not blank, without hidden ones that were left out. */
  total: number
  /** `null` for pasted text and for a workbook. */
  encoding: Encoding | null
  /** The encodings to choose from, likeliest first; empty when the encoding is certain or chosen. */
  encodingChoices: readonly EncodingChoice[]
  /** The character between the cells; `null` for a workbook. */
  delimiter: string | null
  /** True when the text contains bytes that are invalid in the encoding. */
  garbled: boolean
  /** The line of the first quotation mark that nothing closes in its row; its row's marks are then read as text. */
  openQuote: number | null
  /** Names of the workbook's visible sheets, in order; empty for text. */
  sheets: readonly string[]
  /** The name of the sheet that was read; `null` for text. */
  sheet: string | null
  /** The sheets that were passed over because they have no rows, or no column that the import knows. */
  passedOver: readonly { name: string; why: 'empty' | 'noTable' }[]
  /** The number of rows that the workbook hides, for example by a filter, and whether they were read. */
  hiddenRows: { count: number; isRead: boolean }
  /** Columns that the workbook hides, from 0. */
  hiddenColumns: readonly number[]
  /** The number of rows with a value that belongs to a merged cell above them. */
  mergedRows: number
}

/** What a text file and a workbook do not have in common. */
export const noText = {
  encoding: null,
  encodingChoices: [],
  delimiter: null,
  garbled: false,
  openQuote: null,
}
export const noWorkbook = {
  sheets: [],
  sheet: null,
  passedOver: [],
  hiddenRows: { count: 0, isRead: false },
  hiddenColumns: [],
  mergedRows: 0,
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
  delimiter?: string | undefined
  /** For a workbook: the user's choice; by default the sheet on which the workbook opens, or the first with a table. */
  sheet?: string | undefined
  /** For a workbook: true to read hidden rows too. */
  hiddenRows?: boolean | undefined
  /** The column names, in the form of `plainHeader`, that tell a table from instructions and a file's encoding. */
  columnNames?: ReadonlySet<string> | undefined
}

/** Called with the completed fraction, from 0 to 1. */
export type OnProgress = (fraction: number) => void
