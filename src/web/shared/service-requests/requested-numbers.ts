import type { RequestKind } from '#contract/service-requests.ts'
import { readId } from '../../lib/typed.ts'
import { readNumbers } from '../number-ranges.ts'

/** A number to change. `who` is the agent in the number's line; empty without one. */
export interface RequestedNumber {
  ext: string
  who: string
}

/**
 * Returns the numbers of a list, without duplicates: numbers and ranges in any form, or for `rebind`, lines of a number and an agent
 * separated by a tab, comma or semicolon. Skips a line without a number, for example a header.
 */
export function readRequestedNumbers(text: string, kind: RequestKind): RequestedNumber[] {
  if (kind !== 'rebind') return readNumbers(text).numbers.map((ext) => ({ ext, who: '' }))
  const requested = new Map<string, RequestedNumber>()
  for (const line of text.split(/[\r\n]+/)) {
    const [numbers = '', who = ''] = line.split(/[\t,;，；]+/)
    for (const ext of readNumbers(numbers).numbers)
      if (!requested.has(ext)) requested.set(ext, { ext, who: readId(who) })
  }
  return [...requested.values()]
}
