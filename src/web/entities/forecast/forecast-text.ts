import type { Forecast } from '#contract/capacity.ts'
import type { UiLanguage } from '#contract/text.ts'
import type { Translate } from '../../i18n/catalogue.ts'
import { spaceUnits } from '../../ui/text/time-text.ts'

const dayMs = 86_400_000
/** Within this many days a date names its day; further ahead, only its month. */
const finestDays = 70
/** Units for a time ahead, coarser the further away: the unit, its length in days, and the number of days below which it applies. */
const units = [
  ['day', 1, 14],
  ['week', 7, finestDays],
  ['month', 30.4, Number.POSITIVE_INFINITY],
] as const

const dayText = (at: number, language: UiLanguage): string =>
  new Intl.DateTimeFormat(language, { year: 'numeric', month: 'short', day: 'numeric' }).format(at)
const monthText = (at: number, language: UiLanguage): string =>
  new Intl.DateTimeFormat(language, { year: 'numeric', month: 'long' }).format(at)

type Unit = (typeof units)[number]
const unitFor = (days: number): Unit => units.find(([, , until]) => days < until) ?? units[2]
const unitFormat = ([unit]: Unit, language: UiLanguage) =>
  new Intl.NumberFormat(language, { style: 'unit', unit, unitDisplay: 'long' })

/** Returns in a few words when the numbers run out: a range in whole units, never an exact date. */
export function forecastText(t: Translate, language: UiLanguage, forecast: Forecast, now: number): string {
  if (forecast.kind === 'short') return t('forecast.short', { days: forecast.days, needed: forecast.needed })
  if (forecast.kind === 'far') return t('forecast.far', { date: monthText(forecast.notBefore, language) })
  if (forecast.kind !== 'runs-out') return t(`forecast.${forecast.kind}`)
  const earliest = (forecast.earliest - now) / dayMs
  if (forecast.latest === null) {
    if (earliest < 1) return t('forecast.perhaps')
    const unit = unitFor(earliest)
    const span = spaceUnits(unitFormat(unit, language).format(Math.floor(earliest / unit[1])))
    return t('forecast.earliest', { span })
  }
  const latest = (forecast.latest - now) / dayMs
  const unit = unitFor(latest)
  const format = unitFormat(unit, language)
  const [low, high] = [Math.floor(earliest / unit[1]), Math.max(1, Math.ceil(latest / unit[1]))]
  if (low <= 0) return t('forecast.within', { span: spaceUnits(format.format(high)) })
  const span = low === high ? format.format(high) : format.formatRange(low, high)
  return t('forecast.in', { span: spaceUnits(span) })
}

/** Returns the basis of a forecast: the daily or weekly consumption and the date range; null without a forecast. */
export function forecastDetail(
  t: Translate,
  language: UiLanguage,
  forecast: Forecast,
  now: number,
): string | null {
  if (forecast.kind !== 'runs-out' && forecast.kind !== 'far') return null
  const weekly = forecast.perDay < 1
  const number = new Intl.NumberFormat(language, { maximumSignificantDigits: 2 }).format(
    weekly ? forecast.perDay * 7 : forecast.perDay,
  )
  const pace = t(weekly ? 'forecast.perWeek' : 'forecast.perDay', { number })
  if (forecast.kind === 'far') return pace
  // A day that is months ahead would be false precision.
  const text = forecast.earliest - now < finestDays * dayMs ? dayText : monthText
  const from = text(forecast.earliest, language)
  const to = forecast.latest === null ? null : text(forecast.latest, language)
  const range =
    to === null
      ? t('forecast.from', { from })
      : to === from
        ? t('forecast.about', { from })
        : t('forecast.between', { from, to })
  return t('forecast.both', { pace, range })
}

/** Sort key: exhausted ranges come first, unknown forecasts last. */
export function soonest({ forecast }: { forecast: Forecast }): number {
  if (forecast.kind === 'empty') return 0
  if (forecast.kind === 'runs-out') return forecast.earliest
  return forecast.kind === 'far' ? forecast.notBefore : Number.POSITIVE_INFINITY
}
