import * as z from 'zod/mini'
import { csvText } from '../lib/csv.ts'
import { unescapeFormulas } from '#contract/formulas.ts'
import { codedFields, codeValue, naming, type CodeChange, type CodeName } from '#contract/codes.ts'
import type { CellIssue, SheetRow } from '../shared/spreadsheet/sheet.ts'

const columns = ['field', 'value', 'en', 'zh', 'note'] as const

const plain = ({ field, value, en, zh, note }: CodeName) => ({ field, value, en, zh, note })

/** The dictionary as JSON, as it is read back. */
export const dictionaryJson = (names: readonly CodeName[]): string =>
  `${JSON.stringify({ codes: names.map(plain) }, null, 2)}\n`

export const dictionaryCsv = (names: readonly CodeName[]): string =>
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
  /** Counts from 1: the row of a spreadsheet, the place in a JSON list. */
  line: number
  /** Null where the row cannot be used. */
  entry: Entry | null
  /** What a spreadsheet program made of one of its cells. */
  issue: CellIssue | null
  /** The column that cannot be read as it is, where the program made nothing of it. */
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

/** Whether a file is JSON, by how it begins. */
export const isJson = (content: string): boolean => /^[\uFEFF\s]*[{[]/.test(content)

/** Reads what was exported as JSON, or written by hand in the same form; null when it is neither. */
export function readDictionaryJson(content: string): FileRow[] | null {
  try {
    const json: unknown = JSON.parse(content.replace(/^\uFEFF/, ''))
    const list = Array.isArray(json) ? json : z.parse(whole, json).codes
    return list.map((value, index) => rowOf(value, index + 1))
  } catch {
    return null
  }
}

/** As `readDictionaryJson`, of a spreadsheet whose first row names the columns. A date is taken in names and notes only. */
export function readDictionaryRows([head, ...rows]: readonly SheetRow[]): FileRow[] | null {
  const headers = (head?.cells ?? []).map((cell) => cell.trim())
  const places = columns.map((column) => ({ column, at: headers.indexOf(column) }))
  if (places.slice(0, 2).some(({ at }) => at === -1)) return null
  return rows.map(({ line, cells, issues }) => {
    const wrong = places.find(({ at }, index) => {
      const issue = issues?.get(at)
      return issue !== undefined && (issue !== 'date' || index < 2)
    })
    const values = places.map(({ column, at }) => [column, unescapeFormulas(cells[at] ?? '')])
    return rowOf(Object.fromEntries(values), line, issues?.get(wrong?.at ?? -1) ?? null)
  })
}

type PlanKind = 'new' | 'changed' | 'same' | 'wrong' | 'twice'
export interface Planned extends FileRow {
  kind: PlanKind
  /** What is there now. */
  before: CodeName | null
}

/** What each row of a file would do to the dictionary as it is. Of a code that comes twice the first counts. */
export function planOf(rows: readonly FileRow[], now: readonly CodeName[]): Planned[] {
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

/** The changes of a plan, each to the version that the plan was made on. */
export const changesOf = (plan: readonly Planned[]): CodeChange[] =>
  plan.flatMap(({ entry: wanted, kind, before }) =>
    wanted !== null && (kind === 'new' || kind === 'changed')
      ? [{ ...wanted, version: before?.version ?? 0 }]
      : [],
  )
