import type { Translate } from '../../../i18n/catalogue.ts'
import { rowErrors } from '../import/row-errors.ts'
import { reasonText } from '../import/rows.ts'
import { comparedFields, type Reconciled } from './outcomes.ts'

/** Returns the reason of a row's outcome in a few words; empty when the outcome needs no explanation. */
export function noteOf(each: Reconciled, t: Translate): string {
  const { outcome, row, repeated, verdicts, code } = each
  const unclear = verdicts.get('agentID') === 'unclear' ? t('reconcile.note.unclear') : null
  switch (outcome) {
    case 'missing':
      return row.request === null
        ? t('reconcile.note.withErrors', { errors: rowErrors(t, each).join(' · ') })
        : ''
    case 'differs': {
      const differing = comparedFields
        .filter((field) => verdicts.get(field) === 'differs')
        .map((field) => t(`import.field.${field}`))
        .join(t('list.separator'))
      return unclear === null ? differing : `${differing} · ${unclear}`
    }
    case 'matches':
      return verdicts.get('agentID') === 'bound' ? t('reconcile.note.workNumber') : ''
    case 'unknown':
      return code === null ? '' : t(`problem.${code}`)
    case 'unread':
      if (unclear !== null) return unclear
      return repeated === null
        ? reasonText(t, row.errors.ext ?? 'ext-missing', row.values.ext)
        : t('import.reason.duplicate', { line: String(repeated) })
    case 'waiting':
      return ''
  }
}
