import type { Translate } from '../../../i18n/catalogue.ts'
import { rowErrors } from '../import/row-errors.ts'
import { reasonText } from '../import/rows.ts'
import { comparedFields, type Reconciled } from './outcomes.ts'

/** Returns the reason of a row's outcome in a few words; empty when the outcome needs no explanation. */
export function noteOf(each: Reconciled, t: Translate): string {
  const { outcome, row, repeated, verdicts, code } = each
  const fieldsWith = (verdict: string) =>
    comparedFields
      .filter((field) => verdicts.get(field) === verdict)
      .map((field) => t(`import.field.${field}`))
      .join(t('list.separator'))
  const [same, differs, untold] = [fieldsWith('same'), fieldsWith('differs'), fieldsWith('unclear')]
  const notTold = untold === '' ? [] : [t('reconcile.note.untold', { fields: untold })]
  const compared = same === '' ? [] : [t('reconcile.note.same', { fields: same })]
  switch (outcome) {
    case 'missing':
      return row.request === null
        ? t('reconcile.note.withErrors', { errors: rowErrors(t, each).join(' · ') })
        : ''
    case 'differs':
      return [differs, ...notTold].join(' · ')
    case 'notCompared':
      return [...notTold, ...compared].join(' · ')
    case 'matches':
      return same === '' ? t('reconcile.note.number') : compared.join('')
    case 'unknown':
      return code === null ? '' : t(`problem.${code}`)
    case 'unread':
      return repeated === null
        ? reasonText(t, row.errors.ext ?? 'ext-missing', row.values.ext)
        : t('import.reason.duplicate', { line: String(repeated) })
    case 'waiting':
      return ''
  }
}
