import * as z from 'zod/mini'
import { jobSheetKey, readPreference, userKey, writePreference } from '../lib/preference.ts'
import {
  columnNamesOf,
  looksSecret,
  mapColumns,
  valuesOf,
  widthOf,
  type ImportKind,
  type Mapped,
} from './columns.ts'
import { dividedAt } from './headers.ts'
import { isCellIssue, noText, noWorkbook, type CellIssue, type SheetRow } from './sheet.ts'

const withoutAgent = z.enum(['free', 'colleague'])
/** What the user decided about a row whose agent cannot get its number: it is created without the agent, and a new colleague gets it reserved. */
export type WithoutAgent = z.infer<typeof withoutAgent>

const draft = z.object({
  /** When it was stored, in epoch milliseconds. */
  at: z.number(),
  /** The file's name; null for pasted cells. */
  name: z.nullable(z.string()),
  header: z.nullable(z.array(z.string())),
  rows: z.array(
    z.object({
      line: z.number(),
      cells: z.array(z.string()),
      issues: z.optional(z.array(z.tuple([z.number(), z.string()]))),
    }),
  ),
  columns: z.record(z.string(), z.number()),
  /** Lines that the user removed. */
  deleted: z.array(z.number()),
  /** What the user decided about the agents of lines; drafts of earlier versions lack it. */
  withoutAgent: z._default(z.array(z.tuple([z.number(), withoutAgent])), []),
  /** True when the sheet had passwords. */
  hadPasswords: z.boolean(),
})
/** A sheet under repair, as this browser stores it until the user signs out. */
type SheetDraft = z.infer<typeof draft>

const keyOf = (page: string) => userKey(`draft.sheet-${page}`)
export const readDraft = (page: string): SheetDraft | null =>
  readPreference(keyOf(page), z.nullable(draft), null)
export const removeDraft = (page: string): void => void writePreference(keyOf(page), null)

const jobSheet = z.object({ job: z.string(), draft })
/** Keeps the draft as the sheet of the job that it became, until the user signs out; only of the latest job. */
export function keepForJob(page: string, job: string): void {
  const stored = readDraft(page)
  if (stored !== null) writePreference(userKey(jobSheetKey), { job, draft: stored })
  removeDraft(page)
}
/** Returns the sheet that a job began with; null when this browser has another one, or none. */
export function draftOfJob(job: string): SheetDraft | null {
  const stored = readPreference(userKey(jobSheetKey), z.nullable(jobSheet), null)
  return stored?.job === job ? stored.draft : null
}

/** Returns the columns of passwords: the one that is used as such, and all that look like it. */
const secretColumns = <Field extends string>(kind: ImportKind<Field>, table: Mapped<Field>): number[] =>
  Array.from({ length: widthOf(table) }, (_, column) => column).filter(
    (column) =>
      (kind.password !== undefined && table.columns.get(kind.password) === column) ||
      looksSecret(table, column),
  )

export interface StoredDraft {
  at: number
  /** False when passwords were left out. */
  isWhole: boolean
}

export interface DraftOf extends Pick<SheetDraft, 'name' | 'at'> {
  deleted: ReadonlySet<number>
  withoutAgent: ReadonlyMap<number, WithoutAgent>
  /** True when the passwords of the sheet are gone already. */
  lacksPasswords: boolean
}

/** Stores a sheet without its passwords. Returns null when the browser stores nothing. */
export function storeDraft<Field extends string>(
  page: string,
  kind: ImportKind<Field>,
  table: Mapped<Field>,
  { name, deleted, withoutAgent: decided, lacksPasswords, at }: DraftOf,
): StoredDraft | null {
  const secrets = secretColumns(kind, table)
  const isWhole = !secrets.some((column) => valuesOf(table, column, 1).length > 0)
  const stored: SheetDraft = {
    at,
    name,
    header: table.header === null ? null : [...table.header],
    rows: table.body.map(({ line, cells, issues = new Map<number, CellIssue>() }) => ({
      line,
      cells: cells.map((cell, column) => (secrets.includes(column) ? '' : cell)),
      issues: [...issues].filter(([column]) => !secrets.includes(column)),
    })),
    columns: Object.fromEntries(table.columns),
    deleted: [...deleted],
    withoutAgent: [...decided],
    hadPasswords: !isWhole || lacksPasswords,
  }
  return writePreference(keyOf(page), stored) ? { at, isWhole } : null
}

/** Returns the table of a draft, with the columns as the user left them. */
export function tableOfDraft<Field extends string>(
  kind: ImportKind<Field>,
  { header, rows, columns }: SheetDraft,
): Mapped<Field> {
  const body = rows.map(({ line, cells, issues = [] }): SheetRow => {
    const cellIssues = issues.flatMap(([column, issue]) =>
      isCellIssue(issue) ? [[column, issue] as const] : [],
    )
    return cellIssues.length === 0 ? { line, cells } : { line, cells, issues: new Map(cellIssues) }
  })
  const first = (body[0]?.line ?? 2) - 1
  const all = header === null ? body : [{ line: first, cells: header }, ...body]
  const sheet = { ...noText, ...noWorkbook, rows: all, total: all.length }
  const table = dividedAt(sheet, columnNamesOf(kind), header === null ? null : { from: 0, to: 0 })
  const used = kind.fields.flatMap((field) => {
    const column = columns[field]
    return column === undefined ? [] : [[field, column] as const]
  })
  const width = widthOf(table)
  return mapColumns(kind, table, new Map(used), new Set(Array.from({ length: width }, (_, column) => column)))
}
