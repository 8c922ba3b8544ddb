import { useCallback, useEffect, useRef, useState } from 'react'
import {
  guessColumns,
  columnNamesOf,
  mapColumns,
  withChoice,
  type Columns,
  type ImportKind,
  type Mapped,
} from './columns.ts'
import { dividedAt, searchedRows, tableOf, type HeaderPlace, type Table } from './headers.ts'
import { parseInWorker } from './parse-in-worker.ts'
import { rememberColumns, rememberedColumns } from './remembered-columns.ts'
import { withCell, type ReadOptions, type SheetError, type SheetRow } from './sheet.ts'

/** Largest file, bytes. Ten thousand full rows need a tenth of this. */
const largestFile = 32 * 1024 * 1024

interface Source {
  /** `null` for pasted cells. */
  name: string | null
  content: File | string
  overrides: Overrides
}
export type ReadingError = SheetError | 'too-large' | 'unreadable'
/** The user's corrections of guessed options. */
type Overrides = Pick<ReadOptions, 'encoding' | 'delimiter' | 'sheet' | 'hiddenRows'>

/** Returns the table with its remembered columns, else with guessed ones. */
function withColumns<Field extends string>(kind: ImportKind<Field>, table: Table): Mapped<Field> {
  const remembered = table.header === null ? undefined : rememberedColumns(kind, table.header)
  return remembered === undefined
    ? mapColumns(kind, table, guessColumns(kind, table), new Set())
    : mapColumns(kind, table, remembered, 'remembered')
}

/**
 * Reads a file or pasted cells in a worker: at most `maxRows` rows of data, one more to detect a longer sheet, and those above the
 * data. Calls `onTable` with each table, and with `null` when another source starts or
 * cannot be read, since the previous table is then gone.
 */
export function useSpreadsheet<Field extends string>(
  kind: ImportKind<Field>,
  maxRows: number,
  onTable: (table: Mapped<Field> | null) => void = () => undefined,
  /** A table of an earlier visit. It has no source to read again. */
  restored: { name: string | null; table: Mapped<Field> } | null = null,
) {
  const columnNames = columnNamesOf(kind)
  const [source, setSource] = useState<Source | null>(
    restored && { name: restored.name, content: '', overrides: {} },
  )
  const [progress, setProgress] = useState<number | null>(null)
  const [error, setError] = useState<ReadingError | null>(null)
  const [table, setTable] = useState(restored?.table ?? null)
  /** Rows that the user types. */
  const [typedRows, setTypedRows] = useState('')
  const reading = useRef<AbortController>(undefined)
  useEffect(() => () => reading.current?.abort(), [])

  /** What the latest event showed, for events before the next rendering, and for functions that stay the same between renderings. */
  const latest = useRef({ table, onTable })
  useEffect(() => {
    latest.current.onTable = onTable
  })
  const show = useCallback((read: Mapped<Field> | null) => {
    latest.current.table = read
    setTable(read)
    latest.current.onTable(read)
  }, [])
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
  const read = async (next: Source, signal: AbortSignal) => {
    setSource(next)
    setProgress(0)
    const options = { ...next.overrides, columnNames, maxRows: maxRows + 1 + searchedRows }
    try {
      const result = await parseInWorker(next.content, options, { onProgress: setProgress, signal })
      if (typeof result === 'string') return fail(result)
      setProgress(null)
      return show(withColumns(kind, tableOf(result, columnNames)))
    } catch {
      return signal.aborted ? undefined : fail('unreadable')
    }
  }

  const readFile = (file: File) => {
    const signal = begin()
    show(null)
    const next = { name: file.name, content: file, overrides: {} }
    if (file.size <= largestFile) return read(next, signal)
    setSource(next)
    return fail('too-large')
  }
  const readText = (content: string) => {
    const signal = begin()
    show(null)
    return read({ name: null, content, overrides: {} }, signal)
  }
  /** Reads the same source again, with these options changed. */
  const readAgain = (overrides: Overrides) =>
    source === null
      ? undefined
      : read({ ...source, overrides: { ...source.overrides, ...overrides } }, begin())
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
  /** Divides the sheet at the header that the user chose. */
  const setHeader = (place: HeaderPlace | null) =>
    table !== null && show(withColumns(kind, dividedAt(table.sheet, columnNames, place)))
  /** Shows the table with the user's decision, and remembers it for sheets with the same header. */
  const decide = (next: Mapped<Field>) => {
    if (next.isReady && next.header !== null) rememberColumns(kind, next.header, next.columns)
    show(next)
  }
  const choose = (column: number, field: Field | null) =>
    table !== null && decide(withChoice(kind, table, column, field))
  /** Changes the rows, which the import then reads again. Returns a row as it is to keep it. */
  const changeRows = useCallback(
    (change: (row: SheetRow, columns: Columns<Field>) => SheetRow) => {
      const { table: before } = latest.current
      if (before !== null) show({ ...before, body: before.body.map((row) => change(row, before.columns)) })
    },
    [show],
  )
  /** Replaces a cell. */
  const edit = useCallback(
    (line: number, column: number, text: string) =>
      changeRows((row) => (row.line === line ? withCell(row, column, text) : row)),
    [changeRows],
  )
  /** Leaves all columns unused about which the user must decide. */
  const leaveOthers = () =>
    table !== null &&
    decide(mapColumns(kind, table, table.columns, new Set([...table.decided, ...table.doubts.keys()])))
  return {
    kind,
    source,
    progress,
    error,
    table,
    typedRows,
    setTypedRows,
    readFile,
    readText,
    readAgain,
    setHeader,
    choose,
    edit,
    changeRows,
    leaveOthers,
    stop,
    clear,
  }
}
export type SpreadsheetState<Field extends string> = ReturnType<typeof useSpreadsheet<Field>>
