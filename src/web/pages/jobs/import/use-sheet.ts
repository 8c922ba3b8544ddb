import { useCallback, useMemo, useState } from 'react'
import type { DirectoryAgent } from '#contract/agents.ts'
import { maxItems } from '#contract/jobs.ts'
import { useUnsavedChanges } from '../../../lib/navigation-blocker.ts'
import { readId } from '../../../lib/typed.ts'
import type { HeaderPlace } from '../../../spreadsheet/headers.ts'
import { withCell, type Sheet } from '../../../spreadsheet/sheet.ts'
import { useSpreadsheet } from '../../../spreadsheet/use-spreadsheet.ts'
import type { ImportKind } from '../../../spreadsheet/columns.ts'
import { extensionKind, mappingOf, type ExtensionField } from './extension-kind.ts'
import { agentTypeOf, toRow, validateRows } from './rows.ts'

const nothing = { rows: [], counts: { rows: 0, valid: 0, bad: 0, duplicate: 0 }, valid: [] }
const noLines: ReadonlySet<number> = new Set()

/** The lines that the user removed, of one sheet below one header. */
interface Deleted {
  sheet: Sheet
  place: HeaderPlace | null
  lines: ReadonlySet<number>
}

/**
 * Loads a sheet: parses it in a worker, then maps, checks and corrects it, in memory only. `found` holds the rows and
 * the rows to check at the service. `found` is empty while a sheet is being read, when it has too many rows, or while the
 * user must decide about a column; `isRead` is then false.
 */
export function useSheet(kind: ImportKind<ExtensionField> = extensionKind) {
  const reading = useSpreadsheet(kind, maxItems)
  const { source, progress, error, table, changeRows } = reading
  const [deletion, setDeletion] = useState<Deleted | null>(null)
  useUnsavedChanges(table !== null)

  const columns = table?.columns
  const mapping = useMemo(() => columns && mappingOf(columns), [columns])
  const total = table?.total ?? 0
  const isRead = table?.isReady === true && total <= maxItems && progress === null
  const body = isRead ? table.body : null
  const all = useMemo(
    () => (body === null || mapping === undefined ? [] : body.map((row) => toRow(row, mapping))),
    [body, mapping],
  )
  const deleted =
    deletion !== null && deletion.sheet === table?.sheet && deletion.place === table.place
      ? deletion.lines
      : noLines
  const found = useMemo(
    () => (isRead ? validateRows(all.filter(({ line }) => !deleted.has(line))) : nothing),
    [isRead, all, deleted],
  )

  /** Replaces names with the id type of each row. A name stays when the row needs a work number and the agent has none. */
  const nameAgents = useCallback(
    (agents: ReadonlyMap<string, DirectoryAgent>) =>
      changeRows((row, used) => {
        const { columns: places, agentType } = mappingOf(used)
        const column = places.agentID
        if (column === null) return row
        const agent = agents.get(readId(row.cells[column] ?? ''))
        const given = readId(row.cells[places.agentType ?? -1] ?? '')
        const type = agentTypeOf({ agentType: given, agentID: agent?.agentUuid ?? '' }, agentType)
        const id = type === '0' ? agent?.workNumber : agent?.agentUuid
        return id == null ? row : withCell(row, column, id)
      }),
    [changeRows],
  )
  const sheet = table?.sheet
  const place = table?.place ?? null
  const remove = useCallback(
    (line: number) =>
      setDeletion((before) => {
        if (sheet === undefined) return before
        const lines = before?.sheet === sheet && before.place === place ? before.lines : noLines
        return { sheet, place, lines: new Set([...lines, line]) }
      }),
    [sheet, place],
  )

  return {
    source,
    progress,
    error,
    loaded: table === null || mapping === undefined ? null : { table, mapping, deleted },
    total,
    found,
    /** True while `found` has the rows of the sheet. */
    isRead,
    reading,
    nameAgents,
    remove,
    restore: () => setDeletion(null),
  }
}
export type SheetState = ReturnType<typeof useSheet>
