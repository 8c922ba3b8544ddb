import * as z from 'zod/mini'
import { rosterRow, type RosterRow } from '#contract/people.ts'
import { readId } from '../../lib/typed.ts'
import type { Columns, ImportKind } from '../../spreadsheet/columns.ts'
import { nameHeaders, nameIn, type NameField } from '../../entities/person/person-columns.ts'
import { headerNames } from '../../entities/extension/header-names.ts'
import { issueAt, type CellIssue, type SheetRow } from '../../spreadsheet/sheet.ts'

const fields = [
  'agentUuid',
  'workNumber',
  'name',
  'department',
  'email',
  'phoneModel',
  'note',
  'firstName',
  'lastName',
] as const
export type RosterField = (typeof fields)[number]

const names: Readonly<Record<RosterField, string>> = {
  agentUuid: headerNames.agentUuid,
  workNumber: headerNames.workNumber,
  name: nameHeaders.agentName,
  firstName: nameHeaders.firstName,
  lastName: nameHeaders.lastName,
  department: 'department dept depart 部门 部門 部署 abteilung service departement departamento',
  email:
    'email emailaddress mail 邮箱 电子邮件 電子郵件 信箱 メールアドレス courriel correo correoelectronico',
  phoneModel: 'phonemodel phone 话机型号 话机 話機型號 話機 telefonmodell',
  note: 'note notes remark remarks 备注 備註 備考 bemerkung notiz remarque nota notas observaciones',
}
/** Free-text fields, in which a date is valid. */
const texts: readonly RosterField[] = ['department', 'phoneModel', 'note']

const nameColumns = new Map<RosterField, NameField>([
  ['name', 'agentName'],
  ['firstName', 'firstName'],
  ['lastName', 'lastName'],
])

export interface RosterLine {
  /** Line number in the spreadsheet. */
  line: number
  /** Null when a field is invalid; `wrong` then names the field. */
  row: RosterRow | null
  wrong: RosterField | null
  /** The change that the spreadsheet program made to the cell; null when it is unchanged. */
  issue: CellIssue | null
}

export const rosterKind: ImportKind<RosterField> = {
  memory: 'columns.roster',
  fields,
  caption: (t, field) => {
    if (field === 'agentUuid') return t('field.agentUuid')
    return field === 'firstName' || field === 'lastName' ? t(`columns.${field}`) : t(`person.field.${field}`)
  },
  missing: 'people.roster.noColumn',
  names,
  required: [['agentUuid', 'workNumber']],
  ids: fields,
}

/** Returns the reader of a roster's rows. With `clears`, blank cells of the other columns than those of ids and names clear. */
export function rosterReader(used: Columns<RosterField>, clears = false): (row: SheetRow) => RosterLine {
  const columns = [...used].map(([field, column]) => ({ field, column }))
  const columnsOfNames = new Map(
    columns.flatMap(({ field, column }) => {
      const nameField = nameColumns.get(field)
      return nameField === undefined ? [] : [[nameField, column] as const]
    }),
  )
  return (row) => {
    const { line, cells } = row
    for (const { field, column } of columns) {
      const issue = issueAt(row, column)
      if (issue !== undefined && !(issue === 'date' && texts.includes(field)))
        return { line, row: null, wrong: field, issue }
    }
    const values = columns.flatMap(({ field, column }): [RosterField, string | null][] => {
      if (nameColumns.has(field)) return []
      const isIdentity = field === 'agentUuid' || field === 'workNumber'
      const value = readId(cells[column] ?? '')
      if (value === '') return clears && !isIdentity ? [[field, null]] : []
      return [[field, value]]
    })
    const name = readId(nameIn({ line, cells }, columnsOfNames))
    const read = z.safeParse(rosterRow, {
      ...Object.fromEntries(values),
      ...(name === '' ? {} : { name }),
    })
    const wrong = read.success
      ? null
      : (fields.find((field) => field === read.error.issues[0]?.path[0]) ?? 'workNumber')
    return { line, row: read.data ?? null, wrong, issue: null }
  }
}
