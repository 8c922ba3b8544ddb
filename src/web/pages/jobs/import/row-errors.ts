import type { Translate } from '../../../i18n/catalogue.ts'
import type { SkippedLine } from '../../../spreadsheet/SkippedRows.tsx'
import { fields } from './fields.ts'
import { reasonText } from './rows.ts'
import type { ValidatedRow } from './validate-rows.ts'

/** Returns the errors of a row's cells in words, each with its field. */
export const rowErrors = (t: Translate, { row: { errors, values } }: ValidatedRow): string[] =>
  fields.flatMap((field) => {
    const reason = errors[field]
    if (reason === undefined) return []
    return t('label.value', {
      label: t(`import.field.${field}`),
      value: reasonText(t, reason, values[field]),
    })
  })

/** Returns the rows that cannot be created, each with its errors, or with the row that has its number already. */
export const skippedLines = (t: Translate, rows: readonly ValidatedRow[]): SkippedLine[] =>
  rows
    .filter(({ state }) => state !== 'valid')
    .map((each) => {
      const { line } = each.row
      const twice =
        each.repeated === null ? [] : [t('import.reason.duplicate', { line: String(each.repeated) })]
      const value = [...rowErrors(t, each), ...twice].join(' · ')
      return { line, text: t('label.value', { label: t('spreadsheet.line', { line: String(line) }), value }) }
    })
