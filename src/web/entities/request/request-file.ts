import type { RequestKind } from '#contract/service-requests.ts'
import {
  personIn,
  personSheetColumns,
  personSheetKind,
  numberIn,
  type PersonSheet,
  type PersonSheetField,
} from '../person/person-columns.ts'
import type { ImportKind } from '../../spreadsheet/columns.ts'
import type { SkippedRow, SkipReason } from '../extension/skipped-rows.ts'

export interface RequestFile {
  /** Text for `readRequestedNumbers`. */
  list: string
  skipped: SkippedRow[]
}

export const requestKind: ImportKind<PersonSheetField> = {
  ...personSheetKind,
  memory: 'columns.requests',
  fields: ['ext', ...personSheetColumns],
  missing: 'requests.new.file.noColumn',
  required: [['ext']],
}

/** Reads the numbers of a sheet and, for `rebind`, the agent beside each number. */
export function readRequestFile({ body, columns }: PersonSheet, kind: RequestKind): RequestFile {
  const lines: string[] = []
  const skipped: SkippedRow[] = []
  for (const row of body) {
    const { ext, issue } = numberIn(row, columns)
    const { person, issue: personIssue } = kind === 'rebind' ? personIn(row, columns) : { person: '' }
    const ownIssue: SkipReason | undefined =
      ext === '' ? 'number' : /[\n\r\t,;，；]/.test(person) ? 'separator' : undefined
    const reason = issue ?? personIssue ?? ownIssue
    if (reason !== undefined) skipped.push({ line: row.line, reason, text: ext })
    else lines.push(person === '' ? ext : `${ext}\t${person}`)
  }
  return { list: lines.join('\n'), skipped }
}
