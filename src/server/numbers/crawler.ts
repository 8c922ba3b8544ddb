import { UpstreamError } from '#upstream/errors.ts'
import type { Upstream } from '#upstream/client.ts'
import type { Turn } from '../platform/background.ts'
import type { Recorder } from './recorder.ts'
import type { Database } from '../platform/database/database.ts'
import { problemCodeOf } from '../platform/problems.ts'
import { readOne } from '../platform/upstream/read-one.ts'
import { IdleReading } from './idle-look-up.ts'
import type { Numbers } from './numbers.ts'
import { markUnlisted } from './observe.ts'
import type { CrawlKind, CrawlRow, CrawlStore } from './scan.ts'
import type { LookUps } from './look-ups.ts'

/** Time between the end of one idle crawl and the start of the next, in ms. */
export const crawlEveryMs = 15 * 60_000
/** Time between the end of one gap crawl and the start of the next, in ms; shorter after one that left numbers unread. */
const gapsEveryMs = 24 * 60 * 60_000
const unreadAfterMs = 60 * 60_000
/** A wider gap between two known numbers counts as the end of a block. */
export const maxGap = 100
const rowsAtOnce = 500

/** The numbers between two numbers of the same length; none when the gap is wider than `maxGap`. */
export function between(left: string, right: string): string[] {
  const [from, to] = [Number(left), Number(right)]
  if (left.length !== right.length || to - from - 1 > maxGap) return []
  return Array.from({ length: Math.max(0, to - from - 1) }, (_, i) =>
    String(from + 1 + i).padStart(left.length, '0'),
  )
}

interface CrawlDeps {
  database: Pick<Database, 'withLock'>
  account: string
  upstream: Pick<Upstream, 'searchIdlePage' | 'getExtension' | 'checkFirstPage' | 'maxIdlePageSize'>
  reads: Pick<Numbers, 'after' | 'unlisted'>
  recorder: Pick<Recorder, 'flush'>
  crawls: CrawlStore
  lookUps: Pick<LookUps, 'canSearch'>
  now: () => number
}

/**
 * Finds numbers in the idle pages and in the gaps between known numbers.
 */
export class Crawler {
  readonly #deps: CrawlDeps
  /** What this process saw in the idle crawl that began at `startedAt`. */
  #idleSeen: { startedAt: number | null; reading: IdleReading } = {
    startedAt: null,
    reading: new IdleReading(),
  }
  /** The number that the last read of the gaps asked for, when it got no response. */
  #unanswered: string | null = null
  readonly #crawls: Record<CrawlKind, (turn: Turn) => Promise<void>> = {
    idle: (turn) => this.#idle(turn),
    gaps: (turn) => this.#gaps(turn),
  }

  constructor(deps: CrawlDeps) {
    this.#deps = deps
  }

  /** Continues a crawl, or begins one that is due. Records why the service ended the turn. */
  async run(kind: CrawlKind, turn: Turn): Promise<void> {
    try {
      await this.#crawls[kind](turn)
    } catch (error) {
      if (error instanceof UpstreamError && !turn.signal.aborted)
        await this.#deps.crawls.stopped(kind, problemCodeOf(error))
      throw error
    }
  }

  /** The idle crawl to continue. Restarts another process's crawl, because its numbers are not in this process's memory. */
  async #idleCrawl(): Promise<CrawlRow | null> {
    const { crawls, now } = this.#deps
    const crawl = await crawls.due('idle', now(), crawlEveryMs)
    if (crawl === null || crawl.started_at === this.#idleSeen.startedAt) return crawl
    const begun = crawl.cursor === null ? crawl : await crawls.begin('idle', now(), null)
    this.#idleSeen = { startedAt: begun.started_at, reading: new IdleReading() }
    return begun
  }

  /**
   * Reads the idle list to its end. A number that no page had proves nothing, because rows move while they are read: a look-up
   * asks for it.
   */
  async #idle({ read, signal }: Turn): Promise<void> {
    const { upstream, recorder, crawls, lookUps, now } = this.#deps
    const crawl = await this.#idleCrawl()
    if (crawl === null) return
    const { reading } = this.#idleSeen
    let pageSize = upstream.maxIdlePageSize
    if (crawl.cursor === null) await read(() => upstream.checkFirstPage({ signal, bulk: true }))
    for (let page = Number(crawl.cursor ?? 0) + 1; ; page++) {
      const answer = await read(() =>
        upstream.searchIdlePage({ page, pageSize }, { signal, bulk: true }).catch((error: unknown) => {
          if (reading.isPastEnd(error)) return null
          throw error
        }),
      )
      if (answer === null) break
      // The service may return fewer rows than requested.
      pageSize = answer.data.pageSize
      const { ended } = reading.add(answer)
      const { numbers, total, odd, example } = reading
      await crawls.advance('idle', {
        cursor: String(page),
        done: numbers.size,
        total,
        odd,
        oddExample: example,
      })
      if (ended) break
    }
    this.#idleSeen = { startedAt: null, reading: new IdleReading() }
    const unwritten = [...(await recorder.flush())].filter((ext) => reading.numbers.has(ext)).length
    const missed = reading.missed === null ? null : reading.missed + unwritten
    if (!lookUps.canSearch && missed === 0) await this.#markUnlisted(crawl.started_at ?? now())
    await crawls.end('idle', now(), { missed, isWhole: (missed ?? unwritten) === 0 })
  }

  /** Marks numbers, known as not bound since before the crawl, that a service without a search of its list did not list. */
  async #markUnlisted(scannedFrom: number): Promise<void> {
    const { reads, now } = this.#deps
    for (;;) {
      const unlisted = await reads.unlisted({ limit: rowsAtOnce, before: scannedFrom })
      await markUnlisted(this.#deps, unlisted, 'unavailable', now())
      if (unlisted.length < rowsAtOnce) return
    }
  }

  /**
   * Looks up the numbers between known numbers: no list of the service includes bound numbers, but they lie between free ones.
   * Found numbers are recorded like any other read; unknown numbers leave no trace. A number that the service refuses to show may be
   * bound, so it counts as unread.
   */
  async #gaps({ read, signal }: Turn): Promise<void> {
    const { upstream, recorder, crawls, now } = this.#deps
    // Before the first idle crawl, everything looks like a gap.
    if ((await crawls.read('idle'))?.last_ended_at == null) return
    const isUnread = (await crawls.read('gaps'))?.last_missed !== 0
    const crawl = await crawls.due('gaps', now(), isUnread ? unreadAfterMs : gapsEveryMs)
    if (crawl === null) return
    let { done, unread } = crawl
    /** The last number of each length: a number of another length may sort between two neighbors. */
    const left = new Map((crawl.cursor?.split(' ') ?? []).map((ext) => [ext.length, ext]))
    const total = crawl.total ?? (await this.#countGaps())
    const advance = () =>
      crawls.advance('gaps', { cursor: [...left.values()].join(' '), done, total, unread })
    for await (const numbers of this.#gapsAfter(left)) {
      for (const missing of numbers) {
        const look = () => read(() => upstream.getExtension({ ext: missing }, { signal, bulk: true }))
        const looked = await readOne(look, signal)
        if (looked.result === 'unanswered') {
          // After two such reads in a row the crawl goes on: one bad record must not block the rest.
          const isSecond = this.#unanswered === missing
          this.#unanswered = isSecond ? null : missing
          if (!isSecond) throw looked.error
        }
        if (looked.result === 'unusable' || looked.result === 'unanswered') unread++
        done++
        if (done % 10 === 0) await advance()
      }
    }
    await advance()
    const unwritten = await recorder.flush()
    // Only a number that has no row is in a gap. The others are not what this crawl asked for.
    const missed = unread + (unwritten.size === 0 ? 0 : await this.#countGaps((ext) => unwritten.has(ext)))
    await crawls.end('gaps', now(), { missed, isWhole: missed === 0 })
  }

  /**
   * The numbers of each gap between known numbers. Keeps in `left` the last known number of each length before the gap, from which a
   * later crawl can continue.
   */
  async *#gapsAfter(left: Map<number, string>): AsyncGenerator<string[]> {
    let afterExt = [...left.values()].toSorted().at(-1) ?? null
    for (;;) {
      const rows = await this.#deps.reads.after({ withGone: true }, afterExt, rowsAtOnce)
      for (const { ext } of rows) {
        const missing = between(left.get(ext.length) ?? ext, ext)
        if (missing.length > 0) yield missing
        left.set(ext.length, ext)
        afterExt = ext
      }
      if (rows.length < rowsAtOnce) return
    }
  }

  async #countGaps(isCounted: (ext: string) => boolean = () => true): Promise<number> {
    let count = 0
    for await (const numbers of this.#gapsAfter(new Map())) count += numbers.filter(isCounted).length
    return count
  }
}
