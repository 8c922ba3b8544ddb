import * as z from 'zod/mini'
import { typedLine } from './text.ts'

/** Most digits of a number. */
const maxDigits = 15
const maxRun = 1_000

/**
 * What a user types to find numbers. `numbers`: digits, `?` for one digit and `*` for any digits, or the start alone. `run`: free
 * numbers that follow each other. `text`: a person or a label.
 */
export type NumberSearch =
  | { kind: 'numbers'; pattern: string }
  | { kind: 'run'; start: string; length: number }
  | { kind: 'text'; text: string }

/** Longest first, because the search ends where the first one fits. */
const runPattern = /^(?:(\d{1,15})\*?\s+)?(\d{1,4})\s*(?:in\s+a\s+row|个?\s*连号|個?\s*連號)$/i
/** `ends in 88`, as people say it, for `*88`. */
const endPattern = /^(?:end(?:s|ing)?\s+(?:in|with)|尾号(?:是|为)?|尾號(?:是|為)?)\s*(\d{1,15})$/i
const numbersPattern = /^(?=.*[\d?])[\d?*]+$/

/** A search as typed, and what it means. Accepts full-width characters. */
export function parseNumberSearch(input: string): NumberSearch {
  const text = input.normalize('NFKC').trim()
  const [, start = '', length = ''] = runPattern.exec(text) ?? []
  if (length !== '' && Number(length) >= 2 && Number(length) <= maxRun)
    return { kind: 'run', start, length: Number(length) }
  const [, ending] = endPattern.exec(text) ?? []
  if (ending !== undefined) return { kind: 'numbers', pattern: `*${ending}` }
  if (!numbersPattern.test(text)) return { kind: 'text', text }
  const pattern = text.replaceAll(/\*+/g, '*')
  return { kind: 'numbers', pattern: /^\d+$/.test(pattern) ? `${pattern}*` : pattern }
}

const isShort = (input: string): boolean => {
  const search = parseNumberSearch(input)
  return search.kind !== 'numbers' || search.pattern.replaceAll('*', '').length <= maxDigits
}
export const numberSearch = typedLine(60).check(
  z.minLength(1),
  z.refine(isShort, `use at most ${maxDigits} digits`),
)

/** True for a search for more than a start, a person or a label: `*88`, `20??`, `5 in a row`. */
export const isPatternOrRun = (input: string): boolean => {
  const search = parseNumberSearch(input)
  return search.kind === 'run' || (search.kind === 'numbers' && !/^\d+\*$/.test(search.pattern))
}
