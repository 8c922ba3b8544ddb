import { maxItems } from '#contract/jobs.ts'
import { numberAfter } from '#contract/number-set.ts'

const longest = 15

/** Yields the numbers after the highest of these. */
function* numbersAfter(numbers: readonly string[]): Generator<string> {
  let last = numbers.reduce((a, b) => (BigInt(b) > BigInt(a) ? b : a), numbers[0] ?? '0')
  for (;;) {
    last = numberAfter(last)
    if (last.length > longest) return
    yield last
  }
}

/**
 * Returns the numbers, plus one more for each number that is taken: from `candidates`, else the numbers after the highest. A number that
 * has not been looked up yet counts as free, so the list grows as look-ups arrive.
 */
export function fillUp(
  numbers: readonly string[],
  exists: (ext: string) => boolean,
  candidates: Iterable<string> = numbersAfter(numbers),
): string[] {
  const filled = [...numbers]
  const given = new Set(numbers)
  let missing = numbers.filter(exists).length
  for (const ext of candidates) {
    if (missing === 0 || filled.length >= maxItems * 2) break
    if (given.has(ext)) continue
    filled.push(ext)
    if (!exists(ext)) missing--
  }
  return filled
}

/** A run of consecutive numbers, from the first to the last. */
export interface CountedRange {
  first: string
  last: string
  count: number
}

export function rangesOf(numbers: readonly string[]): CountedRange[] {
  const ranges: CountedRange[] = []
  const inOrder = numbers.toSorted((a, b) => a.length - b.length || (a < b ? -1 : 1))
  for (const ext of inOrder) {
    const range = ranges.at(-1)
    if (range !== undefined && numberAfter(range.last) === ext) {
      range.last = ext
      range.count++
    } else ranges.push({ first: ext, last: ext, count: 1 })
  }
  return ranges
}

export const rangeText = ({ first, last }: Pick<CountedRange, 'first' | 'last'>): string =>
  first === last ? first : `${first}–${last}`
