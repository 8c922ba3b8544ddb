/** The end of the working day, in hours of the user's zone. */
const endOfDay = 18

/** When a reservation can end. `start`: the day after a new colleague's first day; `custom`: as typed. */
export const ends = ['today', 'tomorrow', 'start', 'week', 'custom'] as const
export type End = (typeof ends)[number]

/** The end of the working day so many days after `at`, in the user's zone; epoch milliseconds. */
function eveningOf(at: number, daysLater: number): number {
  const day = new Date(at)
  // Counts calendar days, because days on which the clocks change have 23 or 25 hours.
  return new Date(day.getFullYear(), day.getMonth(), day.getDate() + daysLater, endOfDay).getTime()
}

/** The times of the ends that can be chosen at `now`. `startsOn` is a date such as `2026-12-05`. */
export function endTimes(now: number, startsOn: string | null): Partial<Record<End, number>> {
  const [year = 0, month = 1, day = 1] = (startsOn ?? '').split('-').map(Number)
  const afterStart = startsOn === null ? 0 : eveningOf(new Date(year, month - 1, day).getTime(), 1)
  return {
    ...(eveningOf(now, 0) > now ? { today: eveningOf(now, 0) } : {}),
    tomorrow: eveningOf(now, 1),
    ...(afterStart > now ? { start: afterStart } : {}),
    week: eveningOf(now, 7),
  }
}

/** The end that is chosen beforehand: after a new colleague's first day, else tomorrow evening. */
export const usualEnd = (now: number, startsOn: string | null): number =>
  endTimes(now, startsOn).start ?? eveningOf(now, 1)
