import { sql, type Selectable, type UpdateObject } from 'kysely'
import type { FirstScan, NumberState } from '#contract/number-states.ts'
import type { Warning } from '#contract/page.ts'
import type { ProblemCode } from '#contract/problem.ts'
import { remarkOf } from '#contract/remarks.ts'
import type { Database } from '../platform/database/database.ts'
import type { Tables } from '../platform/database/schema.ts'

export type CrawlRow = Selectable<Tables['crawl']>
export type CrawlKind = CrawlRow['kind']

const scansOf = (db: Database['db'], account: string): Promise<CrawlRow[]> =>
  db.selectFrom('crawl').selectAll().where('account', '=', account).execute()

/** When the last whole scan of the idle list began, in epoch milliseconds; `null` before the first. */
export const lastWholeScan = async (db: Database['db'], account: string): Promise<number | null> =>
  (await scansOf(db, account)).find(({ kind }) => kind === 'idle')?.last_whole_at ?? null

function firstScanOf(scan: CrawlRow | undefined): FirstScan {
  if (scan?.last_missed === 0) return null
  const running = scan !== undefined && scan.started_at !== null && scan.ended_at === null
  const { done = 0, total = null, last_ended_at: endedAt = null, last_missed: missed = null } = scan ?? {}
  return { running, done, total, ...(endedAt === null ? {} : { missed }) }
}

/**
 * The progress of the scan of the idle list, and of the look-up of the numbers between its numbers, which finds the bound ones; each
 * `null` while the last one has missed nothing.
 */
export const firstScansIn = (scans: readonly CrawlRow[]) => ({
  firstScan: firstScanOf(scans.find(({ kind }) => kind === 'idle')),
  boundScan: firstScanOf(scans.find(({ kind }) => kind === 'gaps')),
})

/** Reads `firstScansIn` of an account. To be read before the numbers: after them, a scan that ends in between would call them complete. */
export const readFirstScans = async (db: Database['db'], account: string) =>
  firstScansIn(await scansOf(db, account))

/** States of numbers that the idle list has, or had. */
const ofIdleList: readonly NumberState[] = ['free', 'reserved', 'unavailable']

/** What a list of numbers, of one state or of all, may lack, because a scan is not over or could not read everything. */
export async function readScanWarnings(
  db: Database['db'],
  account: string,
  state?: NumberState,
): Promise<Warning[]> {
  const { firstScan, boundScan } = await readFirstScans(db, account)
  const codes = [
    ...(firstScan === null || state === 'bound' ? [] : ['idle-unread' as const]),
    ...(boundScan === null || (state !== undefined && ofIdleList.includes(state))
      ? []
      : ['bound-unread' as const]),
  ]
  return codes.map((code) => ({ code, detail: '' }))
}

const remarks: Readonly<Partial<Record<Warning['code'], string>>> = {
  'idle-unread': remarkOf('may be incomplete', ': the idle list of the service has not been read as a whole'),
  'bound-unread': remarkOf('may be incomplete', ': not all bound numbers have been looked up'),
}
/** The last lines of a file that may lack numbers. */
export const remarksOf = (warnings: readonly Warning[]): string[] =>
  warnings.flatMap(({ code }) => remarks[code] ?? [])

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
    return scansOf(this.#db, this.#account)
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
      .insertInto('crawl')
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

  /** Ends the crawl. `missed`: how many it did not read or could not write; null when that is not known, because the service names no total. */
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

  async #set(kind: CrawlKind, set: UpdateObject<Tables, 'crawl'>): Promise<void> {
    await this.#db
      .updateTable('crawl')
      .set(set)
      .where('account', '=', this.#account)
      .where('kind', '=', kind)
      .execute()
  }
}
