import type { Translate } from '../../../i18n/catalogue.ts'
import { skippedLine, type SkippedLine } from '../../../spreadsheet/SkippedRows.tsx'
import { checkText, type Checked } from '../check.ts'
import { fields } from './fields.ts'
import { reasonText, type ValidatedRow } from './rows.ts'

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

/** What the service says about a row, when it cannot be created. */
function refusal(t: Translate, checked: Checked | null): string[] {
  if (checked === null || checked.about === null || checked.creatable !== 'no') return []
  const label = t(`import.field.${checked.about.field}`)
  return [t('label.value', { label, value: checkText(t, checked) ?? '' })]
}

/** Returns the rows that cannot be created: with errors, with a number that an earlier row has, or refused by the check. */
export const invalidLines = (
  t: Translate,
  rows: readonly (ValidatedRow & { checked?: Checked | null })[],
): SkippedLine[] =>
  rows.flatMap((each) => {
    const refused = refusal(t, each.checked ?? null)
    if (each.state === 'valid' && refused.length === 0) return []
    const twice =
      each.repeated === null ? [] : [t('import.reason.duplicate', { line: String(each.repeated) })]
    return [skippedLine(t, each.row.line, [...rowErrors(t, each), ...twice, ...refused].join(' · '))]
  })
