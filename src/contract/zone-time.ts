/**
 * Writes times for files, in one time zone, in a form that spreadsheets read as times. `zone` is an IANA name. The column's
 * header names the zone: without it, a time in a file that is passed on says nothing.
 */
export function zoneTimes(zone: string) {
  // Swedish times are ISO 8601 with a space: `2026-11-26 14:05:09`.
  const format = new Intl.DateTimeFormat('sv-SE', { timeZone: zone, dateStyle: 'short', timeStyle: 'medium' })
  return {
    zone,
    /** Returns `creationTime (Asia/Shanghai)` for the column `creationTime`. */
    header: (column: string): string => `${column} (${zone})`,
    /** Returns `2026-11-26 14:05:09` for epoch milliseconds; an empty text for null, and the number itself for no valid time. */
    text: (epochMs: number | null): string => {
      if (epochMs === null) return ''
      return Number.isNaN(new Date(epochMs).getTime()) ? String(epochMs) : format.format(epochMs)
    },
    /** Returns the calendar date of epoch milliseconds: `2026-11-26`. */
    date: (epochMs: number): string => format.format(epochMs).slice(0, 10),
  }
}
export type ZoneTimes = ReturnType<typeof zoneTimes>

/** Returns the header of a column of calendar dates such as `2026-12-05`, which have no time and no zone. */
export const dateHeader = (column: string): string => `${column} (date)`

/** How a spreadsheet reads a column, by its header; null for text. */
export function columnKind(header: string): 'time' | 'date' | null {
  const [, bracket = ''] = / \(([\w/+-]+)\)$/.exec(header) ?? []
  if (bracket === '') return null
  return bracket === 'date' ? 'date' : /^(UTC|GMT|[A-Z]\w*\/[\w/+-]+)$/.test(bracket) ? 'time' : null
}
