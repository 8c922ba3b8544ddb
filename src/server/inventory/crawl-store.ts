import type { Selectable, Updateable } from 'kysely'
import type { ProblemCode } from '#contract/problem.ts'
import type { Database } from '../platform/database/database.ts'
import type { Scope } from '../numbers/limits.ts'
import { readFirstScan } from '../numbers/scan.ts'
import type { Tables } from '../platform/database/schema.ts'

export type CrawlKind = 'idle' | 'agents' | 'details' | 'gaps'
export type CrawlRow = Selectable<Tables['inventory_crawl']>

/** Restart an idle crawl that no replica has finished within this time, in ms. */
const abandonedMs = 30 * 60_000

/** Progress of the crawls that fill the inventory, so that another replica can continue them. */
export function createCrawlStore({ db }: Pick<Database, 'db'>, account: string) {
  const row = (kind: CrawlKind, set: Updateable<Tables['inventory_crawl']>) =>
    db
      .updateTable('inventory_crawl')
      .set(set)
      .where('account', '=', account)
      .where('kind', '=', kind)
      .execute()

  const read = async (kind: CrawlKind): Promise<CrawlRow | null> =>
    (await db
      .selectFrom('inventory_crawl')
      .selectAll()
      .where('account', '=', account)
      .where('kind', '=', kind)
      .executeTakeFirst()) ?? null

  async function begin(kind: CrawlKind, at: number, total: number | null): Promise<void> {
    const begun = { started_at: at, cursor: null, done: 0, total, whole: 1, ended_at: null, problem: null }
    await db
      .insertInto('inventory_crawl')
      .values({ account, kind, ...begun, last_whole_at: null })
      .onConflict((conflict) => conflict.columns(['account', 'kind']).doUpdateSet(begun))
      .execute()
  }

  return {
    all: (): Promise<CrawlRow[]> =>
      db.selectFrom('inventory_crawl').selectAll().where('account', '=', account).execute(),

    firstScan: (scope?: Scope) => readFirstScan(db, account, 'idle', scope),
    boundScan: (scope?: Scope) => readFirstScan(db, account, 'gaps', scope),
    read,
    begin,

    /** The crawl to continue, or a new crawl if one is due at `at`; `null` when none is due. */
    async due(kind: CrawlKind, at: number, everyMs: number): Promise<CrawlRow | null> {
      const crawl = await read(kind)
      if (crawl?.started_at != null && crawl.ended_at === null) {
        // The idle pages change, so the start of an old crawl is outdated.
        if (kind !== 'idle' || at - crawl.started_at < abandonedMs) return crawl
      } else if (crawl?.ended_at != null && at - crawl.ended_at < everyMs) return null
      await begin(kind, at, null)
      return read(kind)
    },

    /** `whole` is false when the crawl missed something. */
    async advance(
      kind: CrawlKind,
      step: { cursor: string; done: number; total: number | null; whole: boolean },
    ): Promise<void> {
      await row(kind, { ...step, whole: step.whole ? 1 : 0, problem: null })
    },

    async stopped(kind: CrawlKind, failure: ProblemCode): Promise<void> {
      await row(kind, { problem: failure })
    },

    /** Ends the crawl. A crawl that missed nothing becomes the last whole crawl. */
    async end(kind: CrawlKind, at: number): Promise<void> {
      await db
        .updateTable('inventory_crawl')
        .set((to) => ({ last_whole_at: to.ref('started_at') }))
        .where('account', '=', account)
        .where('kind', '=', kind)
        .where('whole', '=', 1)
        .execute()
      await row(kind, { ended_at: at, problem: null })
    },
  }
}
export type CrawlStore = ReturnType<typeof createCrawlStore>
