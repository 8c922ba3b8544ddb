import type { UiLanguage } from '#contract/text.ts'

export const monthPattern = /^\d{4}-(0[1-9]|1[0-2])$/

/** Returns the month of a time as `2026-10`, in the user's time zone. */
const monthOf = (at: Date): string => `${at.getFullYear()}-${String(at.getMonth() + 1).padStart(2, '0')}`

const startOf = (month: string, later = 0): Date => {
  const [year = 0, number = 1] = month.split('-').map(Number)
  return new Date(year, number - 1 + later)
}

/** Returns the start of a month and of the next month, epoch milliseconds. */
export const monthRange = (month: string): { from: number; to: number } => ({
  from: startOf(month).getTime(),
  to: startOf(month, 1).getTime(),
})

/** Returns the month of `now` and the months before it, latest first. */
export const latestMonths = (now: number, count: number): string[] =>
  Array.from({ length: count }, (_, before) => monthOf(startOf(monthOf(new Date(now)), -before)))

export const lastMonth = (now: number): string => latestMonths(now, 2)[1] ?? ''

/** `October 2026`. */
export const monthText = (month: string, language: UiLanguage): string =>
  new Intl.DateTimeFormat(language, { year: 'numeric', month: 'long' }).format(startOf(month))
