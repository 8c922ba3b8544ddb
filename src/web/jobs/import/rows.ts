import * as z from 'zod/mini'
import { newExtension, type NewExtension } from '#contract/extensions.ts'
import type { Translate } from '../../i18n/catalogue.ts'
import type { CellIssue, SheetRow } from '../../shared/spreadsheet/sheet.ts'
import { unwrap } from './cell-text.ts'
import { byField, fields, type Field, type Mapping } from './fields.ts'

/** What is wrong with a cell as it is; each has a message of its own. */
export const reasons = [
  'ext-missing',
  'ext-digits',
  'agentID-characters',
  'agentType-unknown',
  'langCodeTxt-text',
  'password-short',
  'password-long',
  'password-characters',
  'companyId-characters',
] as const
/** Or what the spreadsheet program made of it. */
type Reason = (typeof reasons)[number] | CellIssue

const isIssue = (reason: Reason): reason is CellIssue => !reasons.some((each) => each === reason)
export const reasonText = (t: Translate, reason: Reason): string =>
  isIssue(reason) ? t(`spreadsheet.issue.${reason}`) : t(`import.reason.${reason}`)

/** A row that can be created, with its line in the sheet. */
export type ImportedRow = NewExtension & { line: number }

export interface Row {
  line: number
  /** The mapped cells as text, unwrapped; empty where nothing was given. */
  values: Readonly<Record<Field, string>>
  errors: Readonly<Partial<Record<Field, Reason>>>
  /** Null when there are errors. */
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

/** How spreadsheet programs write dates into a CSV: 2026-03-01, 3/1/2026, 1-Mar, 3月1日. */
const date =
  /^\d{1,4}([-/.])\d{1,2}\1\d{1,4}$|^\d{1,2}-[a-z]{3}(-\d{2,4})?$|^(\d{2,4}年)?\d{1,2}月(\d{1,2}日)?$/i

function extReason(text: string): Reason {
  if (text === '') return 'ext-missing'
  if (date.test(text)) return 'date'
  return /^\d+([.,]\d+)?e\+?\d+$/i.test(text) ? 'rounded' : 'ext-digits'
}

/** Says why the contract refuses a text; that it does is the contract's own word. */
const reasonFor: Readonly<Record<Field, (text: string) => Reason>> = {
  ext: extReason,
  agentID: () => 'agentID-characters',
  agentType: () => 'agentType-unknown',
  langCodeTxt: () => 'langCodeTxt-text',
  password: passwordReason,
  companyId: () => 'companyId-characters',
}

const given = (text: string) => (text === '' ? undefined : text)

/** How a row names its agent: by what it says, else by the sheet's `usual` way. What is neither stays as it was given. */
export const agentTypeOf = (text: string, usual: string): string =>
  agentTypeWords[text.toLowerCase()] ?? given(text) ?? usual

/** One row read by the mapping and checked against the contract. What the spreadsheet program changed is never taken, valid or not. */
export function toRow({ line, cells, issues }: SheetRow, { columns, agentType }: Mapping): Row {
  // A password may begin with an apostrophe; nothing else does.
  const values = byField((field) => unwrap(cells[columns[field] ?? -1] ?? '', field !== 'password'))
  const agentID = given(values.agentID)
  const read = z.safeParse(newExtension, {
    ext: values.ext,
    password: given(values.password),
    agentID,
    agentType: agentID === undefined ? undefined : agentTypeOf(values.agentType, agentType),
    langCodeTxt: given(values.langCodeTxt),
    companyId: given(values.companyId),
  })
  const errors: Partial<Record<Field, Reason>> = {}
  for (const field of fields) {
    const issue = issues?.get(columns[field] ?? -1)
    if (issue !== undefined) errors[field] = issue
    else if (read.error?.issues.some(({ path }) => path[0] === field))
      errors[field] = reasonFor[field](values[field])
  }
  if (!read.success || Object.keys(errors).length > 0) return { line, values, errors, request: null }
  return { line, values, errors, request: { ...read.data, line } }
}

/** The sheet's rows (its header's not among them) read by the mapping and checked. Pure; rows are independent of each other. */
export const toRows = (rows: readonly SheetRow[], mapping: Mapping): Row[] =>
  rows.map((row) => toRow(row, mapping))

/** Rows whose number an earlier row holds already: their line, and that of the first. */
export function repeats(rows: readonly Row[]): ReadonlyMap<number, number> {
  const firsts = new Map<string, number>()
  const found = new Map<number, number>()
  for (const { line, values, errors } of rows) {
    if (errors.ext !== undefined) continue
    const first = firsts.get(values.ext)
    if (first === undefined) firsts.set(values.ext, line)
    else found.set(line, first)
  }
  return found
}
