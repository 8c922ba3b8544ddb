import { numberAfter, type NumberRange, type NumberSet } from '#contract/number-set.ts'
import type { StateCounts } from '#contract/number-states.ts'
import type { NextNumber, Pool } from '#contract/pools.ts'
import type { InventoryReads } from '../inventory/store-reads.ts'
import { countStates, eachState, everyNumber, partsOf, stateCountsOf } from '../numbers/counts.ts'
import type { Database } from '../platform/database/database.ts'

/** Known numbers per read in the search for absent numbers. */
const knownAtOnce = 1_000

const minus = (counts: StateCounts, part: StateCounts): StateCounts =>
  eachState((state) => counts[state] - part[state])

export interface PoolNumbersDeps {
  database: Pick<Database, 'db' | 'now'>
  account: string
  inventory: Pick<InventoryReads, 'after' | 'numbers'>
  /** The numbers within a set that open jobs hold. */
  numbersInJobs: (numbers: NumberSet) => Promise<ReadonlySet<string>>
}

/** The numbers of pools, as the inventory knows them. */
export class PoolNumbers {
  readonly #deps: PoolNumbersDeps

  constructor(deps: PoolNumbersDeps) {
    this.#deps = deps
  }

  /** The counts of each pool, of the numbers in no pool, and of all numbers, at one moment. */
  counts(pools: readonly (NumberSet & Pick<Pool, 'id'>)[]) {
    const { database, account } = this.#deps
    return database.db
      .transaction()
      .setIsolationLevel('repeatable read')
      .execute(async (reading) => {
        const count = async (numbers: NumberSet) =>
          stateCountsOf(await countStates(reading, { account, now: database.now }, numbers))
        const items: (StateCounts & { id: string })[] = []
        for (const pool of pools) items.push({ id: pool.id, ...(await count(pool)) })
        const all = await count(everyNumber)
        return { items, none: items.reduce<StateCounts>(minus, all), all }
      })
  }

  /** Free numbers, without numbers in open jobs. */
  async free(numbers: NumberSet, count: number): Promise<NextNumber[]> {
    const found: NextNumber[] = []
    for (const part of partsOf(numbers)) {
      if (found.length >= count) break
      const taken = await this.#deps.numbersInJobs(part)
      const rows = await this.#deps.inventory.after(
        { state: 'free', numbers: part },
        null,
        count + taken.size,
      )
      for (const { ext, lang_code_txt: langCodeTxt, creation_time: creationTime } of rows)
        if (!taken.has(ext)) found.push({ ext, langCodeTxt, creationTime })
    }
    return found.slice(0, count)
  }

  /** Numbers that can be created, as far as the console knows, without numbers in open jobs. */
  async absent(numbers: NumberSet, count: number): Promise<NextNumber[]> {
    const found: NextNumber[] = []
    for (const part of partsOf(numbers)) {
      const range = await this.#rangeOf(part)
      if (range === null) continue
      const taken = await this.#deps.numbersInJobs(part)
      for await (const ext of this.#absentIn(range)) {
        if (found.length >= count) return found
        if (!taken.has(ext)) found.push({ ext, langCodeTxt: null, creationTime: null })
      }
    }
    return found
  }

  /**
   * The range to search for absent numbers. For a prefix, its numbers are as long as the first known number with it; `null`
   * without one.
   */
  async #rangeOf(part: NumberSet): Promise<NumberRange | null> {
    const [[range], [prefix = '']] = [part.ranges, part.prefixes]
    if (range !== undefined) return range
    const [first] = await this.#deps.inventory.numbers({ numbers: part }, 1)
    if (first === undefined) return null
    const { length } = first
    return { from: prefix.padEnd(length, '0'), to: prefix.padEnd(length, '9') }
  }

  /** Numbers of the range that the service does not have, as far as the console knows. */
  async *#absentIn({ from, to }: NumberRange): AsyncGenerator<string> {
    let next = from
    const isWithin = () => next.length === to.length && next <= to
    while (isWithin()) {
      const rest = { ranges: [{ from: next, to }], prefixes: [] }
      const known = await this.#deps.inventory.numbers({ numbers: rest, isPresent: true }, knownAtOnce)
      for (const ext of known) {
        for (; next < ext; next = numberAfter(next)) yield next
        next = numberAfter(ext)
      }
      if (known.length < knownAtOnce) for (; isWithin(); next = numberAfter(next)) yield next
    }
  }
}
