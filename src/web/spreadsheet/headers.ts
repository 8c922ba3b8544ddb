import { isNumber } from '../lib/typed.ts'
import type { Sheet, SheetRow } from './sheet.ts'

/** Normalizes a header: removes case, accents, spaces, punctuation and remarks in brackets; reads 座席 as 坐席. */
export const plainHeader = (name: string): string =>
  name
    .normalize('NFKD')
    .replaceAll(/[\u0300-\u036F]/g, '')
    .normalize('NFC')
    .toLowerCase()
    .replaceAll('座席', '坐席')
    .replaceAll(/\([^)]*\)|\[[^\]]*\]|【[^】]*】/g, '')
    .replaceAll(/[\s_\-.*:#'"/\u200B-\u200D\uFEFF]/g, '')

/** The header is among the first rows: exports put titles, dates and a second header above the data. */
export const searchedRows = 10

/** The rows of a header, by position: two rows when the upper one groups the columns of the lower one. */
export interface HeaderPlace {
  from: number
  to: number
}

/** Returns a row's cells, each with the group above it; the group of a merged cell continues to the right. */
function groupNames(
  upper: readonly string[],
  lower: readonly string[],
  columnNames: ReadonlySet<string>,
): string[] {
  let group = ''
  return Array.from({ length: Math.max(upper.length, lower.length) }, (_, column) => {
    const [above = '', cell = ''] = [upper[column]?.trim(), lower[column]?.trim()]
    if (above !== '') group = above
    if (cell === '') return above
    return columnNames.has(plainHeader(`${group} ${cell}`)) ? `${group} ${cell}` : cell
  })
}

/** Returns the column names of a header. */
function namesAt(
  rows: readonly SheetRow[],
  { from, to }: HeaderPlace,
  columnNames: ReadonlySet<string>,
): readonly string[] {
  const lower = rows[to]?.cells ?? []
  return from === to ? lower : groupNames(rows[from]?.cells ?? [], lower, columnNames)
}

const countCells = ({ cells }: SheetRow) => cells.filter((cell) => cell.trim() !== '').length
const hasNumber = ({ cells }: SheetRow) => cells.some((cell) => isNumber(cell))

/** Returns the place of the most known names among the first rows, the lower of two headers in two languages. */
function knownPlace(rows: readonly SheetRow[], columnNames: ReadonlySet<string>): HeaderPlace | null {
  let [best, most]: [HeaderPlace | null, number] = [null, 0]
  for (const [to, row] of rows.slice(0, searchedRows).entries())
    for (const from of [to, to - 1]) {
      if (from < 0) continue
      const count = namesAt(rows, { from, to }, columnNames).filter((name) =>
        columnNames.has(plainHeader(name)),
      ).length
      if (count === 0 || (count === 1 && hasNumber(row))) continue
      if (count > most || (count === most && from === to && to - 1 === best?.to))
        [best, most] = [{ from, to }, count]
    }
  return best
}

/**
 * Finds the header; null when the rows begin with data. Without a known name, it is the first row as wide as the first row with a
 * number.
 */
export function headerPlace(rows: readonly SheetRow[], columnNames: ReadonlySet<string>): HeaderPlace | null {
  const place = knownPlace(rows, columnNames)
  if (place !== null) return place
  const data = rows.slice(0, searchedRows).findIndex(hasNumber)
  // The first row of a plain list is an entry of the list.
  if (data === 0 || rows.every(({ cells }) => cells.length < 2)) return null
  const width = countCells(rows[Math.max(data, 0)] ?? { line: 0, cells: [] })
  const first = data === -1 ? 0 : rows.findIndex((row) => countCells(row) >= width)
  const at = first < data ? first : Math.max(0, data - 1)
  return { from: at, to: at }
}

/** True when the first rows have a known column name or a number; false for a sheet of instructions. */
export const isTable = (rows: readonly SheetRow[], columnNames: ReadonlySet<string>): boolean =>
  knownPlace(rows, columnNames) !== null || rows.slice(0, searchedRows).some(hasNumber)

/** A sheet divided at its header. */
export interface Table {
  sheet: Sheet
  place: HeaderPlace | null
  /** The column names; null without a header. */
  header: readonly string[] | null
  /** The rows of data that were kept. */
  body: readonly SheetRow[]
  /** The number of all rows of data. */
  total: number
}

/** Divides a sheet at a header; `null` when it has none. */
export function dividedAt(sheet: Sheet, columnNames: ReadonlySet<string>, place: HeaderPlace | null): Table {
  const { rows, total } = sheet
  if (place === null) return { sheet, place, header: null, body: rows, total }
  const above = place.to + 1
  const header = namesAt(rows, place, columnNames)
  return { sheet, place, header, body: rows.slice(above), total: Math.max(0, total - above) }
}

/** Divides a sheet at the header that was found. */
export const tableOf = (sheet: Sheet, columnNames: ReadonlySet<string>): Table =>
  dividedAt(sheet, columnNames, headerPlace(sheet.rows, columnNames))
