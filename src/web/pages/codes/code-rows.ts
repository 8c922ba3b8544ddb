import { isCodedField, type CodedField, type CodeName, type ObservedValue } from '#contract/codes.ts'

/** A code with its name, its observations, or both. */
export interface CodeRow {
  field: CodedField
  value: string
  name: CodeName | null
  seen: ObservedValue | null
}

/** True when the code was observed, has no name, and has no published meaning. */
export const isUnnamed = ({ name, seen }: CodeRow): boolean =>
  name === null && seen !== null && !seen.published

/** Merges the dictionary's codes with the observed ones, sorted by field and then by number. */
export function codeRows(names: readonly CodeName[], seen: readonly ObservedValue[]): CodeRow[] {
  const rows = new Map<string, CodeRow>()
  const rowOf = (field: CodedField, value: string): CodeRow => {
    const key = `${field} ${value}`
    const row = rows.get(key) ?? { field, value, name: null, seen: null }
    rows.set(key, row)
    return row
  }
  for (const observedValue of seen)
    if (isCodedField(observedValue.field))
      rowOf(observedValue.field, observedValue.value).seen = observedValue
  for (const name of names) rowOf(name.field, name.value).name = name
  return [...rows.values()].toSorted(
    (a, b) =>
      a.field.localeCompare(b.field) || Number(a.value) - Number(b.value) || a.value.localeCompare(b.value),
  )
}

interface CodeFilter {
  field?: CodedField | undefined
  show?: 'unnamed' | 'named' | undefined
  q?: string | undefined
}

const texts = ({ field, value, name }: CodeRow) =>
  `${field} ${value} ${name?.en ?? ''} ${name?.zh ?? ''} ${name?.note ?? ''}`.toLowerCase()

export const matchesFilter = (row: CodeRow, { field, show, q }: CodeFilter): boolean =>
  (field === undefined || row.field === field) &&
  (show !== 'unnamed' || isUnnamed(row)) &&
  (show !== 'named' || row.name !== null) &&
  (q === undefined || texts(row).includes(q.toLowerCase()))
