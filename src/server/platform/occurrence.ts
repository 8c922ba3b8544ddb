import type { NotificationEvent } from '#contract/notifications.ts'

/** Something that users are notified of. */
export interface Occurrence {
  /** The same at each read of the same occurrence, so that a user is notified of it once. */
  key: string
  /** Epoch milliseconds. */
  at: number
  /** How many events of one hour it holds. A larger count replaces the notification. */
  count: number
  event: NotificationEvent
  /** The user whom it concerns: who made the request, the reservation or the job. Null when it concerns a role only. */
  person: string | null
  /** The user who caused it, who is not notified. */
  causedBy: string | null
}

/** Returns what happened from `since` to `until`, epoch milliseconds by the store's clock. A wider answer is harmless. */
export type OccurrenceSource = (since: number, until: number) => Promise<Occurrence[]>

/** A state that holds now. Users are notified when it begins. */
export type Condition = Pick<Occurrence, 'key' | 'event'>

const hourMs = 3_600_000
/** Returns the start of a time's hour. */
export const hourStart = (at: number): number => Math.floor(at / hourMs) * hourMs

/**
 * Returns one occurrence for the rows of each group and hour: many events of one hour make one notification. `occurrenceOf` gets
 * the latest row and all rows, the latest first.
 */
export function hourly<Row>(
  rows: readonly Row[],
  groupOf: (row: Row) => string,
  atOf: (row: Row) => number,
  occurrenceOf: (latest: Row, all: readonly Row[]) => Omit<Occurrence, 'key' | 'at' | 'count'>,
): Occurrence[] {
  const groups = Map.groupBy(rows, (row) => `${groupOf(row)} ${hourStart(atOf(row))}`)
  return [...groups].flatMap(([key, some]) => {
    const all = some.toSorted((a, b) => atOf(b) - atOf(a))
    const [latest] = all
    return latest === undefined
      ? []
      : [{ ...occurrenceOf(latest, all), key, at: atOf(latest), count: some.length }]
  })
}
