import type { Translate } from '../../i18n/catalogue.ts'
import { wrongNumber } from '../../lib/typed.ts'

/** Returns why a typed text is not a number, named by its character; `length` for digits that are too few or too many. */
export function wrongNumberText(t: Translate, input: string, length: string): string {
  const { reason, character, range } = wrongNumber(input)
  return reason === 'length' ? length : t(`number.wrong.${reason}`, { character, ...range })
}
