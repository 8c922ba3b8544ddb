import type { UiLanguage } from '#contract/text.ts'
import type { Translate } from '../../i18n/catalogue.ts'
import { localDay, localMonth } from '../../lib/local-time.ts'
import { dateText, spaceUnits } from '../../ui/text/time-text.ts'

/** A period of a history, in the user's time zone: a month `2026-10`, a day `2026-11-25`, or the week that begins on `2026-11-16w`. */
export const periodPattern = /^\d{4}-(0[1-9]|1[0-2])(-(0[1-9]|[12]\d|3[01])w?)?$/
type PeriodUnit = 'day' | 'week' | 'month'

/** Returns the first day of a period and of the period after it, so that days of 23 and 25 hours are whole. */
function boundsOf(period: string): [start: Date, end: Date] {
  const [year = 0, month = 1, day] = period.replace('w', '').split('-').map(Number)
  const at = (months: number, days: number) => new Date(year, month - 1 + months, (day ?? 1) + days)
  if (day === undefined) return [at(0, 0), at(1, 0)]
  return [at(0, 0), at(0, period.endsWith('w') ? 7 : 1)]
}

/** Returns the start of a period and of the next one, epoch milliseconds. */
export function periodRange(period: string): { from: number; to: number } {
  const [start, end] = boundsOf(period)
  return { from: start.getTime(), to: end.getTime() }
}

/** Returns the month of `now` and the months before it, latest first. */
export function latestMonths(now: number, count: number): string[] {
  const [start] = boundsOf(localMonth(new Date(now)))
  return Array.from({ length: count }, (_, before) =>
    localMonth(new Date(start.getFullYear(), start.getMonth() - before)),
  )
}

/** Returns the month, week (from Monday) or day before the current one. */
export function lastPeriod(unit: PeriodUnit, now: number): string {
  const today = new Date(now)
  const before = (days: number) =>
    localDay(new Date(today.getFullYear(), today.getMonth(), today.getDate() - days))
  if (unit === 'month') return latestMonths(now, 2)[1] ?? ''
  return unit === 'day' ? before(1) : `${before(((today.getDay() + 6) % 7) + 7)}w`
}

/** Names the calendar day, week or month of a time as seen from `now`, in the user's time zone. */
export function periodHeading(t: Translate, at: number, now: number, language: UiLanguage): string {
  const day = localDay(new Date(at))
  if (day === localDay(new Date(now))) return t('history.today')
  if (day === lastPeriod('day', now)) return t('history.yesterday')
  const week = periodRange(lastPeriod('week', now))
  if (at >= week.to) return t('history.thisWeek')
  if (at >= week.from) return t('history.lastWeek')
  return periodText(localMonth(new Date(at)), language)
}

/** `October 2026`, `Nov 25, 2026`, or `Nov 16 – 22, 2026`. */
export function periodText(period: string, language: UiLanguage): string {
  const [start, end] = boundsOf(period)
  if (period.length === 7)
    return spaceUnits(new Intl.DateTimeFormat(language, { year: 'numeric', month: 'long' }).format(start))
  const last = new Date(end.getFullYear(), end.getMonth(), end.getDate() - 1)
  const text = (date: Date) => dateText(date.getTime(), language)
  if (period.length === 10) return text(start)
  // `Intl` writes a Chinese range with slashes.
  if (language === 'zh') {
    const isOneMonth = start.getMonth() === last.getMonth()
    return `${text(start)}至 ${isOneMonth ? `${last.getDate()} 日` : text(last)}`
  }
  return new Intl.DateTimeFormat(language, { dateStyle: 'medium' }).formatRange(start, last)
}
