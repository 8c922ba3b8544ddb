import type { Translate } from '../../i18n/catalogue.ts'
import type { CellIssue } from './sheet.ts'

/** Why a row is skipped. `separator`: the agent's text would parse as several agents; `incomplete`: the agent or number is missing. */
export type SkipReason = CellIssue | 'separator' | 'number' | 'repeated' | 'incomplete'

/** Formats the rows that cannot be used for `SheetInput`. */
export const skippedRows = (t: Translate, rows: readonly { line: number; reason: SkipReason }[]) => ({
  title: t('reservations.file.skipped', { count: rows.length }),
  lines: rows.map(({ line, reason }) => ({
    line,
    text: t('label.value', {
      label: t('reservations.file.line', { line: String(line) }),
      value:
        reason === 'date' || reason === 'rounded' || reason === 'formula' || reason === 'error'
          ? t(`spreadsheet.issue.${reason}`)
          : t(`reservations.file.${reason}`),
    }),
  })),
})
