import * as z from 'zod/mini'
import { newExtension, type NewExtension } from '#contract/extensions.ts'
import { unwrap } from './cell-text.ts'
import { byField, fields, type Field, type Mapping } from './fields.ts'
import type { SheetRow } from './read-sheet.ts'

/** What is wrong with a cell; each has a message of its own. */
export const reasons = [
  'ext-missing',
  'ext-digits',
  'ext-rounded',
  'agentID-characters',
  'agentType-unknown',
  'langCodeTxt-text',
  'password-short',
  'password-long',
  'password-characters',
  'companyId-characters',
] as const
type Reason = (typeof reasons)[number]

/** A row that can be created, with its line in the sheet. */
export type ImportedRow = NewExtension & { line: number }

export interface Row {
  line: number
  /** The mapped cells as text, unwrapped; empty where nothing was given. */
  values: Readonly<Record<Field, string>>
  faults: Readonly<Partial<Record<Field, Reason>>>
  /** Null when there are faults. */
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
  return /^\d+([.,]\d+)?e\+?\d+$/i.test(text) ? 'ext-rounded' : 'ext-digits'
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

/** One row read by the mapping and checked against the contract. */
export function toRow({ line, cells }: SheetRow, { columns, agentType }: Mapping): Row {
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
  if (read.success) return { line, values, faults: {}, request: { ...read.data, line } }
  const wrong = fields.filter((field) => read.error.issues.some(({ path }) => path[0] === field))
  const faults = Object.fromEntries(wrong.map((field) => [field, reasonFor[field](values[field])]))
  return { line, values, faults, request: null }
}

/** The sheet's rows (its header's not among them) read by the mapping and checked. Pure; rows are independent of each other. */
export const toRows = (rows: readonly SheetRow[], mapping: Mapping): Row[] =>
  rows.map((row) => toRow(row, mapping))

/** Rows whose number an earlier row holds already: their line, and that of the first. */
export function repeats(rows: readonly Row[]): ReadonlyMap<number, number> {
  const firsts = new Map<string, number>()
  const found = new Map<number, number>()
  for (const { line, values, faults } of rows) {
    if (faults.ext !== undefined) continue
    const first = firsts.get(values.ext)
    if (first === undefined) firsts.set(values.ext, line)
    else found.set(line, first)
  }
  return found
}
