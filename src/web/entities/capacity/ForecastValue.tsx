import type { Forecast } from '#contract/capacity.ts'
import { useLanguage } from '../../i18n/Language.tsx'
import { textCell } from '../../ui/text/EmptyValue.tsx'
import { forecastText } from './forecast-text.ts'

/** How fast the numbers are used, and until when they last; a dash without a forecast. */
export function ForecastValue({ forecast, now }: { forecast: Forecast | undefined; now: number }) {
  const { t, language } = useLanguage()
  return textCell(forecastText(t, language, forecast, now))
}
