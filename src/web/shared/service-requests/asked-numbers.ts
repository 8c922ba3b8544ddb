import type { RequestKind } from '#contract/service-requests.ts'
import { readNumbers } from '../number-ranges.ts'

/** A number to be changed; `who`: the agent that its line names for it, empty for none. */
export interface AskedNumber {
  ext: string
  who: string
}

/**
 * The numbers of a list, each once: numbers and ranges in any form, or for `rebind` lines of a number and an agent with a tab, comma
 * or semicolon between. A line without a number, such as a header, is left out.
 */
export function readAskedNumbers(text: string, kind: RequestKind): AskedNumber[] {
  if (kind !== 'rebind') return readNumbers(text).numbers.map((ext) => ({ ext, who: '' }))
  const asked = new Map<string, AskedNumber>()
  for (const line of text.split(/[\r\n]+/)) {
    const [numbers = '', who = ''] = line.split(/[\t,;，；]+/)
    for (const ext of readNumbers(numbers).numbers)
      if (!asked.has(ext)) asked.set(ext, { ext, who: who.trim() })
  }
  return [...asked.values()]
}

/** The end of a day in the reader's time zone, epoch milliseconds; null for none. */
export const endOfDay = (date: string): number | null =>
  date === '' ? null : new Date(`${date}T23:59:59.999`).getTime()
