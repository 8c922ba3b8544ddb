import Papa from 'papaparse'
import { decode, guessEncoding, type Encoding } from '../../lib/encoding.ts'

export const delimiters = [',', ';', '\t'] as const
export type Delimiter = (typeof delimiters)[number]

/** A row as it is in the sheet; every cell is text. */
export interface SheetRow {
  /** Its row in the spreadsheet, from 1; blank rows count, a cell of several lines does not. */
  line: number
  cells: readonly string[]
}

export interface Sheet {
  /** Rows with anything in them, the header's included; at most `mostRows`. */
  rows: readonly SheetRow[]
  /** How many there are in all. */
  total: number
  /** Null for pasted text. */
  encoding: Encoding | null
  delimiter: Delimiter
  /** Holds characters that the encoding does not know. */
  garbled: boolean
  /** The line where a quotation mark is opened and not closed in its cell: what follows it has been read as one cell. */
  openQuote: number | null
}

/** Why nothing could be read: no cell with anything in it, an Excel workbook instead of text. */
export type SheetFault = 'empty' | 'workbook'

export interface ReadOptions {
  /** Rows beyond these are counted, not kept. */
  mostRows: number
  /** As the reader knows better; guessed when left out. */
  encoding?: Encoding | undefined
  delimiter?: Delimiter | undefined
}

/** How .xlsx (a ZIP archive) and .xls (a compound file) begin. */
const workbooks = [
  [0x50, 0x4b, 0x03, 0x04],
  [0xd0, 0xcf, 0x11, 0xe0],
]
const isWorkbook = (bytes: Uint8Array) =>
  workbooks.some((magic) => magic.every((byte, index) => bytes[index] === byte))

const progressEvery = 500
/** Characters and rows that the delimiter is guessed from. */
const guessed = { characters: 65_536, rows: 50 }

function guessDelimiter(text: string): Delimiter {
  const { meta } = Papa.parse(text.slice(0, guessed.characters), {
    delimitersToGuess: [...delimiters],
    newline: '\n',
    preview: guessed.rows,
    // A blank line, the one after the last row included, has no columns to be compared.
    skipEmptyLines: 'greedy',
  })
  return delimiters.find((each) => each === meta.delimiter) ?? ','
}

/**
 * A sheet from a file's bytes or from pasted text. `onProgress` hears the fraction that is done.
 * Pure and synchronous: `parseInWorker` runs it in a worker. Answers a fault when there is nothing to read.
 */
export function readSheet(
  source: Uint8Array | string,
  { mostRows, encoding, delimiter }: ReadOptions,
  onProgress: (fraction: number) => void = () => undefined,
): Sheet | SheetFault {
  if (typeof source !== 'string' && isWorkbook(source)) return 'workbook'
  const used = typeof source === 'string' ? null : (encoding ?? guessEncoding(source))
  const decoded = typeof source === 'string' ? source.replace(/^\uFEFF/, '') : decode(source, used ?? 'utf-8')
  // Files that several programs wrote to mix line ends; the parser would keep to the first kind and lose rows.
  const text = decoded.replaceAll(/\r\n?/g, '\n')
  const separator = delimiter ?? guessDelimiter(text)
  const rows: SheetRow[] = []
  let [line, total] = [0, 0]
  let openQuote: number | null = null
  Papa.parse<string[]>(text, {
    delimiter: separator,
    newline: '\n',
    step: ({ data: cells, errors, meta }) => {
      line += 1
      const swallows = cells.some((cell) => cell.includes('\n'))
      if (errors.some(({ code }) => code === 'MissingQuotes' || (code === 'InvalidQuotes' && swallows)))
        openQuote = line
      if (line % progressEvery === 0) onProgress(meta.cursor / text.length)
      if (cells.every((cell) => cell.trim() === '')) return
      total += 1
      if (rows.length < mostRows) rows.push({ line, cells })
    },
  })
  if (total === 0) return 'empty'
  return {
    rows,
    total,
    encoding: used,
    delimiter: separator,
    garbled: text.includes('\uFFFD'),
    openQuote,
  }
}
