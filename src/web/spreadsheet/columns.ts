import type { MessageKey, Translate } from '../i18n/catalogue.ts'
import { isDate, isNumber, readCell, readNumber } from '../lib/typed.ts'
import { plainHeader, type Table } from './headers.ts'
import type { SheetRow } from './sheet.ts'

/** What an import can use the columns of a sheet as. */
export interface ImportKind<Field extends string> {
  /** The preference that remembers the user's choices. */
  memory: string
  fields: readonly Field[]
  /** Returns the name of a column's use. */
  caption: (t: Translate, field: Field) => string
  /** Shown when a required column is missing. */
  missing: MessageKey
  /**
   * The column names of each field in `plainHeader` form, separated by spaces, likeliest first. Names after a bar count only when
   * the sheet has none before it: a `password` beside a `sip_secret` is for a web page.
   */
  names: Readonly<Record<Field, string>>
  /** A sheet needs a column for one field of each group. */
  required: readonly (readonly Field[])[]
  /** Fields that name the same thing, so that a row has only one of them. */
  exclusive?: readonly Field[]
  /** Whether a column with this name and these values can be the field's. */
  fits?: Partial<Record<Field, (name: string, values: readonly string[]) => boolean>>
  /** The field of an only column that is left, in a sheet without column names. */
  rest?: Field
  /** The fields of numbers and of passwords: found by their values, and never left unused without a question. */
  number?: Field
  password?: Field
  /** Fields that, like the number, are read without any invisible character; other texts only without those around them. */
  ids?: readonly Field[]
  /** Names of columns whose numbers no field can use, separated by spaces. */
  otherNumbers?: string
}

/** The column of each field that the sheet has, from 0. */
export type Columns<Field extends string> = ReadonlyMap<Field, number>

/** Why the user must decide about a column. `password`, `number`: it looks like one and is not used. */
type Doubt = 'twice' | 'password' | 'number'

/** Rows that are looked at to guess what a column contains. */
const sampled = 50

/** Returns all column names of an import. */
export const columnNamesOf = <Field extends string>({
  fields,
  names,
}: ImportKind<Field>): ReadonlySet<string> => new Set(fields.flatMap((field) => names[field].split(/[ |]+/)))

type Cells = Pick<Table, 'header' | 'body'>

/** Returns the number of columns, with those that have values but no name. */
export const widthOf = ({ header, body }: Cells): number =>
  body.reduce((most, { cells }) => Math.max(most, cells.length), header?.length ?? 0)

/** Returns the first values of a column that are not blank. */
export const valuesOf = ({ body }: Cells, column: number, most = sampled): string[] => {
  const values: string[] = []
  for (const { cells } of body) {
    const cell = cells[column] ?? ''
    const value = cell === '' ? '' : readCell(cell, false)
    if (value !== '') values.push(value)
    if (values.length === most) break
  }
  return values
}

export const mostly = (values: readonly string[], is: (value: string) => boolean) =>
  values.length > 0 && values.filter((value) => is(value)).length * 3 >= values.length * 2

const secretName = /pass|pwd|secret|kennwort|contrase|clave|密码|密碼|口令|パスワード|^pin$|pincode/
const secretValue = /^(?=.*[a-z])(?=.*\d)[\x21-\x7e]{8,64}$/i
/** Work numbers, UUIDs and hardware addresses, mail and web addresses, times: letters and digits, but no passwords. */
const openValue =
  /^[a-z]{1,6}[-_]?\d+$|^[\da-f]{32}$|^[\da-f]{8}-[\da-f-]{27}$|^([\da-f]{2}[:-]?){6}$|@|:\/\/|^\d{4}-\d\d|^[\d.:]+$/i

export const looksSecret = (table: Cells, column: number): boolean =>
  secretName.test(plainHeader(table.header?.[column] ?? '')) ||
  mostly(valuesOf(table, column), (value) => secretValue.test(value) && !openValue.test(value))

/** True for a column with a different number in most rows; codes, counts and settings repeat, are shorter or often missing. */
function looksLikeNumbers(table: Cells, column: number, otherNames = ''): boolean {
  const values = valuesOf(table, column)
  return (
    !otherNames.split(' ').includes(plainHeader(table.header?.[column] ?? '')) &&
    values.length * 2 > Math.min(table.body.length, sampled) &&
    new Set(values).size * 5 >= values.length * 4 &&
    mostly(values, (value) => readNumber(value).length > 2 && isNumber(value) && !isDate(value))
  )
}

/** Returns the columns that the header names for a field, likeliest first: those whose values fit, and those of another kind. */
function namedFor<Field extends string>(
  { names, fits = {} }: ImportKind<Field>,
  table: Cells,
  field: Field,
): { fit: number[]; unfit: number[] } {
  const headers = (table.header ?? []).map(plainHeader)
  const fit: ((name: string, values: readonly string[]) => boolean) | undefined = fits[field]
  const isFit = (column: number) => fit?.(headers[column] ?? '', valuesOf(table, column)) ?? true
  const groups = names[field]
    .split(' | ')
    .map((likely) =>
      likely
        .split(' ')
        .flatMap((name) => headers.flatMap((header, column) => (header === name ? [column] : []))),
    )
  return {
    fit: groups.map((group) => group.filter(isFit)).find(({ length }) => length > 0) ?? [],
    unfit: groups.flat().filter((column) => !isFit(column)),
  }
}

/** Returns the groups of columns that the header names for one thing, each with more than one column. */
function conflicts<Field extends string>(kind: ImportKind<Field>, table: Cells): number[][] {
  const { fields, exclusive = [] } = kind
  const single = fields.filter((field) => !exclusive.includes(field)).map((field) => [field])
  return [...single, exclusive]
    .map((group) => group.flatMap((field) => namedFor(kind, table, field).fit))
    .filter(({ length }) => length > 1)
}

/** Returns the field that the header names for a column; undefined when there is none. */
export const meantBy = <Field extends string>(
  kind: ImportKind<Field>,
  table: Cells,
  column: number,
): Field | undefined => kind.fields.find((field) => namedFor(kind, table, field).fit.includes(column))

/** Returns the field that the header names for a column whose values are of another kind; undefined when there is none. */
export const misnamed = <Field extends string>(
  kind: ImportKind<Field>,
  table: Cells,
  column: number,
): Field | undefined => kind.fields.find((field) => namedFor(kind, table, field).unfit.includes(column))

/** Guesses the columns by their names. Finds the numbers by their values when no name says it. */
export function guessColumns<Field extends string>(kind: ImportKind<Field>, table: Cells): Columns<Field> {
  const { fields, exclusive = [], rest, number } = kind
  const columns = new Map<Field, number>()
  for (const field of fields) {
    const usedColumns = [...columns.values()]
    const column = namedFor(kind, table, field).fit.find((each) => !usedColumns.includes(each))
    if (column === undefined || (exclusive.includes(field) && exclusive.some((each) => columns.has(each))))
      continue
    columns.set(field, column)
  }
  const unusedColumns = () =>
    Array.from({ length: widthOf(table) }, (_, column) => column).filter(
      (column) => ![...columns.values()].includes(column),
    )
  if (number !== undefined && !columns.has(number)) {
    const rows = table.body.slice(0, sampled)
    const shares = unusedColumns().map((column) => ({
      column,
      count: rows.filter(({ cells }) => isNumber(cells[column] ?? '')).length,
    }))
    const best = shares.toSorted((a, b) => b.count - a.count)[0]
    if (best !== undefined && best.count * 2 > rows.length) columns.set(number, best.column)
  }
  const [only, ...further] = unusedColumns()
  if (table.header === null && rest !== undefined && only !== undefined && further.length === 0)
    columns.set(rest, only)
  return columns
}

/** True for a row that has nothing but its own number: nothing in a column that is used, and no text in another. */
const isUnfilled = ({ cells }: SheetRow, used: ReadonlySet<number>): boolean =>
  cells.every((cell, column) => {
    const value = cell.trim()
    return value === '' || (!used.has(column) && /^\d{1,6}\.?$/.test(value))
  })

/** Returns the rows to import: those below a sheet's last entry may have a row number already. */
export function filledRows<Field extends string>({ body, columns }: Mapped<Field>): readonly SheetRow[] {
  const used = new Set(columns.values())
  return body.filter((row) => row.issues !== undefined || !isUnfilled(row, used))
}

/** A table with the use of its columns. */
export interface Mapped<Field extends string> extends Table {
  columns: Columns<Field>
  /** The columns about which the user decided. */
  decided: ReadonlySet<number>
  /** The columns about which the user must decide. */
  doubts: ReadonlyMap<number, Doubt>
  /** The required groups of fields without a column. */
  missing: readonly (readonly Field[])[]
  isRemembered: boolean
  /** True when nothing is missing or in doubt, and the texts are certain. */
  isReady: boolean
}

/** Returns the table with these columns, and what is missing or in doubt about them. */
export function mapColumns<Field extends string>(
  kind: ImportKind<Field>,
  table: Table,
  columns: Columns<Field>,
  decided: ReadonlySet<number> | 'remembered',
): Mapped<Field> {
  const width = widthOf(table)
  const all = Array.from({ length: width }, (_, column) => column)
  const isRemembered = decided === 'remembered'
  const settled = isRemembered ? new Set(all) : decided
  const twice = conflicts(kind, table).filter((group) => !group.some((column) => settled.has(column)))
  const used = new Set(columns.values())
  const { number, password, otherNumbers } = kind
  /** True for a column with the same numbers as the one that is used, such as a user name in an export of FreePBX. */
  const repeats = (column: number) => {
    const at = number === undefined ? undefined : columns.get(number)
    return at !== undefined && valuesOf(table, column).join() === valuesOf(table, at).join()
  }
  const doubts = new Map<number, Doubt>()
  for (const column of all) {
    if (twice.some((group) => group.includes(column))) doubts.set(column, 'twice')
    else if (used.has(column) || settled.has(column)) continue
    else if (password !== undefined && valuesOf(table, column, 1).length > 0 && looksSecret(table, column))
      doubts.set(column, 'password')
    else if (number !== undefined && looksLikeNumbers(table, column, otherNumbers) && !repeats(column))
      doubts.set(column, 'number')
  }
  const missing = kind.required.filter((group) => !group.some((field) => columns.has(field)))
  const isReady = doubts.size === 0 && missing.length === 0 && table.sheet.encodingChoices.length === 0
  return { ...table, columns, decided: settled, doubts, missing, isRemembered, isReady }
}

/** Returns the table with the user's choice for one column; `null` when it is not used. */
export function withChoice<Field extends string>(
  kind: ImportKind<Field>,
  table: Mapped<Field>,
  column: number,
  field: Field | null,
): Mapped<Field> {
  const { exclusive = [] } = kind
  const isFreed = (each: Field, at: number) =>
    at === column ||
    each === field ||
    (field !== null && exclusive.includes(field) && exclusive.includes(each))
  const columns = new Map([...table.columns].filter(([each, at]) => !isFreed(each, at)))
  if (field !== null) columns.set(field, column)
  const settled = conflicts(kind, table).filter((group) => group.includes(column))
  const replaced = [...table.columns].filter(([each, at]) => isFreed(each, at)).map(([, at]) => at)
  return mapColumns(kind, table, columns, new Set([...table.decided, column, ...replaced, ...settled.flat()]))
}
