import type { Translate } from '../../i18n/catalogue.ts'
import { csvText } from '../../lib/csv.ts'
import { byField, fields } from './fields.ts'

/** The template as CSV: the columns, and one row that explains each of them. The row is no valid one: left in, it is marked and never created. */
export function templateCsv(t: Translate): string {
  const example = byField((field) => t(`import.template.${field}`))
  return csvText(fields, [fields.map((field) => example[field])])
}
