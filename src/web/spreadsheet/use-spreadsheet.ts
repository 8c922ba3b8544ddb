import { useEffect, useRef, useState } from 'react'
import { guessColumns, knownNames, mapped, withChoice, type ImportKind, type Mapped } from './columns.ts'
import { dividedAt, searchedRows, tableOf, type HeaderPlace, type Table } from './headers.ts'
import { parseInWorker } from './parse-in-worker.ts'
import { rememberColumns, rememberedColumns } from './remembered-columns.ts'
import { withCell, type ReadOptions, type Sheet, type SheetError } from './sheet.ts'

/** Largest file, bytes. Ten thousand full rows need a tenth of this. */
export const largestFile = 32 * 1024 * 1024

interface Source {
  /** `null` for pasted cells. */
  name: string | null
  content: Uint8Array | string
}
export type ReadingError = SheetError | 'too-large' | 'unreadable'
/** The user's corrections of guessed options. */
export type Overrides = Pick<ReadOptions, 'encoding' | 'delimiter' | 'sheet'>

/** Returns the table with its remembered columns, else with guessed ones. */
function withColumns<Field extends string>(kind: ImportKind<Field>, table: Table): Mapped<Field> {
  const remembered = table.header === null ? undefined : rememberedColumns(kind, table.header)
  return remembered === undefined
    ? mapped(kind, table, guessColumns(kind, table), new Set())
    : mapped(kind, table, remembered, 'remembered')
}

/**
 * Reads a file or pasted cells in a worker: at most `maxRows` rows of data, one more to detect a longer sheet, and those above the
 * data. Calls `onTable` with each table, and with `null` when another source starts or
 * cannot be read, since the previous table is then gone. Stores nothing in the browser.
 */
export function useSpreadsheet<Field extends string>(
  kind: ImportKind<Field>,
  maxRows: number,
  onTable: (table: Mapped<Field> | null) => void,
) {
  const known = knownNames(kind)
  const [source, setSource] = useState<Source | null>(null)
  const [progress, setProgress] = useState<number | null>(null)
  const [error, setError] = useState<ReadingError | null>(null)
  const [table, setTable] = useState<Mapped<Field> | null>(null)
  const reading = useRef<AbortController>(undefined)
  useEffect(() => () => reading.current?.abort(), [])

  const show = (read: Mapped<Field> | null) => {
    setTable(read)
    onTable(read)
  }
  /** Aborts the current reading and returns the signal for the next reading. */
  const begin = () => {
    reading.current?.abort()
    reading.current = new AbortController()
    setError(null)
    return reading.current.signal
  }
  const fail = (why: ReadingError) => {
    setProgress(null)
    show(null)
    setError(why)
  }
  const read = async (next: Source, overrides: Overrides, signal: AbortSignal) => {
    setSource(next)
    setProgress(0)
    const options = { ...overrides, known, maxRows: maxRows + 1 + searchedRows }
    const result = await parseInWorker({ source: next.content, options }, { onProgress: setProgress, signal })
    if (typeof result === 'string') return fail(result)
    setProgress(null)
    return show(withColumns(kind, tableOf(result, known)))
  }

  const readFile = async (file: File) => {
    const signal = begin()
    show(null)
    setSource({ name: file.name, content: '' })
    if (file.size > largestFile) return fail('too-large')
    try {
      const content = new Uint8Array(await file.arrayBuffer())
      if (!signal.aborted) await read({ name: file.name, content }, {}, signal)
    } catch {
      if (!signal.aborted) fail('unreadable')
    }
  }
  const readText = (content: string) => {
    show(null)
    return read({ name: null, content }, {}, begin()).catch(() => fail('unreadable'))
  }
  /** Reads the same source again, with other options. */
  const readAgain = (overrides: Overrides) =>
    source === null ? undefined : read(source, overrides, begin()).catch(() => fail('unreadable'))
  const stop = () => {
    begin()
    setProgress(null)
    if (table === null) setSource(null)
  }
  /** Resets everything. */
  const clear = () => {
    begin()
    setProgress(null)
    setSource(null)
    show(null)
  }
  /** Shows a sheet that the caller read from typed text. */
  const showTyped = (content: string, typed: Sheet) => {
    begin()
    setProgress(null)
    setSource({ name: null, content })
    show(withColumns(kind, tableOf(typed, known)))
  }
  /** Divides the sheet at the header that the user chose. */
  const setHeader = (place: HeaderPlace | null) =>
    table !== null && show(withColumns(kind, dividedAt(table.sheet, known, place)))
  /** Shows the table with the user's decision, and remembers it for sheets with the same header. */
  const decide = (next: Mapped<Field>) => {
    if (next.isReady && next.header !== null) rememberColumns(kind, next.header, next.columns)
    show(next)
  }
  const choose = (column: number, field: Field | null) =>
    table !== null && decide(withChoice(kind, table, column, field))
  /** Replaces a cell, which the import then reads again. */
  const edit = (line: number, column: number, text: string) =>
    table !== null &&
    show({
      ...table,
      body: table.body.map((row) => (row.line === line ? withCell(row, column, text) : row)),
    })
  /** Leaves all columns unused about which the user must decide. */
  const leaveOthers = () =>
    table !== null &&
    decide(mapped(kind, table, table.columns, new Set([...table.decided, ...table.doubts.keys()])))
  return {
    kind,
    source,
    progress,
    error,
    table,
    readFile,
    readText,
    readAgain,
    showTyped,
    setHeader,
    choose,
    edit,
    leaveOthers,
    stop,
    clear,
  }
}
export type SpreadsheetState<Field extends string> = ReturnType<typeof useSpreadsheet<Field>>
