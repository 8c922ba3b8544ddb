import type { Translate } from '../../i18n/catalogue.ts'
import { isCellIssue, type CellIssue } from '../../spreadsheet/sheet.ts'
import { skippedLine, type SkippedLine } from '../../spreadsheet/SkippedRows.tsx'
import { wrongNumberText } from './wrong-number.ts'

/** Why a row is skipped. `separator`: the agent's text would parse as several agents; `incomplete`: the agent or number is missing. */
export type SkipReason = CellIssue | 'separator' | 'number' | 'repeated' | 'incomplete'

export interface SkippedRow {
  line: number
  reason: SkipReason
  /** The text in the number's cell, for the reason `number`. */
  text?: string
}

function reasonText(t: Translate, { reason, text = '' }: SkippedRow): string {
  if (isCellIssue(reason)) return t(`spreadsheet.issue.${reason}`)
  return reason === 'number'
    ? wrongNumberText(t, text, t('reservations.file.number'))
    : t(`reservations.file.${reason}`)
}

/** Formats the rows that cannot be used for `SheetInput`. */
export const skippedLines = (t: Translate, rows: readonly SkippedRow[]): SkippedLine[] =>
  rows.map((row) => skippedLine(t, row.line, reasonText(t, row)))
