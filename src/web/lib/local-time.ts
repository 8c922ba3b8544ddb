const digits = (value: number, count = 2) => String(value).padStart(count, '0')

/** A month of the user's time zone: `2026-10`. */
export const localMonth = (at: Date): string => `${digits(at.getFullYear(), 4)}-${digits(at.getMonth() + 1)}`

/** A day of the user's time zone, as a `date` field writes it: `2026-10-05`. */
export const localDay = (at: Date): string => `${localMonth(at)}-${digits(at.getDate())}`

/** A minute of the user's time zone, as a `datetime-local` field writes it: `2026-10-05T09:30`. */
export const localMinute = (at: Date): string =>
  `${localDay(at)}T${digits(at.getHours())}:${digits(at.getMinutes())}`
