import type { UiLanguage } from '#contract/text.ts'

const steps = [
  ['second', 60],
  ['minute', 60],
  ['hour', 24],
  ['day', 30],
  ['month', 12],
  ['year', Number.POSITIVE_INFINITY],
] as const

const absoluteFormats = new Map<UiLanguage, Intl.DateTimeFormat>()
const zoneFormats = new Map<UiLanguage, Intl.DateTimeFormat>()
const relativeFormats = new Map<UiLanguage, Intl.RelativeTimeFormat>()
const kept = <Format>(formats: Map<UiLanguage, Format>, language: UiLanguage, make: () => Format): Format => {
  const format = formats.get(language) ?? make()
  formats.set(language, format)
  return format
}

/** Formats date and time to the second, in the user's time zone, with the zone's name. Caches formats, which are slow to create. */
export function absoluteTime(epochMs: number, language: UiLanguage): string {
  const make = () =>
    new Intl.DateTimeFormat(language, {
      year: 'numeric',
      month: 'short',
      day: 'numeric',
      hour: '2-digit',
      minute: '2-digit',
      second: '2-digit',
      hourCycle: 'h23',
    })
  const makeZone = () => new Intl.DateTimeFormat(language, { timeZoneName: 'short' })
  // Format the zone separately: Chinese formats put it between date and time.
  const zone = kept(zoneFormats, language, makeZone)
    .formatToParts(epochMs)
    .find(({ type }) => type === 'timeZoneName')
  return `${kept(absoluteFormats, language, make).format(epochMs)} ${zone?.value ?? ''}`
}

/** Formats the calendar day of a time, in the user's time zone. */
export const dateText = (epochMs: number, language: UiLanguage): string =>
  new Intl.DateTimeFormat(language, { dateStyle: 'medium' }).format(epochMs)

/** Formats a calendar date such as `2026-12-05`, which is the same day in every time zone. */
export const calendarDateText = (date: string, language: UiLanguage): string =>
  new Intl.DateTimeFormat(language, { dateStyle: 'medium', timeZone: 'UTC' }).format(new Date(date))

/** Formats the distance from `nowMs` in the largest unit that fits. */
export function relativeTime(epochMs: number, nowMs: number, language: UiLanguage): string {
  const make = () => new Intl.RelativeTimeFormat(language, { numeric: 'auto' })
  let distance = (epochMs - nowMs) / 1000
  for (const [unit, size] of steps) {
    if (Math.abs(distance) < size)
      return kept(relativeFormats, language, make).format(Math.round(distance), unit)
    distance /= size
  }
  return absoluteTime(epochMs, language)
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
      parts.push(new Intl.NumberFormat(language, { style: 'unit', unit, unitDisplay: 'short' }).format(count))
  }
  return parts.slice(0, 2).join(' ')
}
