import Papa from 'papaparse'
import { isRemark } from '#contract/remarks.ts'
import { isNumber } from '../lib/typed.ts'
import { plainHeader } from './headers.ts'
import {
  delimiters,
  longestCell,
  maxCells,
  maxColumns,
  noWorkbook,
  type OnProgress,
  type ReadOptions,
  type Sheet,
  type SheetError,
  type SheetRow,
} from './sheet.ts'

/** A space separates cells only in an even table, and a colon, as in times, only below names of columns. */
const guessedDelimiters = delimiters.filter((each) => each !== ' ' && each !== ':')
const progressEvery = 500
/** Number of characters and rows to guess the delimiter from. */
const guessed = { characters: 65_536, rows: 50 }
/** Open quotation marks after which all marks are read as text: the search for each reads the rest of the file. */
const maxOpenQuotes = 20

/** Matches runs of spaces, which align the columns of a table. */
const spaces = /(?<=\S) +(?=\S)/g

/** True when all rows have as many words, and columns are aligned by several spaces or the first row names one. */
function isSpaceTable(lines: readonly string[], columnNames: ReadonlySet<string>): boolean {
  const rows = lines.map((line) => line.trim().split(/ +/))
  const [first = []] = rows
  if (first.length < 2 || rows.length < 2 || rows.some(({ length }) => length !== first.length)) return false
  const isNamed = first.some((cell) => columnNames.has(plainHeader(cell)))
  return (
    isNamed ||
    (lines.every((line) => /\S {2,}\S/.test(line)) && rows.slice(1).every((row) => row.some(isNumber)))
  )
}

/**
 * Returns the delimiter that gives most rows the same number of cells, two or more. Such a row counts twice when it has a number or a
 * column name: a comma within names separates as evenly as the semicolons around them.
 */
function guessDelimiter(text: string, columnNames: ReadonlySet<string>): string {
  const start = text.slice(0, guessed.characters)
  const isTelling = (cell: string) => isNumber(cell) || columnNames.has(plainHeader(cell))
  let [best, most] = ['', 0]
  for (const delimiter of guessedDelimiters) {
    const { data } = Papa.parse<string[]>(start, {
      delimiter,
      newline: '\n',
      preview: guessed.rows,
      // A blank line, including the line after the last row, has no columns to compare.
      skipEmptyLines: 'greedy',
    })
    const scores = new Map<number, number>()
    for (const cells of data)
      if (cells.length > 1)
        scores.set(cells.length, (scores.get(cells.length) ?? 0) + (cells.some(isTelling) ? 2 : 1))
    const score = Math.max(0, ...scores.values())
    if (score > most) [best, most] = [delimiter, score]
  }
  const lines = start.split('\n', guessed.rows).filter((line) => line.trim() !== '')
  const names = (lines[0] ?? '').split(':')
  const isOfColons = names.length > 1 && names.some((name) => columnNames.has(plainHeader(name)))
  // A comma in a cell may separate nothing.
  if (isOfColons && lines.every((line) => line.split(':').length >= names.length)) return ':'
  return best === '' && isSpaceTable(lines, columnNames) ? ' ' : best || ','
}

const endMark = '\u001A'
function withoutEndMark(text: string): string {
  let rest = text
  for (let end = text.trimEnd(); end.endsWith(endMark); end = rest.trimEnd()) rest = end.slice(0, -1)
  return rest
}

/** Reads a sheet from text. */
export function readText(
  source: string,
  { maxRows, delimiter, columnNames = new Set() }: Omit<ReadOptions, 'encoding'>,
  onProgress: OnProgress = () => undefined,
): Sheet | SheetError {
  // A file edited by several programs can mix line ends; the parser would use only the first kind and lose rows. An old program
  // ends the file with a mark.
  const lines = withoutEndMark(source)
    .replace(/^\uFEFF/, '')
    .replaceAll(/\r\n?/g, '\n')
  const [declaration = '', declared] = /^"?sep=(.)"?[,;\t]*\n/i.exec(lines) ?? []
  const rest = lines.slice(declaration.length)
  const separator = delimiter ?? declared ?? guessDelimiter(rest, columnNames)
  const text = separator === ' ' ? rest.replaceAll(/^ +/gm, '').replaceAll(spaces, ' ') : rest
  const rows: SheetRow[] = []
  let [line, total, cellCount] = [declaration === '' ? 0 : 1, 0, 0]
  let refusal: SheetError | null = null
  let [openQuotes, openQuote]: [number, number | null] = [0, null]

  /** Returns false when the sheet is refused. */
  function add(cells: readonly string[], open = -1): boolean {
    line += 1
    cellCount += cells.length
    if (cells.length > maxColumns) refusal = 'too-many-columns'
    else if (cellCount > maxCells) refusal = 'too-many-cells'
    if (refusal !== null) return false
    if (isRemark(cells[0] ?? '') || cells.every((cell) => cell.trim() === '')) return true
    total += 1
    if (rows.length >= maxRows) return true
    const row = { line, cells: cells.map((cell) => cell.slice(0, longestCell)) }
    rows.push(open === -1 ? row : { ...row, issues: new Map([[open, 'quote']]) })
    return true
  }

  /** Parses from a position to the end, or to a row with an open quotation mark. Returns where it ends. */
  function parseFrom(from: number): number {
    const part = text.slice(from)
    let end = 0
    let isOpen = false
    Papa.parse<string[]>(part, {
      delimiter: separator,
      newline: '\n',
      fastMode: openQuotes >= maxOpenQuotes ? true : undefined,
      step: ({ data: cells, errors, meta }, parser) => {
        const swallows = cells.some((cell) => cell.includes('\n'))
        isOpen = errors.some(({ code }) => code === 'MissingQuotes' || (code === 'InvalidQuotes' && swallows))
        if (isOpen || !add(cells)) {
          parser.abort()
          return
        }
        end = meta.cursor
        if (line % progressEvery === 0) onProgress((from + end) / text.length)
      },
    })
    if (!isOpen || refusal !== null) return text.length
    const start = from + end
    const feed = text.indexOf('\n', start)
    const cells = text.slice(start, feed === -1 ? undefined : feed).split(separator)
    add(
      cells,
      cells.findIndex((cell) => cell.includes('"')),
    )
    openQuotes += 1
    openQuote ??= line
    return feed === -1 ? text.length : feed + 1
  }

  let at = 0
  // A refused sheet ends at once.
  while (at < text.length) at = parseFrom(at)
  if (refusal !== null) return refusal
  if (total === 0) return 'empty'
  return {
    ...noWorkbook,
    rows,
    total,
    encoding: null,
    encodingChoices: [],
    delimiter: separator,
    garbled: text.includes('\uFFFD'),
    openQuote,
  }
}
