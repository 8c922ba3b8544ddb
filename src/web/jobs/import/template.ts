import Papa from 'papaparse'
import type { Translate } from '../../i18n/catalogue.ts'
import { saveFile } from '../../ui/save-file.ts'
import { byField, fields } from './fields.ts'

/**
 * The template as CSV: the columns, and one row that explains each of them. With a byte order mark, without which
 * spreadsheet programs garble Chinese. The row is no valid one: left in, it is marked and never created.
 */
export function templateCsv(t: Translate): string {
  const example = byField((field) => t(`import.template.${field}`))
  return `\uFEFF${Papa.unparse([[...fields], fields.map((field) => example[field])])}\r\n`
}

/** Has the browser save a text as a file. */
export const saveText = (name: string, type: string, text: string): void =>
  saveFile(name, new Blob([text], { type }))
