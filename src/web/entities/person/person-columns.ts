import { isDate, isNumber, readCell, readId, readNumber } from '../../lib/typed.ts'
import type { Columns, Mapped } from '../../spreadsheet/columns.ts'
import { issueAt, type CellIssue, type SheetRow } from '../../spreadsheet/sheet.ts'
import { headerNames } from '../extension/header-names.ts'
import type { Translate } from '../../i18n/catalogue.ts'

export const nameFields = ['agentName', 'firstName', 'lastName'] as const
/** The columns that identify a person, the most reliable first; the name can be in two columns. */
export const personSheetColumns = ['agentUuid', 'workNumber', ...nameFields] as const
type PersonSheetColumn = (typeof personSheetColumns)[number]
/** The columns of a sheet with numbers and people. */
export type PersonSheetField = PersonSheetColumn | 'ext'
export type PersonSheet = Pick<Mapped<PersonSheetField>, 'body' | 'columns'>
/** The columns of a sheet with at least these fields. */
type Place<Field extends string> = Pick<Columns<Field>, 'get' | 'has'>
export type NameField = (typeof nameFields)[number]

export const nameHeaders: Readonly<Record<NameField, string>> = {
  agentName: headerNames.agentName,
  firstName: 'firstname givenname givennames forename vorname prenom nombres 名',
  lastName: 'lastname surname familyname nachname familienname nomdefamille apellido apellidos 姓 姓氏',
}

/** What the imports of numbers and people have in common. */
export const personSheetKind = {
  caption: (t: Translate, field: PersonSheetField) =>
    field === 'ext' ? t('field.ext') : t(`columns.${field}`),
  names: { ...headerNames, ...nameHeaders },
  number: 'ext',
  ids: personSheetColumns,
  rest: 'agentName',
} as const

const isHan = (text: string) => /^\p{sc=Han}+$/u.test(text)
const joinName = (first: string, last: string) =>
  isHan(first) && isHan(last) ? last + first : `${first} ${last}`.trim()

/**
 * Returns the name in a row. Without one of the two columns, `Name` beside `Vorname` is the last name, and `Nombre` beside
 * `Apellidos` the first.
 */
export function nameIn({ cells }: SheetRow, columns: Place<NameField>): string {
  const cellOf = (field: NameField) => readCell(cells[columns.get(field) ?? -1] ?? '')
  const [name, first, last] = [cellOf('agentName'), cellOf('firstName'), cellOf('lastName')]
  if (first !== '' && last !== '') return name === '' ? joinName(first, last) : name
  const isWhole = name === '' || name.includes(first === '' ? last : first)
  if (first !== '' && !columns.has('lastName')) return isWhole ? name || first : joinName(first, name)
  if (last !== '' && !columns.has('firstName')) return isWhole ? name || last : joinName(name, last)
  return name || first || last
}

interface PersonInRow {
  /** The UUID, else the work number, else the name; empty without any. */
  person: string
  /** What the spreadsheet program made of a cell of the person. */
  issue: CellIssue | undefined
}

/** Returns what a row says about its person. */
export function personIn(row: SheetRow, columns: Place<PersonSheetColumn>): PersonInRow {
  for (const field of ['agentUuid', 'workNumber'] as const) {
    const issue = issueAt(row, columns.get(field) ?? -1)
    const id = readId(row.cells[columns.get(field) ?? -1] ?? '')
    if (issue !== undefined || id !== '') return { person: id, issue }
  }
  const issues = nameFields.flatMap((field) => issueAt(row, columns.get(field) ?? -1) ?? [])
  return { person: readId(nameIn(row, columns)), issue: issues[0] }
}

interface NumberInRow {
  /** Empty without any. */
  ext: string
  issue: CellIssue | 'number' | undefined
}

/** Returns the number in a row. */
export function numberIn(row: SheetRow, columns: Place<'ext'>): NumberInRow {
  const column = columns.get('ext') ?? -1
  const ext = readNumber(row.cells[column] ?? '')
  const issue = issueAt(row, column)
  if (issue !== undefined || ext === '' || isNumber(ext)) return { ext, issue }
  return { ext, issue: isDate(ext) ? 'date' : 'number' }
}
