import type { Forecast } from '#contract/capacity.ts'
import { useLanguage } from '../../i18n/Language.tsx'
import { forecastDetail, forecastText } from './forecast-text.ts'

/** When the numbers run out. With `detail`, the explanation is visible text; otherwise it shows on hover. */
export function ForecastValue({
  forecast,
  now,
  detail = false,
}: {
  forecast: Forecast
  now: number
  detail?: boolean
}) {
  const { t, language } = useLanguage()
  const behind = forecastDetail(t, language, forecast, now)
  return (
    <span title={detail ? undefined : (behind ?? undefined)}>
      {forecastText(t, language, forecast, now)}
      {detail && behind !== null && t('forecast.detail', { detail: behind })}
    </span>
  )
}
