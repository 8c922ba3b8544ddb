import { sql, type RawBuilder } from 'kysely'
import type { NumberSearch } from '#contract/number-search.ts'
import { chunks, type Database } from '../platform/database/database.ts'
import type { People } from '../people/people.ts'
import type { SubjectLabels } from '../labels/store.ts'
import { conditionsOf, isSelected, type NumberSelection } from '../numbers/number-set.ts'
import { isOpen } from '../numbers/reserved.ts'
import { ProblemError } from '../platform/problems.ts'
import type { InventoryFilter, InventoryReads } from './store-reads.ts'

type Condition = RawBuilder<boolean>

/** Most numbers to look through in one search; more take longer than 100 ms. */
export const maxScanned = 50_000

interface SearchDeps {
  database: Pick<Database, 'db' | 'engine' | 'now'>
  account: string
  reads: Pick<InventoryReads, 'filtered'>
  agents: Pick<People, 'idsFor'>
  labels: Pick<SubjectLabels, 'labeledFrom'>
}

interface Run {
  from: string
  to: string
  length: number
}

/** SQL for a number's digits in reverse, exactly as in the index on it (migrations/027-initial.ts). */
const reversedIn = (engine: Database['engine']): RawBuilder<string> =>
  engine === 'postgres'
    ? sql`reverse(ext)`
    : sql.raw(`(${Array.from({ length: 15 }, (_, index) => `substr(ext, -${index + 1}, 1)`).join(' || ')})`)

/** Finds numbers by what a user types. Throws `search-too-wide` when it would look through more than `maxScanned` numbers. */
export class InventorySearch {
  readonly #deps: SearchDeps

  constructor(deps: SearchDeps) {
    this.#deps = deps
  }

  /** The filter for the list, with the search resolved. */
  async find(search: NumberSearch, filter: InventoryFilter): Promise<InventoryFilter> {
    if (search.kind === 'run') return { among: await this.#byRun(search, filter) }
    if (search.kind === 'text') return { among: await this.#byText(search.text, filter) }
    const { pattern } = search
    return /^\d+\*$/.test(pattern)
      ? { ...filter, ext: pattern.slice(0, -1) }
      : { among: await this.#byPattern(pattern, filter) }
  }

  /** Runs of free numbers of at least this length, the shortest first, so that long runs stay whole. */
  async runs(
    { start, length }: { start: string; length: number },
    numbers: NumberSelection | undefined,
    limit: number,
  ): Promise<{ items: Run[]; total: number }> {
    const stretches = await this.#freeStretches(start, numbers)
    const { rows } = await sql<Run & { total: number }>`
      SELECT min(ext) AS "from", max(ext) AS "to", count(*) AS length, count(*) OVER () AS total
      FROM (${this.#islands(stretches)}) AS islands GROUP BY digits, island
      HAVING count(*) >= ${sql.lit(length)} ORDER BY 3, 1 LIMIT ${sql.lit(limit)}`.execute(
      this.#deps.database.db,
    )
    const items = rows.map(({ from, to, length: found }) => ({ from, to, length: found }))
    return { items, total: rows[0]?.total ?? 0 }
  }

  async #byPattern(pattern: string, { numbers, ...filter }: InventoryFilter): Promise<string[]> {
    const start = /^\d*/.exec(pattern)?.[0] ?? ''
    const ending = Array.from(/\d*$/.exec(pattern)?.[0] ?? '')
      .toReversed()
      .join('')
    const like = sql`ext LIKE ${pattern.replaceAll('*', '%').replaceAll('?', '_')}`
    const within = stretchesOf(start, numbers)
    const reversed = reversedIn(this.#deps.database.engine)
    const ends = sql<boolean>`${reversed} >= ${ending} AND ${reversed} < ${`${ending}:`}`
    const [startSize, endingSize] = await Promise.all([
      this.#sizeOf(within),
      ending === '' ? Infinity : this.#sizeOf([ends]),
    ])
    if (Math.min(startSize, endingSize) > maxScanned) throw new ProblemError('search-too-wide')
    if (startSize <= endingSize)
      return this.#numbersOf(
        filter,
        within.map((each) => sql<boolean>`(${each} AND ${like})`),
      )
    const found = await this.#numbersOf(filter, [sql<boolean>`(${ends} AND ${like})`])
    return numbers === undefined ? found : found.filter((ext) => isSelected(numbers, ext))
  }

  async #byRun(
    { start, length }: { start: string; length: number },
    { numbers, ...filter }: InventoryFilter,
  ): Promise<string[]> {
    const stretches = await this.#freeStretches(start, numbers)
    const { rows } = await sql<{ ext: string }>`SELECT ext FROM (
      SELECT ext, count(*) OVER (PARTITION BY digits, island) AS size FROM (${this.#islands(stretches)}) AS islands
    ) AS runs WHERE size >= ${sql.lit(length)}`.execute(this.#deps.database.db)
    const found: string[] = []
    for (const some of chunks(rows.map(({ ext }) => ext)))
      found.push(...(await this.#numbersOf(filter, [sql<boolean>`ext IN (${sql.join(some)})`])))
    return found.toSorted()
  }

  async #byText(text: string, { numbers, ...filter }: InventoryFilter): Promise<string[]> {
    const { account, agents, labels } = this.#deps
    const people = await agents.idsFor(text)
    const ids = sql.join(people)
    const found = await this.#numbersOf(filter, [
      sql<boolean>`ext IN (${labels.labeledFrom(text)})`,
      ...(people.length === 0
        ? []
        : [
            sql<boolean>`agent_uuid IN (${ids})`,
            sql<boolean>`ext IN (SELECT ext FROM reservation WHERE account = ${account} AND ${isOpen}
              AND (agent_uuid IN (${ids}) OR joiner_id IN (${ids})))`,
          ]),
    ])
    return numbers === undefined ? found : found.filter((ext) => isSelected(numbers, ext))
  }

  /** How many rows lie in the stretches, at most `maxScanned + 1` of each. */
  async #sizeOf(stretches: readonly Condition[]): Promise<number> {
    const parts = stretches.map(
      (stretch) => sql`SELECT count(*) AS count FROM (SELECT 1 FROM inventory
        WHERE account = ${this.#deps.account} AND ${stretch} LIMIT ${sql.lit(maxScanned + 1)}) AS scanned`,
    )
    const { rows } = await sql<{ count: number }>`${sql.join(parts, sql` UNION ALL `)}`.execute(
      this.#deps.database.db,
    )
    return rows.reduce((sum, { count }) => sum + count, 0)
  }

  /** The numbers that meet the filter and any of the conditions, in number order. */
  async #numbersOf(filter: InventoryFilter, conditions: readonly Condition[]): Promise<string[]> {
    // In number order, because SQLite otherwise reads the whole index of endings for a few numbers with a label.
    const parts = conditions.map(
      (condition) =>
        sql`SELECT ext FROM (${this.#deps.reads.filtered(filter, 'ext').where(condition).select('ext').orderBy('ext')}) AS part`,
    )
    const { rows } = await sql<{ ext: string }>`${sql.join(parts, sql` UNION `)}
      LIMIT ${sql.lit(maxScanned + 1)}`.execute(this.#deps.database.db)
    if (rows.length > maxScanned) throw new ProblemError('search-too-wide')
    return rows.map(({ ext }) => ext).toSorted()
  }

  /** SQL: each free number of the stretches with `island`, the same for numbers that follow each other. */
  #islands(stretches: readonly Condition[]) {
    return sql`
      SELECT ext, length(ext) AS digits,
        cast(ext AS bigint) - row_number() OVER (PARTITION BY length(ext) ORDER BY ext) AS island
      FROM (${sql.join(
        // SQLite accepts no parentheses around the parts of a union.
        stretches.map(
          (stretch) =>
            sql`SELECT ext FROM (${this.#deps.reads.filtered({ state: 'free' }).where(stretch).select('ext')}) AS part`,
        ),
        sql` UNION ALL `,
      )}) AS free`
  }

  async #freeStretches(start: string, numbers: NumberSelection | undefined): Promise<Condition[]> {
    const stretches = stretchesOf(start, numbers)
    const size = await this.#sizeOf(stretches.map((stretch) => sql<boolean>`(state = 'free' AND ${stretch})`))
    if (size > maxScanned) throw new ProblemError('search-too-wide')
    return stretches
  }
}

/** SQL conditions for the stretches of the numbers that begin with `start`. */
function stretchesOf(start: string, numbers: NumberSelection | undefined): Condition[] {
  const conditions = numbers === undefined ? [sql<boolean>`1 = 1`] : conditionsOf(numbers)
  const [beginning] = start === '' ? [] : conditionsOf({ ranges: [], prefixes: [start] })
  return beginning === undefined
    ? conditions
    : conditions.map((each) => sql<boolean>`(${each} AND ${beginning})`)
}
