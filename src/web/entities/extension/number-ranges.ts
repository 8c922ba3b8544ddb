import { maxItems } from '#contract/jobs.ts'
import { numberAfter } from '#contract/number-set.ts'
import { readLines, readNumber } from '../../lib/typed.ts'

/**
 * A part of a text that is not used. `letter`: a letter among the digits, named by `character`; `unclear`: digits in groups that can be
 * one number or several; `no-number`: a line without a number; `two-agents`: a number that an earlier line gives another agent.
 */
export interface NumberError {
  text: string
  reason:
    'too-short' | 'too-long' | 'backwards' | 'too-many' | 'letter' | 'unclear' | 'no-number' | 'two-agents'
  character?: string
}

export interface ParsedNumbers {
  /** The numbers in the order typed, without duplicates. */
  numbers: string[]
  errors: NumberError[]
  /** How many repeated numbers were dropped. */
  repeated: number
}

/**
 * Matches a range (`8001-8060`, `8001~60`, `8001 to 8060`, `8001至8060`) or a single number. Ignores all other text; a dash at the
 * start of a line marks a list item.
 */
const token = /(\d+)[^\S\r\n]*(?:-|–|—|−|~|\.{2,}|…|至|到|to)\s*(\d+)|\d+/giu
/** Matches a word with a letter between digits, or with O, I or l for a digit: `80x1`, `8OO1`. A UUID is no mistyped number. */
const mistyped = /(?<![\w-])(?:\d+(?!to\d)[a-z]+\d+|[ol]+\d+|i\d+|\d+[oil]+)(?:[oil\d]*)(?![\w-])/giu
/** Matches what stands alone between separators and is digits in groups: `82 04 001`, `82-04-001`. */
const grouped =
  /(?<![^\n\r\t,;，；、])[^\S\n\r\t]*\d+(?:(?: +\d+)+|(?:\p{Pd}\d+){2,})(?= *(?:[\n\r\t,;，；、]|$))/gu
/** Matches digits with a sign between thousands or before decimals: `8,204,001`, `8204001.0`. */
const withSigns = /(?<![\d.,])(?:\d{1,2}(?:[,.'’]\d{3})+|\d+\.\d+)(?![\d.,]*\d)/g
const shortest = 2
const longest = 15

/** Returns the ranges in a text; a single number is a range of one. */
export const rangesIn = (text: string): { text: string; first: string; last: string }[] =>
  [...readLines(text).matchAll(token)].map((match) => {
    const first = match[1] ?? match[0]
    const typedLast = match[2] ?? first
    // `8001-60` means up to 8060.
    const last =
      typedLast.length < first.length
        ? first.slice(0, first.length - typedLast.length) + typedLast
        : typedLast
    return { text: match[0], first, last }
  })

/** True for groups that can be one number or several: a short group among others. Groups of one length are a list or a range. */
function areUnclear(groups: readonly string[]): boolean {
  const [first = ''] = groups
  return groups.some(({ length }) => length < 3) && groups.some(({ length }) => length !== first.length)
}

/** Returns the text without words that are no numbers and without numbers that are unclear, and adds these to `errors`. */
export function withoutUnclear(text: string, errors: NumberError[]): string {
  const unclear = (part: string) => {
    errors.push({ text: part.trim(), reason: 'unclear' })
    return ' , '
  }
  return readLines(text)
    .replaceAll(mistyped, (word) => {
      errors.push({ text: word, reason: 'letter', character: /[a-z]/i.exec(word)?.[0] ?? '' })
      return ' '
    })
    .replaceAll(grouped, (part) =>
      areUnclear(part.trim().split(/\D+/)) || /\p{Pd}/u.test(part) ? unclear(part) : part,
    )
    .replaceAll(withSigns, unclear)
}

/** Returns the parts of a list of prefixes between spaces, commas and semicolons; a part can be no prefix. */
export const prefixesIn = (text: string): string[] =>
  readLines(text)
    .split(/[\s,;、]+/)
    .map(readNumber)
    .filter((prefix) => prefix !== '')

/** Extracts extension numbers and ranges from any text: a list, a column of cells, a chat message. Numbers stay text. */
export function readNumbers(text: string): ParsedNumbers {
  const numbers = new Set<string>()
  const errors: ParsedNumbers['errors'] = []
  let named = 0
  for (const { text: typed, first, last } of rangesIn(withoutUnclear(text, errors))) {
    const error = (reason: ParsedNumbers['errors'][number]['reason']) => errors.push({ text: typed, reason })
    if (first.length < shortest) error('too-short')
    else if (first.length > longest || last.length > longest) error('too-long')
    else if (BigInt(last) < BigInt(first)) error('backwards')
    else if (BigInt(last) - BigInt(first) >= maxItems || numbers.size >= maxItems) error('too-many')
    else {
      const end = BigInt(last)
      for (let ext = first; BigInt(ext) <= end; ext = numberAfter(ext)) {
        numbers.add(ext)
        named++
      }
    }
  }
  const all = [...numbers]
  if (all.length > maxItems) errors.push({ text: '', reason: 'too-many' })
  return { numbers: all.slice(0, maxItems), errors, repeated: named - numbers.size }
}

/** Yields the numbers after the highest of these. */
function* following(numbers: readonly string[]): Generator<string> {
  let last = numbers.reduce((a, b) => (BigInt(b) > BigInt(a) ? b : a), numbers[0] ?? '0')
  for (;;) {
    last = numberAfter(last)
    if (last.length > longest) return
    yield last
  }
}

/**
 * Returns the numbers, plus one more for each number that is taken: from `more`, else the numbers after the highest. A number that
 * has not been looked up yet counts as free, so the list grows as look-ups arrive.
 */
export function fillUp(
  numbers: readonly string[],
  exists: (ext: string) => boolean,
  more: Iterable<string> = following(numbers),
): string[] {
  const filled = [...numbers]
  const known = new Set(numbers)
  let missing = numbers.filter(exists).length
  for (const ext of more) {
    if (missing === 0 || filled.length >= maxItems * 2) break
    if (known.has(ext)) continue
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

export const rangeText = ({ first, last }: CountedRange): string =>
  first === last ? first : `${first}–${last}`
