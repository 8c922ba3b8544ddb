import type { Forecast } from '#contract/capacity.ts'
import type { UiLanguage } from '#contract/text.ts'
import type { Translate } from '../../i18n/catalogue.ts'
import { spaceUnits } from '../../ui/text/time-text.ts'

const dayMs = 86_400_000
/** Within this many days a date names its day; further ahead, a third of its month. */
const finestDays = 14
const farthestDays = 365

function dateText(t: Translate, language: UiLanguage, at: number, now: number): string {
  const text = (options: Intl.DateTimeFormatOptions) =>
    spaceUnits(new Intl.DateTimeFormat(language, options).format(at))
  if (at - now < finestDays * dayMs)
    return t('forecast.day', { day: text({ month: 'long', day: 'numeric' }) })
  const [date, today] = [new Date(at), new Date(now)]
  const isThisYear = date.getFullYear() === today.getFullYear()
  // A long Chinese month alone is written 十二月.
  const format = language === 'zh' ? 'short' : 'long'
  const month = text({ month: format, ...(isThisYear ? {} : { year: 'numeric' }) })
  const day = date.getDate()
  return t(day <= 10 ? 'forecast.early' : day <= 20 ? 'forecast.mid' : 'forecast.late', { month })
}

/** Returns about when the numbers run out, without their pace; an empty text without a forecast. */
export function endText(
  t: Translate,
  language: UiLanguage,
  forecast: Forecast | undefined,
  now: number,
): string {
  if (forecast == null) return ''
  if (forecast.kind !== 'runs-out') return t(`forecast.${forecast.kind}`)
  return forecast.until - now > farthestDays * dayMs
    ? t('forecast.farEnd')
    : dateText(t, language, forecast.until, now)
}

/** Returns how fast the numbers are used, and about until when they last; an empty text without a forecast. */
export function forecastText(
  t: Translate,
  language: UiLanguage,
  forecast: Forecast | undefined,
  now: number,
): string {
  if (forecast == null) return ''
  if (forecast.kind !== 'runs-out') return t(`forecast.${forecast.kind}`)
  const { perWeek, until } = forecast
  const number = new Intl.NumberFormat(language).format(Math.round(perWeek))
  const pace = perWeek < 1 ? t('forecast.slow') : t('forecast.pace', { number })
  const end =
    until - now > farthestDays * dayMs
      ? t('forecast.far')
      : t('forecast.until', { date: dateText(t, language, until, now) })
  return t('forecast.both', { pace, end })
}

/** Sort key: exhausted ranges come first, unknown forecasts last. */
export function soonest({ forecast }: { forecast: Forecast | undefined }): number {
  if (forecast?.kind === 'empty') return 0
  return forecast?.kind === 'runs-out' ? forecast.until : Number.POSITIVE_INFINITY
}
