import * as z from 'zod/mini'
import { unescapeFormulas } from '#contract/formulas.ts'
import { numberSearch } from '#contract/number-search.ts'
import { rangeOf, rangeSigns } from '#contract/number-set.ts'
import { agentId, agentUuid, ext, extPrefix, isAgentId } from '#contract/text.ts'

/** Characters without width: direction marks around a copied contact, zero-width spaces, soft hyphens. Joiners belong to names. */
const invisible = /(?![\u200C\u200D])\p{Cf}/gu
const edges = /^[\s\p{Cf}]+|[\s\p{Cf}]+$/gu
/** ASCII as an input method for Chinese or Japanese writes it. */
const fullWidth = /[\uFF01-\uFF5E]/g

export const hasInvisible = (text: string): boolean => /(?![\u200C\u200D])\p{Cf}/u.test(text)

const kinds = [
  ['direction', /[\u061C\u200E\u200F\u202A-\u202E\u2066-\u2069]/],
  ['space', /[\u180E\u200B\u2060\uFEFF]/],
  ['hyphen', /\u00AD/],
  ['other', /./u],
] as const
export type Invisible = (typeof kinds)[number][0]

/** Returns how many characters without width `readLines` removes from a text, and their kinds. */
export function invisibleIn(text: string): { count: number; kinds: Invisible[] } {
  const characters = text.match(invisible) ?? []
  const kindOf = (character: string) => kinds.find(([, of]) => of.test(character))?.[0] ?? 'other'
  return { count: characters.length, kinds: [...new Set(characters.map(kindOf))] }
}

/** Returns a text of one or more lines without invisible characters, and with full-width letters, digits and signs in normal width. */
export const readLines = (text: string): string =>
  text
    .replaceAll(invisible, '')
    .replaceAll(fullWidth, (sign) => String.fromCodePoint(sign.charCodeAt(0) - 0xfee0))
    .replaceAll(/[^\S\r\n\t]/g, ' ')

/**
 * Returns a cell's text without what surrounds it, and without the guards that keep spreadsheets from reading it as a number or
 * formula: `="0801"` and `'0801` both become 0801. A name such as 't Hart, and a password, may begin with an apostrophe.
 */
export function readCell(cell: string, apostrophe = true): string {
  const text = cell.replaceAll(edges, '')
  const inside = (/^="([^"]*)"$/.exec(text)?.[1] ?? text).replaceAll(edges, '')
  if (!apostrophe) return inside
  const plain = unescapeFormulas(inside)
  return (plain === inside ? inside.replace(/^'(?=\d)/, '') : plain).replaceAll(edges, '')
}

/** Returns a typed or pasted id, name or search text in one line. */
export const readId = (input: string): string =>
  // Most of a sheet's ten thousand cells have nothing to remove.
  /^[\w.-]*$/.test(input) ? input : readCell(readLines(input).replaceAll(/\s+/g, ' '))

/** True for a text with the form of a work number or UUID, and not of a name: the service may be asked for it. */
export const isTypedId = (text: string): boolean => /\d/.test(text) && isAgentId(text)

/** True for what can be an agent's UUID: eight characters or more, and not the digits of a work number. */
export const canBeUuid = (id: string): boolean =>
  z.safeParse(agentUuid, id).success && (id.length >= 32 || /[a-z]/i.test(id))

/** Formats of dates and times that spreadsheet programs write into a CSV: 2026-03-01, 3/1/2026, 1-Mar, Jan-05, 3月1日, 8:01. */
export const isDate = (text: string): boolean =>
  /^(\d{4}([-/.])\d{1,2}\2\d{1,2}|\d{1,2}([-/.])\d{1,2}\3(\d{2}|\d{4})|\d{1,2}-[a-z]{3}(-\d{2,4})?|[a-z]{3}-\d{2}|\d{1,2}:\d{2}(:\d{2})?( [ap]m)?|(\d{2,4}年)?\d{1,2}月(\d{1,2}日)?)$/i.test(
    text,
  )

/** True for groups of digits that are several numbers, such as `8001 8002`, and not one number written in groups. */
function areSeveral(groups: readonly string[], isSpaced: boolean): boolean {
  const [first = ''] = groups
  return groups.every(({ length }) => length === first.length) && first.length > (isSpaced ? 2 : 3)
}

const pair = new RegExp(String.raw`^(\d{2,15})\s*(?:${rangeSigns}|to|bis)\s*(\d{1,15})$`, 'iu')
/** Returns the range that a text is, such as `8301001-03`; null for any other text. */
export function readRange(input: string): { first: string; last: string } | null {
  const [, first = '', end = ''] = pair.exec(readId(input)) ?? []
  return first === '' ? null : rangeOf(first, end)
}

const dash = /\s*[\p{Pd}\u2212]\s*/u
/** Returns a typed or pasted extension number: `82-04 001` becomes 8204001. Leading zeros stay, and so does everything unclear. */
export function readNumber(input: string): string {
  const text = readId(input)
  if (!/^\d+(?:[ \p{Pd}\u2212]+\d+)+$/u.test(text) || isDate(text)) return text
  const groups = text.split(/\D+/)
  const dashed = text.split(dash)
  const hasRange = dashed.some(
    (end, at) =>
      at > 0 && readRange(`${(dashed[at - 1] ?? '').split(' ').at(-1)}-${end.split(' ')[0]}`) !== null,
  )
  return hasRange || areSeveral(groups, dashed.length === 1) ? text : groups.join('')
}

export const isNumber = (input: string): boolean => z.safeParse(ext, readNumber(input)).success

/** Why a text is not one extension number. `character`: the first character that no number contains. */
export interface WrongNumber {
  reason: 'length' | 'several' | 'range' | 'letter' | 'character'
  character: string
  /** The range that is written in place of one number. */
  range: { first: string; last: string } | null
}

export function wrongNumber(input: string): WrongNumber {
  const text = readNumber(input)
  const range = readRange(text)
  if (range !== null) return { reason: 'range', character: '', range }
  const character = /[^\d \p{Pd}\u2212]/u.exec(text)?.[0]
  if (character !== undefined)
    return { reason: /\p{L}/u.test(character) ? 'letter' : 'character', character, range }
  return { reason: /^\d*$/.test(text) ? 'length' : 'several', character: '', range }
}

/** Returns the number that a text with the letters O, I or l for digits is likely to mean; `null` when it is no slip of the pen. */
export function guessNumber(input: string): string | null {
  const text = readNumber(input)
  const number = readNumber(text.replaceAll(/o/gi, '0').replaceAll(/[il]/gi, '1'))
  return /\d/.test(text) && number !== text && isNumber(number) ? number : null
}

const read = (readInput: (input: string) => string) => z.pipe(z.string(), z.transform(readInput))
/** A typed number, start of a number, or agent's id; the output is the text that the contract accepts. */
export const typedExt = z.pipe(read(readNumber), ext)
export const typedPrefix = z.pipe(read(readNumber), extPrefix)
/** A search of numbers (contract, number-search.ts); digits in groups become one number. A range is no search. */
export const typedSearch = z.pipe(
  read(readNumber),
  numberSearch.check(z.refine((search) => readRange(search) === null)),
)
export const typedAgentId = z.pipe(read(readId), agentId)
