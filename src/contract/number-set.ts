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

const doOverlap = (a: NumberRange, b: NumberRange): boolean =>
  a.from.length === b.from.length && a.from <= b.to && b.from <= a.to
/** Returns the range of the prefix's numbers that are as long as the range's numbers. */
const within = (prefix: string, { from }: NumberRange): NumberRange => ({
  from: prefix.padEnd(from.length, '0'),
  to: prefix.padEnd(from.length, '9'),
})
const rangesOf = (
  { ranges: all, prefixes: starts }: NumberSet,
  like: NumberRange,
): readonly NumberRange[] => [
  ...all,
  ...starts.filter(({ length }) => length <= like.from.length).map((start) => within(start, like)),
]
const overlapOf = (a: NumberRange, b: NumberRange): NumberRange => ({
  from: a.from > b.from ? a.from : b.from,
  to: a.to < b.to ? a.to : b.to,
})

/** Returns the numbers that can be in both sets. */
export const sharedNumbers = (a: NumberSet, b: NumberSet): NumberSet => ({
  ranges: [
    ...a.ranges.flatMap((range) =>
      rangesOf(b, range)
        .filter((each) => doOverlap(range, each))
        .map((each) => overlapOf(range, each)),
    ),
    ...b.ranges.flatMap((range) =>
      rangesOf({ ranges: [], prefixes: a.prefixes }, range)
        .filter((each) => doOverlap(range, each))
        .map((each) => overlapOf(range, each)),
    ),
  ],
  prefixes: a.prefixes.flatMap((prefix) =>
    b.prefixes
      .filter((each) => each.startsWith(prefix) || prefix.startsWith(each))
      .map((each) => (each.length > prefix.length ? each : prefix)),
  ),
})

export const isEmptySet = ({ ranges: all, prefixes: starts }: NumberSet): boolean =>
  all.length + starts.length === 0

/** True when a number can be in both sets. */
export const setsOverlap = (a: NumberSet, b: NumberSet): boolean => !isEmptySet(sharedNumbers(a, b))

/** Returns the numbers of all sets as parts that share no number. */
export function joinSets(sets: readonly NumberSet[]): NumberSet {
  const starts = [...new Set(sets.flatMap((set) => set.prefixes))]
  const prefixesKept = starts.filter(
    (start) => !starts.some((each) => each !== start && start.startsWith(each)),
  )
  const separate: NumberRange[] = []
  const all = sets.flatMap((set) => set.ranges)
  for (const range of all.toSorted((a, b) => (a.from < b.from ? -1 : 1))) {
    // What the prefixes and the ranges before leave of this one.
    let rest: NumberRange[] = [range]
    for (const cut of [...rangesOf({ ranges: [], prefixes: prefixesKept }, range), ...separate])
      rest = rest.flatMap((each) =>
        doOverlap(each, cut)
          ? [
              ...(each.from < cut.from ? [{ from: each.from, to: numberBefore(cut.from) }] : []),
              ...(each.to > cut.to ? [{ from: numberAfter(cut.to), to: each.to }] : []),
            ]
          : [each],
      )
    separate.push(...rest)
  }
  return { ranges: separate, prefixes: prefixesKept }
}

/** Returns ranges and prefixes as short text: `8001–8060, 912…`. */
export const numberSetText = ({ ranges: all, prefixes: starts }: NumberSet, separator = ', '): string =>
  [
    ...all.map(({ from, to }) => (from === to ? from : `${from}–${to}`)),
    ...starts.map((start) => `${start}…`),
  ].join(separator)

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

const step = (number: string, by: bigint): string =>
  (BigInt(number) + by).toString().padStart(number.length, '0')
/** Returns the next number; leading zeros are kept. */
export const numberAfter = (number: string): string => step(number, 1n)
const numberBefore = (number: string): string => step(number, -1n)

/** Returns the count of numbers in the ranges; null when the set has a prefix, because a prefix has no fixed count. */
export const sizeOf = ({ ranges: all, prefixes: starts }: NumberSet): number | null =>
  starts.length > 0 ? null : all.reduce((sum, { from, to }) => sum + Number(to) - Number(from) + 1, 0)

/** The signs between the first and the last number of a range. */
export const rangeSigns = String.raw`(?:\p{Pd}|\u2212|~|～|\.{2,3}|…|至|到)`

/** Returns the range from `first` to a typed end: `8301001-03` ends with 8301003. Null for a range that runs backwards. */
export function rangeOf(first: string, end: string): { first: string; last: string } | null {
  const last = first.slice(0, Math.max(0, first.length - end.length)) + end
  return BigInt(last) < BigInt(first) ? null : { first, last }
}
