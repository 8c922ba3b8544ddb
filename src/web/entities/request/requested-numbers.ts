import type { RequestKind } from '#contract/service-requests.ts'
import { readId, readLines } from '../../lib/typed.ts'
import { readNumbers, type ParsedNumbers } from '../extension/number-ranges.ts'

/** A number to change. `who` is the agent in the number's line; empty without one. */
export interface RequestedNumber {
  ext: string
  who: string
}

export interface RequestedNumbers {
  requested: readonly RequestedNumber[]
  /** What the list has that is not used. */
  parsed: Pick<ParsedNumbers, 'errors' | 'repeated'>
}

/** A number or a range and an agent, with only a space between. */
const spaced = /^([\d\s~\p{Pd}]*\d)\s+(\D.*)$/u

/**
 * Reads a list without duplicates: numbers and ranges in any form, or for `rebind`, lines of a number and an agent separated by a tab,
 * comma, semicolon or space. A first line without digits is a header.
 */
export function readRequestedNumbers(text: string, kind: RequestKind): RequestedNumbers {
  if (kind !== 'rebind') {
    const { numbers, ...parsed } = readNumbers(text)
    return { requested: numbers.map((ext) => ({ ext, who: '' })), parsed }
  }
  const requested = new Map<string, RequestedNumber>()
  const parsed: ParsedNumbers = { numbers: [], errors: [], repeated: 0 }
  const lines = readLines(text).split(/[\r\n]+/)
  for (const [index, line] of lines.entries()) {
    const [, ext, agent] = spaced.exec(line.trim()) ?? []
    const [numbers = '', cell = ''] = ext === undefined ? line.split(/[\t,;]+/) : [ext, agent]
    const { numbers: found, errors, repeated } = readNumbers(numbers)
    parsed.errors.push(...errors)
    parsed.repeated += repeated
    if (found.length + errors.length === 0 && line.trim() !== '' && (index > 0 || /\d/.test(line)))
      parsed.errors.push({ text: line.trim(), reason: 'no-number' })
    for (const number of found) {
      const who = readId(cell)
      const before = requested.get(number)
      if (before === undefined) requested.set(number, { ext: number, who })
      else if (before.who === who) parsed.repeated += 1
      else parsed.errors.push({ text: number, reason: 'two-agents' })
    }
  }
  return { requested: [...requested.values()], parsed }
}
