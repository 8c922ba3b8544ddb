import {
  personIn,
  personSheetColumns,
  personSheetKind,
  numberIn,
  type PersonSheet,
  type PersonSheetField,
} from '../../entities/person/person-columns.ts'
import type { SkippedRow, SkipReason } from '../../entities/extension/skipped-rows.ts'
import type { ImportKind } from '../../spreadsheet/columns.ts'

export interface PeopleFile {
  people: string[]
  /** The number of each person in `people`; empty when the sheet has no column of numbers. */
  numbers: string[]
  skipped: SkippedRow[]
}

export const pairsKind: ImportKind<PersonSheetField> = {
  ...personSheetKind,
  memory: 'columns.reservations',
  fields: [...personSheetColumns, 'ext'],
  missing: 'reservations.file.noColumns',
  required: [[...personSheetColumns, 'ext']],
}

/** Reads a sheet's people and their numbers. An invalid row is skipped completely, so that the other pairs stay aligned. */
export function readPeople({ body, columns }: PersonSheet): PeopleFile {
  const hasPeople = personSheetColumns.some((field) => columns.has(field))
  const people = new Set<string>()
  const numbers = new Set<string>()
  const skipped: SkippedRow[] = []
  for (const row of body) {
    const { ext, issue } = numberIn(row, columns)
    const { person: cell, issue: personIssue } = personIn(row, columns)
    const person = cell.trim()
    const invalid = (): SkipReason | undefined => {
      if ((person === '' && hasPeople) || (ext === '' && columns.has('ext'))) return 'incomplete'
      return people.has(person) || numbers.has(ext) ? 'repeated' : undefined
    }
    const reason = issue ?? personIssue ?? invalid()
    if (reason !== undefined) skipped.push({ line: row.line, reason, text: ext })
    else {
      if (person !== '') people.add(person)
      if (ext !== '') numbers.add(ext)
    }
  }
  return { people: [...people], numbers: [...numbers], skipped }
}
