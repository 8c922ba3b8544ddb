import { numberAfter, type NumberRange, type NumberSet } from '#contract/number-set.ts'
import type { NextNumber, Pool } from '#contract/pools.ts'
import type { Numbers } from '../numbers/numbers.ts'

/** Known numbers per read in the search for absent numbers. */
const knownAtOnce = 1_000

export interface NextNumbersDeps {
  inventory: Pick<Numbers, 'after' | 'numbers' | 'tally'>
  /** The numbers within a set that open jobs hold. */
  numbersInJobs: (numbers: NumberSet) => Promise<ReadonlySet<string>>
}

/** Free numbers of a pool, without numbers in open jobs. */
export async function nextFree(
  { inventory, numbersInJobs }: NextNumbersDeps,
  pool: Pool,
  count: number,
): Promise<NextNumber[]> {
  const taken = await numbersInJobs(pool)
  const rows = await inventory.after({ state: 'free', pool: pool.id }, null, count + taken.size)
  return rows
    .filter(({ ext }) => !taken.has(ext))
    .map(({ ext, lang_code_txt: langCodeTxt, creation_time: creationTime }) => ({
      ext,
      langCodeTxt,
      creationTime,
    }))
    .slice(0, count)
}

/** Numbers of a pool that can be created, as far as the console knows, without numbers in open jobs. */
export async function nextAbsent(deps: NextNumbersDeps, pool: Pool, count: number): Promise<NextNumber[]> {
  const taken = await deps.numbersInJobs(pool)
  const found: NextNumber[] = []
  for (const range of [...pool.ranges, ...(await prefixRanges(deps, pool))])
    for await (const ext of absentIn(deps, range)) {
      if (found.length >= count) return found
      if (!taken.has(ext)) found.push({ ext, langCodeTxt: null, creationTime: null })
    }
  return found
}

/** The ranges to search for the prefixes: as long as the first known number with it; none without one. */
async function prefixRanges({ inventory }: NextNumbersDeps, { prefixes }: NumberSet): Promise<NumberRange[]> {
  const ranges: NumberRange[] = []
  for (const prefix of prefixes) {
    const [first] = await inventory.numbers({ pattern: `${prefix}*`, withGone: true }, 1)
    if (first !== undefined)
      ranges.push({ from: prefix.padEnd(first.length, '0'), to: prefix.padEnd(first.length, '9') })
  }
  return ranges
}

/** Numbers of the range that the service does not have, as far as the console knows. */
async function* absentIn({ inventory }: NextNumbersDeps, { from, to }: NumberRange): AsyncGenerator<string> {
  let next = from
  const isWithin = () => next.length === to.length && next <= to
  while (isWithin()) {
    const known = await inventory.numbers({ range: { from: next, to } }, knownAtOnce)
    for (const ext of known) {
      for (; next < ext; next = numberAfter(next)) yield next
      next = numberAfter(ext)
    }
    if (known.length < knownAtOnce) for (; isWithin(); next = numberAfter(next)) yield next
  }
}
