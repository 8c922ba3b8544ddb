import * as z from 'zod/mini'
import { ext, extPrefix } from './text.ts'

/** Most ranges, and most prefixes, in one set. */
const maxParts = 20

/** The numbers from `from` to `to`, both included, with the same number of digits. */
const numberRange = z.object({ from: ext, to: ext }).check(
  z.refine(({ from, to }) => from.length === to.length, {
    path: ['to'],
    error: 'use as many digits as the range begins with',
  }),
  z.refine(({ from, to }) => from.length !== to.length || from <= to, {
    path: ['to'],
    error: 'end the range after it begins',
  }),
)
export type NumberRange = z.infer<typeof numberRange>

/** A set of numbers of any length, given by ranges and prefixes. */
export interface NumberSet {
  ranges: readonly NumberRange[]
  prefixes: readonly string[]
}
export const ranges = z._default(z.array(numberRange).check(z.maxLength(maxParts)), [])
export const prefixes = z._default(z.array(extPrefix).check(z.maxLength(maxParts)), [])

export const holds = ({ ranges: all, prefixes: starts }: NumberSet, number: string): boolean =>
  all.some(({ from, to }) => number.length === from.length && number >= from && number <= to) ||
  starts.some((start) => number.startsWith(start))

const overlap = (one: NumberRange, other: NumberRange): boolean =>
  one.from.length === other.from.length && one.from <= other.to && other.from <= one.to
/** Returns the range of the prefix's numbers that are as long as the range's numbers. */
const within = (prefix: string, { from }: NumberRange): NumberRange => ({
  from: prefix.padEnd(from.length, '0'),
  to: prefix.padEnd(from.length, '9'),
})
const isOfPrefix = (range: NumberRange, prefix: string): boolean =>
  prefix.length <= range.from.length && overlap(range, within(prefix, range))

/** True when a number can be in both sets. */
export const setsOverlap = (one: NumberSet, other: NumberSet): boolean =>
  one.ranges.some(
    (range) =>
      other.ranges.some((each) => overlap(range, each)) ||
      other.prefixes.some((prefix) => isOfPrefix(range, prefix)),
  ) ||
  one.prefixes.some(
    (prefix) =>
      other.ranges.some((range) => isOfPrefix(range, prefix)) ||
      other.prefixes.some((each) => each.startsWith(prefix) || prefix.startsWith(each)),
  )

/** Returns the first part that overlaps an earlier part, by its index; null when every number is in at most one part. */
export function overlappingPart({
  ranges: all,
  prefixes: starts,
}: NumberSet): { path: 'ranges' | 'prefixes'; index: number } | null {
  for (const [index, range] of all.entries())
    if (setsOverlap({ ranges: [range], prefixes: [] }, { ranges: all.slice(0, index), prefixes: [] }))
      return { path: 'ranges', index }
  for (const [index, prefix] of starts.entries())
    if (setsOverlap({ ranges: [], prefixes: [prefix] }, { ranges: all, prefixes: starts.slice(0, index) }))
      return { path: 'prefixes', index }
  return null
}

/** Returns the next number; leading zeros are kept. */
export const numberAfter = (number: string): string =>
  (BigInt(number) + 1n).toString().padStart(number.length, '0')

/** Returns the count of numbers in the ranges; null when the set has a prefix, because a prefix has no fixed count. */
export const sizeOf = ({ ranges: all, prefixes: starts }: NumberSet): number | null =>
  starts.length > 0 ? null : all.reduce((sum, { from, to }) => sum + Number(to) - Number(from) + 1, 0)
