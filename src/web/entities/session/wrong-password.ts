import type { UseFormReturnType } from '@mantine/form'
import { hasCode } from '../../api/api-error.ts'
import type { Translate } from '../../i18n/catalogue.ts'

/** Returns an `onError` that shows a refused password at its field and focuses the field. */
export const showWrongPassword =
  (form: UseFormReturnType<{ password: string; code: string }>, t: Translate) =>
  (refusal: Error): void => {
    if (!hasCode(refusal, 'password-wrong')) return
    form.setFieldError('password', t('problem.password-wrong'))
    form.getInputNode('password')?.focus()
  }
