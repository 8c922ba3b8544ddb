import { sql, type Selectable, type UpdateObject } from 'kysely'
import type { ProblemCode } from '#contract/problem.ts'
import type { Database } from '../platform/database/database.ts'
import type { Tables } from '../platform/database/schema.ts'

export type CrawlRow = Selectable<Tables['inventory_crawl']>
export type CrawlKind = CrawlRow['kind']

/** Restart an idle crawl that no replica has finished within this time, in ms. */
const abandonedMs = 30 * 60_000

/** Progress of the crawls that find numbers, so that another replica can continue them. */
export class CrawlStore {
  readonly #db: Database['db']
  readonly #account: string

  constructor({ db }: Pick<Database, 'db'>, account: string) {
    this.#db = db
    this.#account = account
  }

  all(): Promise<CrawlRow[]> {
    return this.#db.selectFrom('inventory_crawl').selectAll().where('account', '=', this.#account).execute()
  }

  async read(kind: CrawlKind): Promise<CrawlRow | undefined> {
    return (await this.all()).find((crawl) => crawl.kind === kind)
  }

  async begin(kind: CrawlKind, at: number, total: number | null): Promise<CrawlRow> {
    const begun = {
      started_at: at,
      cursor: null,
      done: 0,
      total,
      unread: 0,
      odd: 0,
      odd_example: null,
      ended_at: null,
      problem: null,
    }
    return this.#db
      .insertInto('inventory_crawl')
      .values({ account: this.#account, kind, ...begun })
      .onConflict((conflict) => conflict.columns(['account', 'kind']).doUpdateSet(begun))
      .returningAll()
      .executeTakeFirstOrThrow()
  }

  /** The crawl to continue, or a new crawl if one is due at `at`; `null` when none is due. */
  async due(kind: CrawlKind, at: number, everyMs: number): Promise<CrawlRow | null> {
    const crawl = await this.read(kind)
    if (crawl?.started_at != null && crawl.ended_at === null) {
      // The idle pages change, so the start of an old crawl is outdated.
      if (kind !== 'idle' || at - crawl.started_at < abandonedMs) return crawl
    } else if (crawl?.ended_at != null && at - crawl.ended_at < everyMs) return null
    return this.begin(kind, at, null)
  }

  /** `unread`: how many could not be read so far; `odd`: rows without a readable number. */
  advance(
    kind: CrawlKind,
    {
      oddExample,
      ...step
    }: {
      cursor: string
      done: number
      total: number | null
      unread?: number
      odd?: number
      oddExample?: string | null
    },
  ): Promise<void> {
    return this.#set(kind, {
      ...step,
      ...(oddExample === undefined ? {} : { odd_example: oddExample }),
      problem: null,
    })
  }

  stopped(kind: CrawlKind, failure: ProblemCode): Promise<void> {
    return this.#set(kind, { problem: failure })
  }

  /** Ends the crawl. `missed`: how many it did not read; null when that is not known, because the service names no total. */
  end(
    kind: CrawlKind,
    at: number,
    { missed, isWhole }: { missed: number | null; isWhole: boolean } = { missed: 0, isWhole: true },
  ): Promise<void> {
    return this.#set(kind, {
      ended_at: at,
      last_ended_at: sql.ref('started_at'),
      last_missed: missed,
      problem: null,
      ...(isWhole ? { last_whole_at: sql.ref('started_at') } : {}),
    })
  }

  async #set(kind: CrawlKind, set: UpdateObject<Tables, 'inventory_crawl'>): Promise<void> {
    await this.#db
      .updateTable('inventory_crawl')
      .set(set)
      .where('account', '=', this.#account)
      .where('kind', '=', kind)
      .execute()
  }
}
