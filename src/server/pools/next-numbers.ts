import { numberAfter, type NumberRange, type NumberSet } from '#contract/number-set.ts'
import type { NextNumber, Pool } from '#contract/pools.ts'
import type { Numbers } from '../numbers/numbers.ts'

/** Known numbers per read in the search for absent numbers. */
const knownAtOnce = 1_000

type Reads = Pick<Numbers, 'after' | 'numbers'>

interface Wanted {
  count: number
  /** The pool's numbers that open jobs create. */
  inJobs: ReadonlySet<string>
}

/** Free numbers of a pool, without numbers in open jobs. */
export async function nextFree(reads: Reads, pool: Pool, { count, inJobs }: Wanted): Promise<NextNumber[]> {
  const rows = await reads.after({ state: 'free', pool: pool.id }, null, count + inJobs.size)
  return rows
    .filter(({ ext }) => !inJobs.has(ext))
    .map(({ ext, lang_code_txt: langCodeTxt, creation_time: creationTime }) => ({
      ext,
      langCodeTxt,
      creationTime,
    }))
    .slice(0, count)
}

/** Numbers of a pool that can be created, as far as the console knows, without numbers in open jobs. */
export async function nextAbsent(reads: Reads, pool: Pool, { count, inJobs }: Wanted): Promise<NextNumber[]> {
  const absent: NextNumber[] = []
  for (const range of [...pool.ranges, ...(await prefixRanges(reads, pool))])
    for await (const ext of absentIn(reads, range)) {
      if (absent.length >= count) return absent
      if (!inJobs.has(ext)) absent.push({ ext, langCodeTxt: null, creationTime: null })
    }
  return absent
}

/** The ranges to search for the prefixes: as long as the first known number with it; none without one. */
async function prefixRanges(reads: Reads, { prefixes }: NumberSet): Promise<NumberRange[]> {
  const ranges: NumberRange[] = []
  for (const prefix of prefixes) {
    const [first] = await reads.numbers({ pattern: `${prefix}*`, withGone: true }, 1)
    if (first !== undefined)
      ranges.push({ from: prefix.padEnd(first.length, '0'), to: prefix.padEnd(first.length, '9') })
  }
  return ranges
}

/** Numbers of the range that the service does not have, as far as the console knows. */
async function* absentIn(reads: Reads, { from, to }: NumberRange): AsyncGenerator<string> {
  let next = from
  const isWithin = () => next.length === to.length && next <= to
  while (isWithin()) {
    const numbers = await reads.numbers({ range: { from: next, to } }, knownAtOnce)
    for (const ext of numbers) {
      for (; next < ext; next = numberAfter(next)) yield next
      next = numberAfter(ext)
    }
    if (numbers.length < knownAtOnce) for (; isWithin(); next = numberAfter(next)) yield next
  }
}
