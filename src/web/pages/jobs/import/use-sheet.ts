import { useEffect, useMemo, useState } from 'react'
import type { Person } from '#contract/people.ts'
import { maxItems } from '#contract/jobs.ts'
import { useUnsavedChanges } from '../../../lib/navigation-blocker.ts'
import { sharedValue } from '../../../lib/shared-value.ts'
import { readId } from '../../../lib/typed.ts'
import { withCell, type SheetRow } from '../../../spreadsheet/sheet.ts'
import {
  keepForJob,
  readDraft,
  removeDraft,
  storeDraft,
  tableOfDraft,
  type DraftOf,
  type StoredDraft,
} from '../../../spreadsheet/sheet-draft.ts'
import { filledRows, guessColumns, type Columns, type Mapped } from '../../../spreadsheet/columns.ts'
import { useSpreadsheet } from '../../../spreadsheet/use-spreadsheet.ts'
import { nameFields } from '../../../entities/person/person-columns.ts'
import { comparedKind, extensionKind, mappingOf, type ExtensionField } from './extension-kind.ts'
import { useLineDecisions } from './line-decisions.ts'
import { agentTypeOf, toRow, validateRows } from './rows.ts'

type Page = 'import' | 'compare'
type Table = Mapped<ExtensionField>

const nothing = { rows: [], counts: { rows: 0, valid: 0, bad: 0, duplicate: 0 }, valid: [] }
const kindOf = (page: Page) => (page === 'import' ? extensionKind : comparedKind)

/** The columns of the people's names: those that the user chose, else those that the header names. */
function namesIn(table: Table) {
  const guessed = guessColumns(comparedKind, table)
  return nameFields.some((field) => table.columns.has(field)) ? table.columns : guessed
}

function restoreDraft(page: Page) {
  const draft = readDraft(page)
  if (draft === null) return null
  const decisions = { deleted: new Set(draft.deleted), withoutAgent: new Map(draft.withoutAgent) }
  return { name: draft.name, draft, table: tableOfDraft(kindOf(page), draft), decisions }
}

/** Stores a table as a draft, again at each change. `null` changes nothing. */
function useDraft(page: Page, table: Table | null, draft: Omit<DraftOf, 'at'>): StoredDraft | null {
  const { name, deleted, withoutAgent, lacksPasswords } = draft
  const [store] = useState(() => sharedValue<StoredDraft | null>(null))
  useEffect(() => {
    if (table === null) return
    const content = { name, deleted, withoutAgent, lacksPasswords, at: Date.now() }
    store.set(storeDraft(page, kindOf(page), table, content))
  }, [store, page, table, name, deleted, withoutAgent, lacksPasswords])
  return store.use()
}

/** Replaces an agent's name with the id type of the row. It stays when the row needs a work number and the agent has none. */
function withAgentId(
  row: SheetRow,
  columns: Columns<ExtensionField>,
  people: ReadonlyMap<string, Person>,
): SheetRow {
  const { columns: places, agentType } = mappingOf(columns)
  const column = places.agentID
  if (column === null) return row
  const person = people.get(readId(row.cells[column] ?? ''))
  const cell = readId(row.cells[places.agentType ?? -1] ?? '')
  const type = agentTypeOf({ agentType: cell, agentID: person?.agentUuid ?? '' }, agentType)
  const id = type === '0' ? person?.workNumber : person?.agentUuid
  return id == null ? row : withCell(row, column, id)
}

/**
 * Loads a sheet: parses it in a worker, then maps, checks and corrects it. The browser keeps it as a draft, without its passwords. `validation` holds the rows and
 * the rows to check at the service. `validation` is empty while a sheet is being read, when it has too many rows, or while the
 * user must decide about a column; `isRead` is then false.
 */
export function useSheet(page: Page = 'import') {
  const [restored] = useState(() => restoreDraft(page))
  const reading = useSpreadsheet(kindOf(page), maxItems, undefined, restored)
  const { source, progress, error, table, changeRows, clear } = reading
  const { decisions, decide } = useLineDecisions(table, restored)
  const { deleted, withoutAgent } = decisions

  const columns = table?.columns
  const mapping = useMemo(
    () => (columns && table ? { ...mappingOf(columns), names: namesIn(table) } : undefined),
    [columns, table],
  )
  const total = table?.total ?? 0
  const isRead = table?.isReady === true && total <= maxItems && progress === null
  const all = useMemo(
    () =>
      isRead && mapping !== undefined ? filledRows(table).map((row) => toRow(row, mapping)) : nothing.rows,
    [isRead, table, mapping],
  )
  const validation = useMemo(
    () => (isRead ? validateRows(all.filter(({ line }) => !deleted.has(line))) : nothing),
    [isRead, all, deleted],
  )

  const restoredDraft = table !== null && table.sheet === restored?.table.sheet ? restored.draft : null
  const storedDraft = useDraft(page, progress === null ? table : null, {
    name: source?.name ?? null,
    deleted,
    withoutAgent,
    lacksPasswords: restoredDraft?.hadPasswords === true,
  })
  useUnsavedChanges(
    table !== null && storedDraft?.isWhole !== true,
    storedDraft === null ? 'input' : 'password',
  )

  return {
    source,
    progress,
    error,
    loaded: table === null || mapping === undefined ? null : { table, mapping },
    total,
    validation,
    /** True while `validation` has the rows of the sheet. */
    isRead,
    reading,
    decisions,
    decide,
    /** Replaces names of agents with their ids. */
    nameAgents: (people: ReadonlyMap<string, Person>) =>
      changeRows((row, used) => withAgentId(row, used, people)),
    /** What this browser keeps of the sheet; null while it keeps nothing. */
    draft: table === null ? null : storedDraft,
    /** The draft that the page shows; null for a sheet that was read on this visit. */
    restored: restoredDraft,
    /** Keeps the sheet with the job that has its rows, and no longer as a draft. */
    keepForJob: (job: string) => keepForJob(page, job),
    /** Removes the draft and the sheet. */
    discard: () => {
      removeDraft(page)
      clear()
    },
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
