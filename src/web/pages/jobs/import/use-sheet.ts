import { useCallback, useMemo, useState } from 'react'
import type { DirectoryAgent } from '#contract/agents.ts'
import { maxItems } from '#contract/jobs.ts'
import { useUnsavedChanges } from '../../../lib/navigation-blocker.ts'
import { readId } from '../../../lib/typed.ts'
import type { Mapped } from '../../../spreadsheet/columns.ts'
import { withCell, type SheetRow } from '../../../spreadsheet/sheet.ts'
import { useSpreadsheet } from '../../../spreadsheet/use-spreadsheet.ts'
import { type Field, type Mapping } from './fields.ts'
import { extensionKind, mappingOf, type ExtensionField } from './extension-kind.ts'
import { agentTypeOf, toRow, type Row } from './rows.ts'
import { validateRows } from './validate-rows.ts'

interface Loaded {
  table: Mapped<ExtensionField>
  /** The rows of data with the user's edits. */
  rows: readonly SheetRow[]
  mapping: Mapping
  /** Lines that the user removed. */
  deleted: ReadonlySet<number>
}

/** Returns a memoized `toRow`. An edit replaces one row object, so only that row is checked again. */
function checkedOnce(mapping: Mapping): (row: SheetRow) => Row {
  const known = new WeakMap<SheetRow, Row>()
  return (row) => {
    const checked = known.get(row) ?? toRow(row, mapping)
    known.set(row, checked)
    return checked
  }
}

const nothing = { rows: [], counts: { rows: 0, valid: 0, bad: 0, duplicate: 0 }, valid: [] }

/** The edits stay while the user chooses columns of the same rows. */
const loadedOf = (table: Mapped<ExtensionField>, before: Loaded | null): Loaded => ({
  ...(before?.table.body === table.body ? before : { rows: table.body, deleted: new Set() }),
  table,
  mapping: mappingOf(table.columns),
})

/**
 * Loads a sheet: parses it in a worker, then maps, checks and corrects it, in memory only. `found` holds the rows and
 * the rows to check at the service. `found` is empty while a sheet is being read, when it has too many rows, or while the
 * user must decide about a column.
 */
export function useSheet() {
  const [loaded, setLoaded] = useState<Loaded | null>(null)
  const reading = useSpreadsheet(extensionKind, maxItems, (table) =>
    setLoaded((before) => table && loadedOf(table, before)),
  )
  const { source, progress, error } = reading
  useUnsavedChanges(loaded !== null)

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
          rows: rows.map((row) => (row.line === line ? withCell(row, column, text) : row)),
        }
      }),
    [change],
  )
  /** Replaces names with the id type of each row. A name stays when the row needs a work number and the agent has none. */
  const nameAgents = useCallback(
    (agents: ReadonlyMap<string, DirectoryAgent>) =>
      change(({ rows, mapping: { columns, agentType } }) => {
        const column = columns.agentID
        if (column === null) return {}
        return {
          rows: rows.map((row) => {
            const agent = agents.get(readId(row.cells[column] ?? ''))
            const type = agentTypeOf(readId(row.cells[columns.agentType ?? -1] ?? ''), agentType)
            const id = type === '0' ? agent?.workNumber : agent?.agentUuid
            return id == null ? row : withCell(row, column, id)
          }),
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
  const total = loaded?.table.total ?? 0
  const found = useMemo(() => {
    if (loaded === null || check === undefined || total > maxItems || progress !== null) return nothing
    if (!loaded.table.isReady) return nothing
    return validateRows(loaded.rows.filter(({ line }) => !loaded.deleted.has(line)).map(check))
  }, [loaded, check, total, progress])

  return {
    source,
    progress,
    error,
    loaded,
    total,
    found,
    reading,
    edit,
    nameAgents,
    remove,
    restore: () => change(() => ({ deleted: new Set() })),
  }
}
export type SheetState = ReturnType<typeof useSheet>
