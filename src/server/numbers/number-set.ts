import { sql, type RawBuilder } from 'kysely'
import { holds, isEmptySet, type NumberSet } from '#contract/number-set.ts'
import { chunks, endOf } from '../platform/database/database.ts'

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

/** SQLite joins at most 500 queries, so that more groups share a query. */
const mostGroups = 200

/** Ranges and prefixes that overlap in byte order. */
interface Group extends NumberSet {
  from: string
  to: string
}

/**
 * One condition for the numbers before the end of each group of parts, in number order, and one for those after the last. Passes
 * over prefixes, which have every number there; in byte order, longer numbers lie between the numbers of a range.
 */
function conditionsOutside({ ranges, prefixes }: NumberSet, { after = null, before = null }: Bounds) {
  const parts: Group[] = [
    ...ranges.map((range) => ({ ...range, ranges: [range], prefixes: [] })),
    ...prefixes.map((prefix) => ({ from: prefix, to: endOf(prefix), ranges: [], prefixes: [prefix] })),
  ]
  const groups: Group[] = []
  for (const part of parts.toSorted((one, other) => (one.from < other.from ? -1 : 1))) {
    const last = groups.at(-1)
    if (last !== undefined && part.from <= last.to) groups.splice(-1, 1, merged([last, part]))
    else groups.push(part)
  }
  const conditions: RawBuilder<boolean>[] = []
  let end: string | null = null
  const add = (to: RawBuilder<unknown>, others: RawBuilder<unknown>) => {
    const from = after !== null && (end === null || after >= end) ? after : end
    conditions.push(sql<boolean>`(${from === null ? sql`1 = 1` : sql`ext > ${from}`} AND ${to} ${others})`)
  }
  const size = Math.max(1, Math.ceil(groups.length / mostGroups))
  for (const some of chunks(groups, size)) {
    const group = merged(some)
    const isPassed = some.length === 1 && group.ranges.length === 0
    const high = isPassed ? sql`ext < ${group.from}` : sql`ext <= ${group.to}`
    const isEarlier = before !== null && before <= (isPassed ? group.from : group.to)
    add(
      isEarlier ? sql`ext < ${before}` : high,
      isPassed ? sql`` : sql`AND NOT (${sql.join(conditionsOf(group), sql` OR `)})`,
    )
    end = group.to
  }
  add(before === null ? sql`1 = 1` : sql`ext < ${before}`, sql``)
  return conditions
}

const merged = (groups: readonly Group[]): Group => ({
  from: groups[0]?.from ?? '',
  to: groups.map(({ to }) => to).reduce((one, other) => (one > other ? one : other), ''),
  ranges: groups.flatMap(({ ranges }) => ranges),
  prefixes: groups.flatMap(({ prefixes }) => prefixes),
})
