import type { FirstScan, NumberState } from '#contract/number-states.ts'
import type { UiLanguage } from '#contract/text.ts'
import type { Translate } from '../../i18n/catalogue.ts'

interface Scans {
  firstScan: FirstScan
  boundScan: FirstScan
}

/** True for a count of the numbers in a state, or of all, that may be too small, because a scan may find more of them. */
const isLeast = ({ firstScan, boundScan }: Scans, state: NumberState | 'all'): boolean =>
  firstScan !== null || (boundScan !== null && (state === 'bound' || state === 'all'))

/** Returns what writes a count: `≥ 1,128` while it may be too small. */
export function countTextOf(t: Translate, language: UiLanguage, scans: Scans) {
  const number = new Intl.NumberFormat(language)
  return (count: number, state: NumberState | 'all'): string =>
    isLeast(scans, state) ? t('numbers.atLeast', { count }) : number.format(count)
}
