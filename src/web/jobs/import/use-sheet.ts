import { useCallback, useEffect, useMemo, useRef, useState } from 'react'
import { mostItems } from '#contract/jobs.ts'
import { type Field, type Mapping } from './fields.ts'
import { guessHeader, guessMapping } from './guess-mapping.ts'
import { parseInWorker } from './parse-in-worker.ts'
import type { ReadOptions, Sheet, SheetFault, SheetRow } from './read-sheet.ts'
import { rememberedMapping, rememberMapping } from './remembered-mapping.ts'
import { toRow, type Row } from './rows.ts'
import { validateRows } from './validate-rows.ts'

/** Bytes: ten thousand full rows are a tenth of it. */
const largestFile = 32 * 1024 * 1024
/** Rows that the mapping is guessed from. */
const sampled = 50

interface Source {
  /** Null for pasted cells. */
  name: string | null
  content: Uint8Array | string
}
type ReadingFault = SheetFault | 'too-large' | 'unreadable'
type Overrides = Pick<ReadOptions, 'encoding' | 'delimiter'>

interface Loaded {
  sheet: Sheet
  /** The sheet's rows with what was edited in them, the header's among them. */
  rows: readonly SheetRow[]
  hasHeader: boolean
  mapping: Mapping
  /** Lines that the reader took out. */
  deleted: ReadonlySet<number>
}

const cellsOf = ({ cells }: SheetRow) => cells
const headerOf = (rows: readonly SheetRow[], hasHeader: boolean) =>
  hasHeader ? (rows[0]?.cells ?? null) : null

function mappingOf(rows: readonly SheetRow[], hasHeader: boolean): Mapping {
  const header = headerOf(rows, hasHeader)
  const sample = rows.slice(hasHeader ? 1 : 0, sampled).map(cellsOf)
  return (header === null ? undefined : rememberedMapping(header)) ?? guessMapping(header, sample)
}

/** `toRow` that answers rows it has seen before from memory: an edit makes one new row, and that alone is checked. */
function checkedOnce(mapping: Mapping): (row: SheetRow) => Row {
  const known = new WeakMap<SheetRow, Row>()
  return (row) => {
    const checked = known.get(row) ?? toRow(row, mapping)
    known.set(row, checked)
    return checked
  }
}

const withCell = (cells: readonly string[], column: number, text: string) =>
  Array.from({ length: Math.max(cells.length, column + 1) }, (_, index) =>
    index === column ? text : (cells[index] ?? ''),
  )

const nothing = { rows: [], counts: { rows: 0, ready: 0, bad: 0, duplicate: 0 }, ready: [] }

/**
 * A sheet on its way in: parsed in a worker, mapped, checked, corrected. All of it is in memory alone. `found` holds its rows and what
 * can be created of them; it is empty while a sheet is being read, holds too many rows, or has no column of numbers.
 */
export function useSheet() {
  const [source, setSource] = useState<Source | null>(null)
  const [progress, setProgress] = useState<number | null>(null)
  const [fault, setFault] = useState<ReadingFault | null>(null)
  const [loaded, setLoaded] = useState<Loaded | null>(null)
  const reading = useRef<AbortController>(undefined)
  useEffect(() => () => reading.current?.abort(), [])

  /** Ends what is being read and gives the next reading its signal. */
  const begin = () => {
    reading.current?.abort()
    reading.current = new AbortController()
    setFault(null)
    return reading.current.signal
  }
  const fail = (why: ReadingFault) => {
    setProgress(null)
    setLoaded(null)
    setFault(why)
  }

  const read = async (next: Source, overrides: Overrides, signal: AbortSignal) => {
    setSource(next)
    setProgress(0)
    const options = { ...overrides, mostRows: mostItems + 1 }
    const sheet = await parseInWorker(next.content, options, { onProgress: setProgress, signal })
    if (typeof sheet === 'string') return fail(sheet)
    const hasHeader = guessHeader(sheet.rows[0]?.cells ?? [])
    setProgress(null)
    return setLoaded({
      sheet,
      rows: sheet.rows,
      hasHeader,
      mapping: mappingOf(sheet.rows, hasHeader),
      deleted: new Set(),
    })
  }

  const readFile = async (file: File) => {
    const signal = begin()
    setLoaded(null)
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
    setLoaded(null)
    return read({ name: null, content }, {}, begin()).catch(() => fail('unreadable'))
  }

  /** Reads the same source again; edits of the previous reading are lost. */
  const readAgain = (overrides: Overrides) =>
    source === null ? undefined : read(source, overrides, begin()).catch(() => fail('unreadable'))

  const stop = () => {
    begin()
    setProgress(null)
    if (loaded === null) setSource(null)
  }

  const change = useCallback(
    (next: (before: Loaded) => Partial<Loaded>) =>
      setLoaded((before) => before && { ...before, ...next(before) }),
    [],
  )
  const edit = useCallback(
    (line: number, field: Field, text: string) =>
      change(({ rows, mapping: { columns } }) => {
        const column = columns[field]
        if (column === null) return {}
        return {
          rows: rows.map((row) =>
            row.line === line ? { line, cells: withCell(row.cells, column, text) } : row,
          ),
        }
      }),
    [change],
  )
  const remove = useCallback(
    (line: number) => change(({ deleted }) => ({ deleted: new Set([...deleted, line]) })),
    [change],
  )

  const mapping = loaded?.mapping
  const check = useMemo(() => mapping && checkedOnce(mapping), [mapping])
  const header = loaded && headerOf(loaded.rows, loaded.hasHeader)
  const total = loaded === null ? 0 : loaded.sheet.total - (loaded.hasHeader ? 1 : 0)
  const found = useMemo(() => {
    if (loaded === null || check === undefined || total > mostItems || progress !== null) return nothing
    if (loaded.mapping.columns.ext === null) return nothing
    const body = loaded.rows.slice(loaded.hasHeader ? 1 : 0)
    return validateRows(body.filter(({ line }) => !loaded.deleted.has(line)).map(check))
  }, [loaded, check, total, progress])

  return {
    source,
    progress,
    fault,
    loaded,
    header,
    total,
    found,
    readFile,
    readText,
    readAgain,
    stop,
    setHeader: (hasHeader: boolean) =>
      change(({ rows }) => ({ hasHeader, mapping: mappingOf(rows, hasHeader) })),
    setMapping: (next: Mapping) => {
      if (header !== null) rememberMapping(header, next)
      change(() => ({ mapping: next }))
    },
    edit,
    remove,
    restore: () => change(() => ({ deleted: new Set() })),
  }
}
export type SheetState = ReturnType<typeof useSheet>
