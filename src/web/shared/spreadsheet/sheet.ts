import type { Encoding } from '../../lib/encoding.ts'

export const delimiters = [',', ';', '\t'] as const
export type Delimiter = (typeof delimiters)[number]

/**
 * Why the text of a workbook's cell is not what its author typed. `date`: the spreadsheet program made a date of it; `rounded`: a
 * number with more digits than spreadsheet programs keep; `formula`: a formula without a last value; `error`: such as #N/A.
 */
export type CellIssue = 'date' | 'rounded' | 'formula' | 'error'

/** A row as it is in the sheet; every cell is text. */
export interface SheetRow {
  /** Its row in the spreadsheet, from 1; blank rows count, a cell of several lines does not. */
  line: number
  cells: readonly string[]
  /** By column, from 0. */
  issues?: ReadonlyMap<number, CellIssue> | undefined
}

export interface Sheet {
  /** Rows with anything in them, the header's included; at most `mostRows`. */
  rows: readonly SheetRow[]
  /** How many there are in all. */
  total: number
  /** Null for pasted text and for a workbook. */
  encoding: Encoding | null
  /** Null for a workbook. */
  delimiter: Delimiter | null
  /** Holds characters that the encoding does not know. */
  garbled: boolean
  /** The line where a quotation mark is opened and not closed in its cell: what follows it has been read as one cell. */
  openQuote: number | null
  /** Names of the workbook's sheets that are not hidden, in its order; empty for text. */
  sheets: readonly string[]
  /** Which of them was read; null for text. */
  sheet: string | null
}

/** Of one sheet, blank cells included; also the most different texts of a workbook. */
export const mostCells = 750_000
/** Each column is drawn as a choice for each field. */
export const mostColumns = 256
/** Characters of a cell that are kept, as many as Excel allows: an open quotation mark makes the rest of the file one cell. */
export const longestCell = 32_767
/** Of all cells of a workbook's sheet: a text that many cells share is one in the file, and one of each when it is answered. */
export const mostCharacters = 50_000_000

/**
 * Why nothing could be read. `empty`: no cell has anything in it; `old-workbook`: .xls; `encrypted`: needs a password;
 * `not-spreadsheet`: some other kind of file; `damaged`: a workbook that breaks its format; `unsafe`: a workbook with a document type,
 * which could name entities; `unpacks-too-large`, `too-many-cells` and `too-many-columns`: more than this browser is to hold or draw.
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
  /** Rows beyond these are counted, not kept. */
  mostRows: number
  /** For text, chosen by the user; guessed when left out. */
  encoding?: Encoding | undefined
  delimiter?: Delimiter | undefined
  /** For a workbook, chosen by the user; without it the first sheet that has rows is read. */
  sheet?: string | undefined
}

/** Called with the fraction that is done. */
export type OnProgress = (fraction: number) => void
