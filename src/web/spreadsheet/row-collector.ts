import { isRemark } from '#contract/remarks.ts'
import type { CellValue } from './cell-values.ts'
import {
  longestCell,
  maxCells,
  maxCharacters,
  maxColumns,
  type CellIssue,
  type OnProgress,
  type ReadOptions,
  type SheetRow,
} from './sheet.ts'
import { Refusal } from './unpack.ts'

/** A rectangle of merged cells: columns from 0, lines from 1. */
export interface Merge {
  column: number
  line: number
  lastLine: number
}

export interface CollectedRows {
  rows: readonly SheetRow[]
  total: number
  hiddenRows: { count: number; isRead: boolean }
  hiddenColumns: readonly number[]
  mergedRows: number
}

interface BookSheet {
  name: string
  isHidden: boolean
  /** Throws `Refusal`. */
  read: (options: ReadOptions, onProgress: OnProgress) => Promise<CollectedRows>
}

/** An opened workbook of any format. */
export interface Book {
  sheets: readonly BookSheet[]
  /** The name of the sheet on which it opens. */
  opened: string | undefined
}

/**
 * Collects the rows of one sheet of a workbook that are not blank: counts all of them, and keeps at most `maxRows`. Throws `Refusal`
 * beyond the limits.
 */
export class RowCollector {
  readonly #maxRows: number
  readonly #withHidden: boolean
  readonly #rows: { row: SheetRow; isHidden: boolean }[] = []
  readonly #hiddenColumns = new Set<number>()
  readonly #merges: Merge[] = []
  #cells: string[] = []
  #issues = new Map<number, CellIssue>()
  #counts = { rows: 0, hidden: 0, kept: 0, cells: 0, characters: 0 }

  constructor(maxRows: number, withHidden: boolean) {
    this.#maxRows = maxRows
    this.#withHidden = withHidden
  }

  /** Counts cells, blank ones too. */
  count(cells: number): void {
    this.#counts.cells += cells
    if (this.#counts.cells > maxCells) throw new Refusal('too-many-cells')
  }

  /** Sets a cell of the current row. */
  set(column: number, { text: whole, issue }: CellValue): void {
    if (whole === '' && issue === undefined) return
    const text = whole.slice(0, longestCell)
    this.#counts.characters += text.length
    if (this.#counts.characters > maxCharacters) throw new Refusal('unpacks-too-large')
    if (column >= maxColumns) throw new Refusal('too-many-columns')
    // A value far to the right creates blank cells for all columns before it.
    this.count(Math.max(0, column - this.#cells.length))
    while (this.#cells.length < column) this.#cells.push('')
    this.#cells[column] = text
    if (issue !== undefined) this.#issues.set(column, issue)
  }

  /** Ends the current row, which stands on this and the following `repeated - 1` lines. */
  endRow(line: number, isHidden: boolean, repeated = 1): void {
    const [cells, issues] = [this.#cells, this.#issues]
    this.#cells = []
    this.#issues = new Map()
    if (isRemark(cells[0] ?? '')) return
    if (cells.every((text) => text.trim() === '') && issues.size === 0) return
    if (repeated > 1) this.count((repeated - 1) * cells.length)
    for (let at = line; at < line + repeated; at++) {
      if (isHidden) this.#counts.hidden += 1
      else this.#counts.rows += 1
      if (this.#counts.kept >= this.#maxRows || this.#rows.length > 2 * this.#maxRows) continue
      if (!isHidden || this.#withHidden) this.#counts.kept += 1
      this.#rows.push({
        row: issues.size === 0 ? { line: at, cells } : { line: at, cells, issues },
        isHidden,
      })
    }
  }

  hideColumns(first: number, last: number): void {
    for (let column = first; column <= Math.min(last, maxColumns - 1); column++)
      this.#hiddenColumns.add(column)
  }

  merge(merge: Merge): void {
    if (merge.lastLine === merge.line) return
    this.#merges.push(merge)
    if (this.#merges.length > maxCells) throw new Refusal('too-many-cells')
  }

  /** Gives the value of each merged cell to the rows below its first. Returns the lines that got one. */
  #fill(): ReadonlySet<number> {
    const filled = new Set<number>()
    if (this.#merges.length === 0) return filled
    const byLine = new Map(this.#rows.map((each, index) => [each.row.line, index]))
    for (const { column, line, lastLine } of this.#merges) {
      const first = byLine.get(line)
      const source = this.#rows[first ?? -1]?.row
      const text = source?.cells[column] ?? ''
      if (first === undefined || source === undefined || text.trim() === '') continue
      const issue = source.issues?.get(column)
      // The rows are in the order of their lines, so the merge covers those that follow.
      for (let at = first + 1; at < this.#rows.length; at++) {
        const each = this.#rows[at]
        if (each === undefined || each.row.line > lastLine) break
        if ((each.row.cells[column] ?? '').trim() !== '') continue
        this.count(1 + Math.max(0, column - each.row.cells.length))
        const cells = Array.from({ length: Math.max(each.row.cells.length, column + 1) }, (_, index) =>
          index === column ? text : (each.row.cells[index] ?? ''),
        )
        const issues = issue === undefined ? each.row.issues : new Map(each.row.issues).set(column, issue)
        each.row =
          issues === undefined ? { line: each.row.line, cells } : { line: each.row.line, cells, issues }
        filled.add(each.row.line)
      }
    }
    return filled
  }

  result(): CollectedRows {
    const filled = this.#fill()
    const { hidden, rows } = this.#counts
    const read = this.#rows.filter(({ isHidden }) => !isHidden || this.#withHidden).map(({ row }) => row)
    return {
      rows: read,
      total: this.#withHidden ? rows + hidden : rows,
      hiddenRows: { count: hidden, isRead: this.#withHidden },
      hiddenColumns: [...this.#hiddenColumns].toSorted((a, b) => a - b),
      mergedRows: read.filter(({ line }) => filled.has(line)).length,
    }
  }
}
