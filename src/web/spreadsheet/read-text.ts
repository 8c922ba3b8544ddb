import Papa from 'papaparse'
import { decode, guessEncoding } from './encoding.ts'
import {
  delimiters,
  longestCell,
  maxCells,
  maxColumns,
  type Delimiter,
  type OnProgress,
  type ReadOptions,
  type Sheet,
  type SheetError,
  type SheetRow,
} from './sheet.ts'

const progressEvery = 500
/** Number of characters and rows to guess the delimiter from. */
const guessed = { characters: 65_536, rows: 50 }

function guessDelimiter(text: string): Delimiter {
  const { meta } = Papa.parse(text.slice(0, guessed.characters), {
    delimitersToGuess: [...delimiters],
    newline: '\n',
    preview: guessed.rows,
    // A blank line, including the line after the last row, has no columns to compare.
    skipEmptyLines: 'greedy',
  })
  return delimiters.find((each) => each === meta.delimiter) ?? ','
}

/** Reads a sheet from a text file's bytes or pasted text. */
export function readText(
  source: Uint8Array | string,
  { maxRows, encoding, delimiter }: ReadOptions,
  onProgress: OnProgress = () => undefined,
): Sheet | SheetError {
  const used = typeof source === 'string' ? null : (encoding ?? guessEncoding(source))
  const decoded = typeof source === 'string' ? source.replace(/^\uFEFF/, '') : decode(source, used ?? 'utf-8')
  // Text contains no zeros. In an encoding that the user chose, a zero means a wrong choice, which they can still correct.
  if (encoding === undefined && decoded.includes('\0')) return 'not-spreadsheet'
  // A file edited by several programs can mix line ends; the parser would use only the first kind and lose rows.
  const lines = decoded.replaceAll(/\r\n?/g, '\n')
  const [declaration = '', declared] = /^"?sep=(.)"?[,;\t]*\n/i.exec(lines) ?? []
  const text = lines.slice(declaration.length)
  const separator = delimiter ?? delimiters.find((each) => each === declared) ?? guessDelimiter(text)
  const rows: SheetRow[] = []
  let [line, total, cellCount] = [declaration === '' ? 0 : 1, 0, 0]
  let refusal: SheetError | null = null
  let openQuote: number | null = null
  Papa.parse<string[]>(text, {
    delimiter: separator,
    newline: '\n',
    step: ({ data: cells, errors, meta }, parser) => {
      line += 1
      cellCount += cells.length
      if (cells.length > maxColumns) refusal = 'too-many-columns'
      else if (cellCount > maxCells) refusal = 'too-many-cells'
      if (refusal !== null) {
        parser.abort()
        return
      }
      const swallows = cells.some((cell) => cell.includes('\n'))
      if (errors.some(({ code }) => code === 'MissingQuotes' || (code === 'InvalidQuotes' && swallows)))
        openQuote = line
      if (line % progressEvery === 0) onProgress(meta.cursor / text.length)
      if (cells.every((cell) => cell.trim() === '')) return
      total += 1
      if (rows.length < maxRows) rows.push({ line, cells: cells.map((cell) => cell.slice(0, longestCell)) })
    },
  })
  if (refusal !== null) return refusal
  if (total === 0) return 'empty'
  return {
    rows,
    total,
    encoding: used,
    delimiter: separator,
    garbled: text.includes('\uFFFD'),
    openQuote,
    sheets: [],
    sheet: null,
    passedOver: [],
  }
}
