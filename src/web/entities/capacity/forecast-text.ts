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

/** Returns how many numbers are used a week, in digits. */
export const paceText = (language: UiLanguage, perWeek: number): string =>
  perWeek < 1 ? '< 1' : new Intl.NumberFormat(language).format(Math.round(perWeek))

/** Returns about when the numbers run out; null for later than a year. */
const endDate = (t: Translate, language: UiLanguage, until: number, now: number): string | null =>
  until - now > farthestDays * dayMs ? null : dateText(t, language, until, now)

/** Returns about when the numbers run out, without their pace; an empty text without a forecast. */
export function endText(
  t: Translate,
  language: UiLanguage,
  forecast: Forecast | undefined,
  now: number,
): string {
  if (forecast == null) return ''
  if (forecast.kind !== 'runs-out') return t(`forecast.${forecast.kind}`)
  return endDate(t, language, forecast.until, now) ?? t('forecast.farEnd')
}

/** Returns how fast the numbers are used, and about until when they last; an empty text without a forecast. */
export function forecastText(
  t: Translate,
  language: UiLanguage,
  forecast: Forecast | undefined,
  now: number,
): string {
  if (forecast?.kind !== 'runs-out') return endText(t, language, forecast, now)
  const { perWeek, until } = forecast
  const pace = perWeek < 1 ? t('forecast.slow') : t('forecast.pace', { number: paceText(language, perWeek) })
  const date = endDate(t, language, until, now)
  return t('forecast.both', { pace, end: date === null ? t('forecast.far') : t('forecast.until', { date }) })
}

/** Sort key: exhausted ranges come first, unknown forecasts last. */
export function runOutKeyOf({ forecast }: { forecast: Forecast | undefined }): number {
  if (forecast?.kind === 'empty') return 0
  return forecast?.kind === 'runs-out' ? forecast.until : Number.POSITIVE_INFINITY
}
