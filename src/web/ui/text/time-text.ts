import type { UiLanguage } from '#contract/text.ts'

const clock = { hour: '2-digit', minute: '2-digit', hourCycle: 'h23' } as const
const dateOptions = {
  clock,
  moment: { month: 'short', day: 'numeric', ...clock },
  momentOfYear: { year: 'numeric', month: 'short', day: 'numeric', ...clock },
  absolute: { year: 'numeric', month: 'short', day: 'numeric', ...clock, second: '2-digit' },
  zone: { timeZoneName: 'short' },
  day: { dateStyle: 'medium' },
  calendarDay: { dateStyle: 'medium', timeZone: 'UTC' },
  calendarDayOfYear: { month: 'short', day: 'numeric', timeZone: 'UTC' },
} as const satisfies Record<string, Intl.DateTimeFormatOptions>

// Formats are slow to create.
const dateFormats = new Map<string, Intl.DateTimeFormat>()
const distanceFormats = new Map<string, Intl.RelativeTimeFormat>()
function cache<Format>(formats: Map<string, Format>, key: string, make: () => Format): Format {
  const format = formats.get(key) ?? make()
  formats.set(key, format)
  return format
}
const dateFormat = (kind: keyof typeof dateOptions, language: UiLanguage) =>
  cache(dateFormats, `${kind} ${language}`, () => new Intl.DateTimeFormat(language, dateOptions[kind]))
/** With `numeric: 'auto'`, words such as "yesterday" replace numbers. */
const distanceFormat = (numeric: 'always' | 'auto', language: UiLanguage) =>
  cache(distanceFormats, `${numeric} ${language}`, () => new Intl.RelativeTimeFormat(language, { numeric }))

/** Formats date and time to the second, in the user's time zone, with the zone's name. */
export function absoluteTime(epochMs: number, language: UiLanguage): string {
  // Format the zone separately: Chinese formats put it between date and time.
  const zone = dateFormat('zone', language)
    .formatToParts(epochMs)
    .find(({ type }) => type === 'timeZoneName')
  return `${spaceUnits(dateFormat('absolute', language).format(epochMs))} ${zone?.value ?? ''}`
}

/** Formats the calendar day of a time, in the user's time zone. */
export const dateText = (epochMs: number, language: UiLanguage): string =>
  spaceUnits(dateFormat('day', language).format(epochMs))

/** Formats a calendar date such as `2026-12-05`, which is the same day in every time zone. With `now`, without the year of today. */
export function calendarDateText(date: string, language: UiLanguage, now?: number): string {
  const isThisYear = now !== undefined && new Date(now).getFullYear() === Number(date.slice(0, 4))
  return spaceUnits(
    dateFormat(isThisYear ? 'calendarDayOfYear' : 'calendarDay', language).format(new Date(date)),
  )
}

/** Puts a space between a number and its Chinese unit, which `Intl` leaves out: "6 个月前". */
export const spaceUnits = (text: string): string =>
  text.replaceAll(/\d(?=[\u4e00-\u9fff])|[\u4e00-\u9fff](?=\d)/g, '$& ')

const dayMs = 86_400_000
/** The calendar day in the user's zone. The next day's number is one higher, also when the clocks change in between. */
function dayNumber(epochMs: number): number {
  const local = new Date(epochMs)
  return Date.UTC(local.getFullYear(), local.getMonth(), local.getDate()) / dayMs
}

const distance = (value: number, unit: Intl.RelativeTimeFormatUnit, language: UiLanguage) =>
  spaceUnits(distanceFormat('always', language).format(value, unit))

/** Formats the day of a time as seen from `nowMs`, by calendar days: "today", "tomorrow", "5 days ago", "6 months ago". */
export function relativeDay(epochMs: number, nowMs: number, language: UiLanguage): string {
  const days = dayNumber(epochMs) - dayNumber(nowMs)
  if (Math.abs(days) < 30) return spaceUnits(distanceFormat('auto', language).format(days, 'day'))
  const months = Math.round(days / 30.44)
  if (Math.abs(months) < 12) return distance(months, 'month', language)
  return distance(Math.round(days / 365.25), 'year', language)
}

/** Formats a calendar date such as `2026-12-05` as seen from `nowMs`, in the user's zone: "today", "tomorrow", "in 5 days". */
export function relativeDate(date: string, nowMs: number, language: UiLanguage): string {
  const [year = 0, month = 1, day = 1] = date.split('-').map(Number)
  return relativeDay(new Date(year, month - 1, day).getTime(), nowMs, language)
}

/**
 * Formats a time as seen from `nowMs`, also one ahead; use `timeAgo` for what has happened. By its distance on the same calendar day ("3 hours ago"), else by the day ("yesterday").
 * Adds the clock time to "tomorrow", because a deadline needs it.
 */
export function relativeTime(epochMs: number, nowMs: number, language: UiLanguage): string {
  const seconds = Math.round((epochMs - nowMs) / 1000)
  if (seconds === 0) return distanceFormat('auto', language).format(0, 'second')
  if (Math.abs(seconds) < 60) return distance(seconds, 'second', language)
  const minutes = Math.round(seconds / 60)
  if (Math.abs(minutes) < 60) return distance(minutes, 'minute', language)
  const hours = Math.round(minutes / 60)
  const days = dayNumber(epochMs) - dayNumber(nowMs)
  // "24 hours ago" would be yesterday.
  if (days === 0 && Math.abs(hours) < 24) return distance(hours, 'hour', language)
  return days === 0 || days === 1
    ? momentText(epochMs, nowMs, language)
    : relativeDay(epochMs, nowMs, language)
}

/** Formats a time of something that has happened. By another clock it may seem to be ahead of `nowMs`: then it is now. */
export const timeAgo = (epochMs: number, nowMs: number, language: UiLanguage): string =>
  relativeTime(Math.min(epochMs, nowMs), nowMs, language)

/** Formats a time for a sentence with "until" or "since": "today 18:00", "tomorrow 09:01", "Dec 5, 09:01". */
export function momentText(epochMs: number, nowMs: number, language: UiLanguage): string {
  if (Math.abs(dayNumber(epochMs) - dayNumber(nowMs)) <= 1)
    return `${relativeDay(epochMs, nowMs, language)} ${dateFormat('clock', language).format(epochMs)}`
  return dateTimeText(epochMs, nowMs, language)
}

/** Formats date and clock time, for what was first noticed then: "Nov 28, 20:05". */
export function dateTimeText(epochMs: number, nowMs: number, language: UiLanguage): string {
  const isThisYear = new Date(epochMs).getFullYear() === new Date(nowMs).getFullYear()
  return spaceUnits(dateFormat(isThisYear ? 'moment' : 'momentOfYear', language).format(epochMs))
}

const units = [
  ['hour', 3_600],
  ['minute', 60],
  ['second', 1],
] as const

/** Formats a duration in its two largest units, for example "3 min 20 sec". */
export function durationText(milliseconds: number, language: UiLanguage): string {
  let left = Math.max(1, Math.round(milliseconds / 1_000))
  const parts: string[] = []
  for (const [unit, size] of units) {
    const count = Math.floor(left / size)
    left -= count * size
    if (count > 0)
      parts.push(
        spaceUnits(
          new Intl.NumberFormat(language, { style: 'unit', unit, unitDisplay: 'short' }).format(count),
        ),
      )
  }
  return parts.slice(0, 2).join(' ')
}
