import Papa from 'papaparse'
import * as z from 'zod/mini'
import { csvText } from '../lib/csv.ts'
import { codedFields, codeValue, naming, type CodeChange, type CodeName } from '#contract/codes.ts'

const columns = ['field', 'value', 'en', 'zh', 'note'] as const

const disarmed = /^'(?=[=+\-@\t\r\n＝＋－＠])/

const plain = ({ field, value, en, zh, note }: CodeName) => ({ field, value, en, zh, note })

/** The dictionary as JSON, as it is read back. */
export const dictionaryJson = (names: readonly CodeName[]): string =>
  `${JSON.stringify({ codes: names.map(plain) }, null, 2)}\n`

/** The dictionary as CSV: text with a byte order mark, without which spreadsheet programs garble Chinese. */
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
  /** Counts from 1: the line of a CSV below its head, the place in a JSON list. */
  line: number
  /** Null where the row cannot be used. */
  entry: Entry | null
}

function rowOf(value: unknown, index: number): FileRow {
  const code = z.safeParse(entry, value)
  const named = z.safeParse(names, value)
  const name = named.success ? z.safeParse(naming, named.data) : null
  return {
    line: index + 1,
    entry: code.success && name?.success === true ? { ...code.data, name: name.data } : null,
  }
}

/** Reads what was exported, or written by hand in the same form; null when it is neither. */
export function readDictionary(content: string): FileRow[] | null {
  const bare = content.replace(/^\uFEFF/, '').trim()
  if (bare.startsWith('{') || bare.startsWith('[')) {
    try {
      const json: unknown = JSON.parse(bare)
      const list = Array.isArray(json) ? json : z.parse(whole, json).codes
      return list.map(rowOf)
    } catch {
      return null
    }
  }
  const { data, meta } = Papa.parse<Record<string, string>>(bare, { header: true, skipEmptyLines: 'greedy' })
  if (!columns.slice(0, 2).every((column) => meta.fields?.includes(column) === true)) return null
  const armed = (row: Record<string, string>) =>
    Object.fromEntries(columns.map((column) => [column, (row[column] ?? '').replace(disarmed, '')]))
  return data.map((row, index) => rowOf(armed(row), index))
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
