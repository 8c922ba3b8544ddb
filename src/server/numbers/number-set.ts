import { sql, type RawBuilder } from 'kysely'
import { holds, isEmptySet, type NumberSet } from '#contract/number-set.ts'
import { endOf } from '../platform/database/database.ts'

/** Limits a list to the numbers after or before a number; empty for all numbers. */
export interface Bounds {
  after?: string | null
  before?: string | null
}

/** The numbers of a set, or all numbers outside a set. */
export type NumberSelection = NumberSet | { outside: NumberSet }

export const isSelected = (selection: NumberSelection, number: string): boolean =>
  'outside' in selection ? !holds(selection.outside, number) : holds(selection, number)

/**
 * Returns SQL conditions for the numbers of a selection, at least one. A condition covers one contiguous stretch of numbers, so that
 * every index that ends in the number serves it. A number meets at most one condition. Each end has a single bound, because
 * with two bounds SQLite may enter an index by the wider one.
 */
export function conditionsOf(
  selection: NumberSelection,
  bounds: Bounds = {},
  column: RawBuilder<unknown> = sql.ref('ext'),
): RawBuilder<boolean>[] {
  if ('outside' in selection) return conditionsOutside(selection.outside, bounds)
  const { ranges, prefixes } = selection
  if (isEmptySet(selection)) return [sql`1 = 0`]
  const { after = null, before = null } = bounds
  const between = (start: string, end: string) => {
    const from = after !== null && after >= start ? sql`${column} > ${after}` : sql`${column} >= ${start}`
    const to = before !== null && before <= end ? sql`${column} < ${before}` : sql`${column} <= ${end}`
    return sql<boolean>`(${from} AND ${to})`
  }
  return [
    ...ranges.map(
      ({ from, to }) =>
        // In byte order, longer numbers lie between the numbers of a range.
        sql<boolean>`(${between(from, to)} AND length(${column}) = ${sql.lit(from.length)})`,
    ),
    ...prefixes.map((prefix) => between(prefix, endOf(prefix))),
  ]
}

/** A place between two numbers in byte order: before or after a text. */
interface Cut {
  at: string
  isAfter: boolean
}
const isLater = (one: Cut, other: Cut): boolean =>
  one.at === other.at ? one.isAfter && !other.isAfter : one.at > other.at
const within = (low: Cut | null, high: Cut | null): RawBuilder<boolean> => {
  const from = low === null ? [] : [low.isAfter ? sql`ext > ${low.at}` : sql`ext >= ${low.at}`]
  const to = high === null ? [] : [high.isAfter ? sql`ext <= ${high.at}` : sql`ext < ${high.at}`]
  return sql<boolean>`${sql.join([sql`1 = 1`, ...from, ...to], sql` AND `)}`
}

/** SQLite joins at most 500 queries, so that more stretches share a query. */
const mostConditions = 200

/** One condition for each stretch between the ends of ranges and prefixes, in number order. */
function conditionsOutside({ ranges, prefixes }: NumberSet, { after = null, before = null }: Bounds) {
  const parts = [
    // In byte order, longer numbers lie between the numbers of a range.
    ...ranges.map(({ from, to }) => ({ from, to, digits: from.length })),
    ...prefixes.map((prefix) => ({ from: prefix, to: endOf(prefix), digits: 0 })),
  ]
  const ends = parts
    .flatMap(({ from, to, digits }) => [
      { cut: { at: from, isAfter: false }, digits, by: 1 },
      { cut: { at: to, isAfter: true }, digits, by: -1 },
    ])
    .toSorted((one, other) => (isLater(one.cut, other.cut) ? 1 : isLater(other.cut, one.cut) ? -1 : 0))
  const first = after === null ? null : { at: after, isAfter: true }
  const last = before === null ? null : { at: before, isAfter: false }
  const stretches: { low: Cut | null; high: Cut | null; condition: RawBuilder<boolean> }[] = []
  /** How many parts cover the stretch, by number of digits; 0 for every length. */
  const covering = new Map<number, number>()
  const add = (start: Cut | null, end: Cut | null) => {
    if ((covering.get(0) ?? 0) > 0) return
    const low = start === null || (first !== null && isLater(first, start)) ? first : start
    const high = end === null || (last !== null && isLater(end, last)) ? last : end
    if (low !== null && high !== null && !isLater(high, low)) return
    const digits = [...covering].flatMap(([length, count]) => (count > 0 ? [sql.lit(length)] : []))
    const other = digits.length === 0 ? sql`` : sql`AND length(ext) NOT IN (${sql.join(digits)})`
    stretches.push({ low, high, condition: sql<boolean>`(${within(low, high)} ${other})` })
  }
  let start: Cut | null = null
  for (const { cut, digits, by } of ends) {
    add(start, cut)
    covering.set(digits, (covering.get(digits) ?? 0) + by)
    start = cut
  }
  add(start, null)
  const size = Math.ceil(stretches.length / mostConditions)
  return Array.from({ length: Math.ceil(stretches.length / Math.max(1, size)) }, (_, index) => {
    const some = stretches.slice(index * size, (index + 1) * size)
    const [one] = some
    if (some.length === 1 && one !== undefined) return one.condition
    const around = within(one?.low ?? null, some.at(-1)?.high ?? null)
    return sql<boolean>`(${around} AND (${sql.join(
      some.map(({ condition }) => condition),
      sql` OR `,
    )}))`
  })
}
