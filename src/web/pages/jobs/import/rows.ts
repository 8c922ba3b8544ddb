import * as z from 'zod/mini'
import { newExtension, type NewExtension } from '#contract/extensions.ts'
import type { Translate } from '../../../i18n/catalogue.ts'
import { canBeUuid, isDate, readCell, readId, readNumber, readRange } from '../../../lib/typed.ts'
import { nameIn } from '../../../entities/person/person-columns.ts'
import { wrongNumberText } from '../../../entities/extension/wrong-number.ts'
import { isCellIssue, issueAt, type CellIssue, type SheetRow } from '../../../spreadsheet/sheet.ts'
import { byField, fields, type ImportField, type Mapping } from './fields.ts'

/** A row with its state relative to the other rows. */
export interface ValidatedRow {
  row: Row
  /** Line of the first row with the same number; null for the first row itself. */
  repeated: number | null
  state: 'valid' | 'bad' | 'duplicate'
}

export interface ValidationResult {
  rows: readonly ValidatedRow[]
  counts: Readonly<Record<ValidatedRow['state'] | 'rows', number>>
  /** The rows to check at the service: without errors, and first with their number. */
  valid: readonly ImportedRow[]
}

/** Finds duplicates and counts the rows of each state. One pass; does not check rows again. */
export function validateRows(rows: readonly Row[]): ValidationResult {
  const repeated = repeats(rows)
  const validated: ValidatedRow[] = []
  const valid: ImportedRow[] = []
  const counts = { rows: rows.length, valid: 0, bad: 0, duplicate: 0 }
  for (const row of rows) {
    const first = repeated.get(row.line) ?? null
    const repeats = first === null ? 'valid' : 'duplicate'
    const state = row.request === null ? 'bad' : repeats
    if (row.request !== null && state === 'valid') valid.push(row.request)
    counts[state] += 1
    validated.push({ row, repeated: first, state })
  }
  return { rows: validated, counts, valid }
}

/** Why a cell is invalid. Each reason has its own message. */
export const reasons = [
  'ext-missing',
  'ext-digits',
  'ext-range',
  'agentID-characters',
  'agentID-name',
  'agentType-unknown',
  'langCodeTxt-text',
  'password-short',
  'password-long',
  'password-characters',
  'companyId-characters',
] as const
/** An invalid cell, or a change that the spreadsheet program made to the cell. */
type Reason = (typeof reasons)[number] | CellIssue

/** How the text of each field is read. Only passwords may begin with an apostrophe. */
const readers: Readonly<Record<ImportField, (cell: string) => string>> = {
  ext: readNumber,
  agentID: readId,
  agentType: readId,
  langCodeTxt: (cell) => readCell(cell),
  password: (cell) => readCell(cell, false),
  companyId: readId,
}

/** Returns the reason for a cell's text in words. */
export function reasonText(t: Translate, reason: Reason, text: string): string {
  if (isCellIssue(reason)) return t(`spreadsheet.issue.${reason}`)
  const words = t(`import.reason.${reason}`, readRange(text) ?? {})
  return reason === 'ext-digits' ? wrongNumberText(t, text, words) : words
}

/** A valid row with its line in the sheet. */
export type ImportedRow = NewExtension & { line: number }

export interface Row {
  line: number
  /** The text of the mapped cells, unwrapped; empty for blank or unmapped cells. */
  values: Readonly<Record<ImportField, string>>
  /** Empty without one, or where names are not read. */
  agentName: string
  errors: Readonly<Partial<Record<ImportField, Reason>>>
  /** The create request; null when the row has errors. */
  request: ImportedRow | null
}

const agentTypeWords: Partial<Record<string, string>> = {
  uuid: '1',
  坐席uuid: '1',
  worknumber: '0',
  'work number': '0',
  工号: '0',
}

function passwordReason(text: string): Reason {
  if (/[^\x21-\x7e]/.test(text)) return 'password-characters'
  return text.length < 8 ? 'password-short' : 'password-long'
}

function extReason(text: string): Reason {
  if (text === '') return 'ext-missing'
  if (isDate(text)) return 'date'
  if (readRange(text) !== null) return 'ext-range'
  return /^\d+([.,]\d+)?e\+?\d+$/i.test(text) ? 'rounded' : 'ext-digits'
}

/** Explains why the contract refuses a text. Called only for refused texts. */
const reasonFor: Readonly<Record<ImportField, (text: string) => Reason>> = {
  ext: extReason,
  agentID: () => 'agentID-characters',
  agentType: () => 'agentType-unknown',
  langCodeTxt: () => 'langCodeTxt-text',
  password: passwordReason,
  companyId: () => 'companyId-characters',
}

const undefinedIfEmpty = (text: string) => (text === '' ? undefined : text)

/** How a row identifies its agent: by its own type, by the sheet's `usual` one, else by the value. Returns an unknown text unchanged. */
export const agentTypeOf = (
  { agentType, agentID }: Pick<Row['values'], 'agentType' | 'agentID'>,
  usual: Mapping['agentType'],
): string =>
  agentTypeWords[agentType.toLowerCase()] ??
  undefinedIfEmpty(agentType) ??
  usual ??
  (canBeUuid(agentID) ? '1' : '0')

export interface AgentId {
  agentID: string
  agentType: '0' | '1'
}
/** The key of an agent in the look-ups. Neither part contains a colon or a space. */
export const agentKey = ({ agentID, agentType }: AgentId): string => `${agentType}:${agentID}`

/**
 * Reads one row by the mapping and checks it against the contract. Cells that the spreadsheet program changed are
 * errors, even when valid.
 */
export function toRow(row: SheetRow, { columns, agentType: usual, names }: Mapping): Row {
  const { line, cells } = row
  const values = byField((field) => readers[field](cells[columns[field] ?? -1] ?? ''))
  const agentID = undefinedIfEmpty(values.agentID)
  const read = z.safeParse(newExtension, {
    ext: values.ext,
    password: undefinedIfEmpty(values.password),
    agentID,
    agentType: agentID === undefined ? undefined : agentTypeOf(values, usual),
    langCodeTxt: undefinedIfEmpty(values.langCodeTxt),
    companyId: undefinedIfEmpty(values.companyId),
  })
  const errors: Partial<Record<ImportField, Reason>> = {}
  for (const field of fields) {
    const issue = issueAt(row, columns[field] ?? -1)
    if (issue !== undefined) errors[field] = issue
    else if (read.error?.issues.some(({ path }) => path[0] === field))
      errors[field] = reasonFor[field](values[field])
  }
  // Letters alone are a name, unless the sheet says that they are a work number.
  if (usual === null && values.agentType === '' && /^\p{L}+$/u.test(values.agentID))
    errors.agentID ??= 'agentID-name'
  const agentName = names === undefined ? '' : nameIn(row, names)
  if (!read.success || Object.keys(errors).length > 0)
    return { line, values, agentName, errors, request: null }
  return { line, values, agentName, errors, request: { ...read.data, line } }
}

/** Returns the rows whose number an earlier row already has, as a map from the row's line to the first row's line. */
export function repeats(rows: readonly Row[]): ReadonlyMap<number, number> {
  const firsts = new Map<string, number>()
  const firstLines = new Map<number, number>()
  for (const { line, values, errors } of rows) {
    if (errors.ext !== undefined) continue
    const first = firsts.get(values.ext)
    if (first === undefined) firsts.set(values.ext, line)
    else firstLines.set(line, first)
  }
  return firstLines
}
