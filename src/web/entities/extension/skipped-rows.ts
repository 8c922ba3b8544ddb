import type { Translate } from '../../i18n/catalogue.ts'
import { isCellIssue, type CellIssue } from '../../spreadsheet/sheet.ts'
import { wrongNumberText } from './wrong-number.ts'

/** Why a row is skipped. `separator`: the agent's text would parse as several agents; `incomplete`: the agent or number is missing. */
export type SkipReason = CellIssue | 'separator' | 'number' | 'repeated' | 'incomplete'

export interface SkippedRow {
  line: number
  reason: SkipReason
  /** The text in the number's cell, for the reason `number`. */
  text?: string
}

/** Formats the rows that cannot be used for `SheetInput`. */
export const skippedRows = (t: Translate, rows: readonly SkippedRow[]) => ({
  title: t('reservations.file.skipped', { count: rows.length }),
  lines: rows.map(({ line, reason, text = '' }) => ({
    line,
    text: t('label.value', {
      label: t('spreadsheet.line', { line: String(line) }),
      value: isCellIssue(reason)
        ? t(`spreadsheet.issue.${reason}`)
        : reason === 'number'
          ? wrongNumberText(t, text, t('reservations.file.number'))
          : t(`reservations.file.${reason}`),
    }),
  })),
})
