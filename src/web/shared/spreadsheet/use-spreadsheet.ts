import { useEffect, useRef, useState } from 'react'
import { dividedAt, searchedRows, tableOf, type HeaderPlace, type Table } from './headers.ts'
import { parseInWorker } from './parse-in-worker.ts'
import type { ReadOptions, SheetError } from './sheet.ts'

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

/**
 * Reads a file or pasted cells in a worker: at most `maxRows` rows of data, one more to detect a longer sheet, and those above the
 * data. `known` are the names of the import's columns. Calls `onTable` with each table, and with `null` when another source starts or
 * cannot be read, since the previous table is then gone. Stores nothing in the browser.
 */
export function useSpreadsheet(
  known: ReadonlySet<string>,
  maxRows: number,
  onTable: (table: Table | null) => void,
) {
  const [source, setSource] = useState<Source | null>(null)
  const [progress, setProgress] = useState<number | null>(null)
  const [error, setError] = useState<ReadingError | null>(null)
  const [table, setTable] = useState<Table | null>(null)
  const reading = useRef<AbortController>(undefined)
  useEffect(() => () => reading.current?.abort(), [])

  const show = (read: Table | null) => {
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
    return show(tableOf(result, known))
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
  /** Divides the sheet at the header that the user chose. */
  const setHeader = (place: HeaderPlace | null) =>
    table !== null && show(dividedAt(table.sheet, known, place))
  return { source, progress, error, table, readFile, readText, readAgain, setHeader, stop, clear }
}
export type SpreadsheetState = ReturnType<typeof useSpreadsheet>
