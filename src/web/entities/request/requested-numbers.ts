import { numbersIn, type NumbersInText } from '#contract/numbers-in-text.ts'
import type { RequestKind } from '#contract/service-requests.ts'
import { readId, readLines } from '../../lib/typed.ts'

/** A number to change. `who` is the agent in the number's line; empty without one. */
export interface RequestedNumber {
  ext: string
  who: string
}

/** A line that is not used. `no-number`: it has none; `two-agents`: a number that an earlier line gives another agent. */
interface UnusedLine {
  text: string
  why: 'no-number' | 'two-agents'
}

export interface RequestedNumbers {
  requested: readonly RequestedNumber[]
  /** What the list has beside these numbers. */
  read: Pick<NumbersInText, 'unclear' | 'ignored' | 'repeated'>
  unused: readonly UnusedLine[]
}

/** A number or a range and an agent, with only a space between. */
const spaced = /^([\d\s~\p{Pd}]*\d)\s+(\D.*)$/u

/**
 * Reads a list without duplicates: numbers and ranges in any form, or for `rebind`, lines of a number and an agent separated by a tab,
 * comma, semicolon or space. A first line without digits is a header.
 */
export function readRequestedNumbers(
  text: string,
  kind: RequestKind,
  added: readonly string[] = [],
): RequestedNumbers {
  if (kind !== 'rebind') {
    const { numbers, ...read } = numbersIn(text, { added })
    return { requested: numbers.map((ext) => ({ ext, who: '' })), read, unused: [] }
  }
  const requested = new Map<string, RequestedNumber>()
  const read: RequestedNumbers['read'] = { unclear: [], ignored: [], repeated: 0 }
  const unused: UnusedLine[] = []
  const lines = readLines(text).split(/[\r\n]+/)
  for (const [index, line] of lines.entries()) {
    const [, ext, name] = spaced.exec(line.trim()) ?? []
    const [cells = '', cell = ''] = ext === undefined ? line.split(/[\t,;]+/) : [ext, name]
    const { numbers, unclear, ignored, repeated } = numbersIn(cells, { added })
    read.unclear.push(...unclear)
    read.ignored.push(...ignored)
    read.repeated += repeated
    if (
      numbers.length + unclear.length + ignored.length === 0 &&
      line.trim() !== '' &&
      (index > 0 || /\d/.test(line))
    )
      unused.push({ text: line.trim(), why: 'no-number' })
    for (const number of numbers) {
      const who = readId(cell)
      const before = requested.get(number)
      if (before === undefined) requested.set(number, { ext: number, who })
      else if (before.who === who) read.repeated += 1
      else unused.push({ text: number, why: 'two-agents' })
    }
  }
  return { requested: [...requested.values()], read, unused }
}
