import * as z from 'zod/mini'
import { csvText } from '../../lib/csv.ts'
import { readCell, readId } from '../../lib/typed.ts'
import { codedFields, codeValue, naming, type CodeChange, type CodeName } from '#contract/codes.ts'
import type { ImportKind, Mapped } from '../../spreadsheet/columns.ts'
import { issueAt, type CellIssue } from '../../spreadsheet/sheet.ts'

const columns = ['field', 'value', 'en', 'zh', 'note'] as const
export type DictionaryField = (typeof columns)[number]
export const dictionaryKind: ImportKind<DictionaryField> = {
  memory: 'columns.codes',
  fields: columns,
  caption: (t, field) => (field === 'en' || field === 'zh' ? t(`codes.name.${field}`) : t(`codes.${field}`)),
  missing: 'codes.import.unreadable',
  names: { field: 'field', value: 'value', en: 'en', zh: 'zh', note: 'note' },
  required: [['field'], ['value']],
  ids: ['field', 'value'],
}

const plain = ({ field, value, en, zh, note }: CodeName) => ({ field, value, en, zh, note })

/** Returns the dictionary as JSON, in the format that `readDictionaryJson` reads. */
export const dictionaryJson = (names: readonly CodeName[]): string =>
  `${JSON.stringify({ codes: names.map(plain) }, null, 2)}\n`

export const dictionaryCsv = (names: readonly CodeName[]): Promise<string> =>
  csvText(
    columns,
    names.map((name) => columns.map((column) => name[column])),
  )

const entry = z.object({ field: z.enum(codedFields), value: codeValue })
const text = z._default(z.string(), '')
const names = z.object({ en: text, zh: text, note: text })
const whole = z.object({ codes: z.array(z.unknown()) })

type Entry = Omit<CodeChange, 'version' | 'name'> & { name: z.infer<typeof naming> }
export interface FileRow {
  /** Position from 1: the row of the spreadsheet, or the place in the JSON list. */
  line: number
  /** Null when the row is invalid. */
  entry: Entry | null
  /** The change that the spreadsheet program made to a cell; null when all cells are unchanged. */
  issue: CellIssue | null
  /** The invalid column; null when the row is valid or `issue` explains the error. */
  wrong: 'field' | 'value' | 'name' | 'note' | null
}

function rowOf(value: unknown, line: number, issue: CellIssue | null = null): FileRow {
  const code = z.safeParse(entry, value)
  const texts = z.safeParse(names, value)
  const name = texts.success ? z.safeParse(naming, texts.data) : texts
  if (issue === null && code.success && name.success)
    return { line, entry: { ...code.data, name: name.data }, issue, wrong: null }
  const refused = [code, name].flatMap(({ error }) => error?.issues ?? []).map(({ path }) => path[0])
  const wrong = (['field', 'value', 'note'] as const).find((column) => refused.includes(column)) ?? 'name'
  return { line, entry: null, issue, wrong: issue === null ? wrong : null }
}

/** True when the file starts like JSON. */
export const isJson = (content: string): boolean => /^[\uFEFF\s]*[{[]/.test(content)

/** Reads exported or hand-written JSON. Returns null when the content has another format. */
export function readDictionaryJson(content: string): FileRow[] | null {
  try {
    const json: unknown = JSON.parse(content.replace(/^\uFEFF/, ''))
    const list = Array.isArray(json) ? json : z.parse(whole, json).codes
    return list.map((value, index) => rowOf(value, index + 1))
  } catch {
    return null
  }
}

/**
 * Reads a spreadsheet. Dates are accepted in names and notes only. Returns null
 * without the `field` and `value` columns.
 */
export function readDictionaryRows(table: Pick<Mapped<DictionaryField>, 'body' | 'columns'>): FileRow[] {
  const places = columns.map((column) => ({ column, at: table.columns.get(column) ?? -1 }))
  return table.body.map((row) => {
    const { line, cells } = row
    const wrong = places.find(({ at }, index) => {
      const issue = issueAt(row, at)
      return issue !== undefined && (issue !== 'date' || index < 2)
    })
    const values = places.map(({ column, at }) => {
      const read = column === 'field' || column === 'value' ? readId : readCell
      return [column, read(cells[at] ?? '')]
    })
    return rowOf(Object.fromEntries(values), line, issueAt(row, wrong?.at ?? -1) ?? null)
  })
}

type PlanKind = 'new' | 'changed' | 'same' | 'wrong' | 'twice'
export interface PlannedName extends FileRow {
  kind: PlanKind
  /** The current entry of the dictionary. */
  before: CodeName | null
}

/** Returns what each row would do to the current dictionary. When a code repeats, only its first row counts. */
export function planOf(rows: readonly FileRow[], now: readonly CodeName[]): PlannedName[] {
  const met = new Set<string>()
  return rows.map((row) => {
    if (row.entry === null) return { ...row, kind: 'wrong', before: null }
    const { field, value, name } = row.entry
    const key = `${field} ${value}`
    const before = now.find((each) => each.field === field && each.value === value) ?? null
    const isSame = before?.en === name.en && before.zh === name.zh && before.note === name.note
    const kind = met.has(key) ? 'twice' : before === null ? 'new' : isSame ? 'same' : 'changed'
    met.add(key)
    return { ...row, kind, before }
  })
}

/** Returns the changes of a plan, each with the version that the plan is based on. */
export const changesOf = (plan: readonly PlannedName[]): CodeChange[] =>
  plan.flatMap(({ entry, kind, before }) =>
    entry !== null && (kind === 'new' || kind === 'changed')
      ? [{ ...entry, version: before?.version ?? 0 }]
      : [],
  )
