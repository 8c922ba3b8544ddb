import { useCallback, useEffect, useMemo, useState } from 'react'
import type { Person } from '#contract/people.ts'
import { maxItems } from '#contract/jobs.ts'
import { useUnsavedChanges } from '../../../lib/navigation-blocker.ts'
import { sharedValue } from '../../../lib/shared-value.ts'
import { readId } from '../../../lib/typed.ts'
import type { HeaderPlace } from '../../../spreadsheet/headers.ts'
import { withCell, type Sheet } from '../../../spreadsheet/sheet.ts'
import {
  keepForJob,
  readDraft,
  removeDraft,
  storeDraft,
  tableOfDraft,
  type StoredDraft,
  type WithoutAgent,
} from '../../../spreadsheet/sheet-draft.ts'
import { filledRows, guessColumns, type Mapped } from '../../../spreadsheet/columns.ts'
import { useSpreadsheet } from '../../../spreadsheet/use-spreadsheet.ts'
import { nameFields } from '../../../entities/person/person-columns.ts'
import { comparedKind, extensionKind, mappingOf, type ExtensionField } from './extension-kind.ts'
import { agentTypeOf, toRow, validateRows } from './rows.ts'

const nothing = { rows: [], counts: { rows: 0, valid: 0, bad: 0, duplicate: 0 }, valid: [] }
const noLines: ReadonlySet<number> = new Set()
const nothingDecided: ReadonlyMap<number, WithoutAgent> = new Map()

/** The columns of the people's names: those that the user chose, else those that the header names. */
function namesIn(table: Mapped<ExtensionField>) {
  const guessed = guessColumns(comparedKind, table)
  return nameFields.some((field) => table.columns.has(field)) ? table.columns : guessed
}

/** The lines that the user removed, of one sheet below one header. */
interface Deleted {
  sheet: Sheet
  place: HeaderPlace | null
  lines: ReadonlySet<number>
}

/**
 * Loads a sheet: parses it in a worker, then maps, checks and corrects it. The browser keeps it as a draft, without its passwords. `validation` holds the rows and
 * the rows to check at the service. `validation` is empty while a sheet is being read, when it has too many rows, or while the
 * user must decide about a column; `isRead` is then false.
 */
export function useSheet(page: 'import' | 'compare' = 'import') {
  const kind = page === 'import' ? extensionKind : comparedKind
  const [restored] = useState(() => {
    const draft = readDraft(page)
    return draft === null ? null : { name: draft.name, draft, table: tableOfDraft(kind, draft) }
  })
  const reading = useSpreadsheet(kind, maxItems, undefined, restored)
  const { source, progress, error, table, changeRows, clear } = reading
  const [deletion, setDeletion] = useState<Deleted | null>(
    restored && {
      sheet: restored.table.sheet,
      place: restored.table.place,
      lines: new Set(restored.draft.deleted),
    },
  )

  const columns = table?.columns
  const mapping = useMemo(
    () => (columns && table ? { ...mappingOf(columns), names: namesIn(table) } : undefined),
    [columns, table],
  )
  const total = table?.total ?? 0
  const isRead = table?.isReady === true && total <= maxItems && progress === null
  const body = useMemo(() => (isRead && table !== null ? filledRows(table) : null), [isRead, table])
  const all = useMemo(
    () => (body === null || mapping === undefined ? [] : body.map((row) => toRow(row, mapping))),
    [body, mapping],
  )
  const deleted =
    deletion !== null && deletion.sheet === table?.sheet && deletion.place === table.place
      ? deletion.lines
      : noLines
  const validation = useMemo(
    () => (isRead ? validateRows(all.filter(({ line }) => !deleted.has(line))) : nothing),
    [isRead, all, deleted],
  )

  const sheet = table?.sheet
  const place = table?.place ?? null
  /** What the user decided about the agents of these lines. */
  const [decided, setDecided] = useState<{ sheet: Sheet | undefined; lines: typeof nothingDecided }>({
    sheet: restored?.table.sheet,
    lines: new Map(restored?.draft.withoutAgent),
  })
  const withoutAgent = decided.sheet === sheet ? decided.lines : nothingDecided

  const name = source?.name ?? null
  const [draftStore] = useState(() => sharedValue<StoredDraft | null>(null))
  const storedDraft = draftStore.use()
  const isRestored = table !== null && table.sheet === restored?.table.sheet
  const lacksPasswords = isRestored && restored.draft.hadPasswords
  useEffect(() => {
    if (table !== null && progress === null)
      draftStore.set(
        storeDraft(page, kind, table, { name, deleted, withoutAgent, lacksPasswords, at: Date.now() }),
      )
  }, [draftStore, page, kind, table, name, deleted, withoutAgent, lacksPasswords, progress])
  useUnsavedChanges(
    table !== null && storedDraft?.isWhole !== true,
    storedDraft === null ? 'input' : 'password',
  )

  /** Replaces names with the id type of each row. A name stays when the row needs a work number and the agent has none. */
  const nameAgents = useCallback(
    (people: ReadonlyMap<string, Person>) =>
      changeRows((row, used) => {
        const { columns: places, agentType } = mappingOf(used)
        const column = places.agentID
        if (column === null) return row
        const person = people.get(readId(row.cells[column] ?? ''))
        const cell = readId(row.cells[places.agentType ?? -1] ?? '')
        const type = agentTypeOf({ agentType: cell, agentID: person?.agentUuid ?? '' }, agentType)
        const id = type === '0' ? person?.workNumber : person?.agentUuid
        return id == null ? row : withCell(row, column, id)
      }),
    [changeRows],
  )
  /** Takes it back for a line, or for all. */
  const keepAgents = useCallback(
    (line?: number) =>
      setDecided((before) => ({
        ...before,
        lines: new Map([...before.lines].filter(([each]) => line !== undefined && each !== line)),
      })),
    [],
  )
  const createWithout = (lines: readonly number[], as: WithoutAgent) =>
    setDecided({ sheet, lines: new Map([...withoutAgent, ...lines.map((line) => [line, as] as const)]) })
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
    validation,
    /** True while `validation` has the rows of the sheet. */
    isRead,
    reading,
    nameAgents,
    /** What this browser keeps of the sheet; null while it keeps nothing. */
    draft: table === null ? null : storedDraft,
    /** The draft that the page shows; null for a sheet that was read on this visit. */
    restored: isRestored ? restored.draft : null,
    /** Keeps the sheet with the job that has its rows, and no longer as a draft. */
    keepForJob: (job: string) => keepForJob(page, job),
    /** Removes the draft and the sheet. */
    discard: () => {
      removeDraft(page)
      clear()
    },
    remove,
    restore: () => setDeletion(null),
    withoutAgent,
    /** Creates the numbers of these lines without their agents, who are new colleagues or unknown. */
    createWithout,
    keepAgents,
    /** The new colleagues of these numbers. */
    colleaguesAmong: (numbers: ReadonlySet<string>) =>
      validation.rows.flatMap(({ row: { line, values, agentName } }) =>
        withoutAgent.get(line) === 'colleague' && numbers.has(values.ext)
          ? [{ ext: values.ext, name: agentName, workNumber: values.agentID }]
          : [],
      ),
  }
}
export type SheetState = ReturnType<typeof useSheet>
