import { LRUCache } from 'lru-cache'
import type { SeenState } from '#contract/number-states.ts'
import { isSingleRequestError, isUnanswered, UpstreamError } from '#upstream/errors.ts'
import type { Upstream } from '#upstream/client.ts'
import type { Turn } from '../platform/background.ts'
import type { InventoryRecorder } from './recorder.ts'
import { isNotFound, problemCodeOf } from '../platform/problems.ts'
import { hasMissingRows, isInIdleList } from '../numbers/idle-look-up.ts'
import type { InventoryReads } from './store-reads.ts'
import type { InventoryWrites } from './store-writes.ts'
import type { CrawlKind, CrawlRow, CrawlStore } from './crawl-store.ts'

/** Time between the end of one idle crawl and the start of the next, in ms. */
export const crawlEveryMs = 15 * 60_000
/** Time between the end of one agent crawl and the start of the next, in ms. */
const agentsEveryMs = 60 * 60_000
/** Age at which details are read again, in ms; a week for numbers that the service does not know. */
export const detailAfterMs = 24 * 60 * 60_000
const goneAfterMs = 7 * detailAfterMs
/** Read a new extension back after this time, in ms. */
const createdAfterMs = 60_000
/** Time between the end of one gap crawl and the start of the next, in ms. */
const gapsEveryMs = 24 * 60 * 60_000
/** A wider gap between two known numbers counts as the end of a block. */
export const maxGap = 100
const rowsAtOnce = 500
const detailsPerTurn = 50
const agentsAtOnce = 50
/** The agent's own number is on the first page; the idle crawl finds the rest. */
const agentPageSize = 20
/** Skip a number with unreadable details for this time, in ms. `maxPostponed` limits how many numbers are remembered. */
const postponeMs = 60 * 60_000
const maxPostponed = 1_000

/** The numbers between two numbers of the same length; none when the gap is wider than `maxGap`. */
export function between(left: string, right: string): string[] {
  const [from, to] = [Number(left), Number(right)]
  if (left.length !== right.length || to - from - 1 > maxGap) return []
  return Array.from({ length: Math.max(0, to - from - 1) }, (_, i) =>
    String(from + 1 + i).padStart(left.length, '0'),
  )
}

interface CrawlDeps {
  upstream: Pick<
    Upstream,
    'searchIdlePage' | 'getUnboundPage' | 'getExtension' | 'checkFirstPage' | 'maxIdlePageSize'
  >
  reads: InventoryReads
  writes: Pick<InventoryWrites, 'markUnlisted'>
  recorder: Pick<InventoryRecorder, 'flush'>
  crawls: CrawlStore
  now: () => number
}

/**
 * Fills the inventory from the idle pages, the unbound pages of known agents, the details of the oldest rows and the gaps between
 * known numbers.
 */
export class InventoryCrawler {
  readonly #deps: CrawlDeps
  readonly #postponed: LRUCache<string, true>
  /** Numbers that this process saw in the idle crawl that began at `startedAt`. */
  #idleSeen: { startedAt: number | null; numbers: Set<string> } = { startedAt: null, numbers: new Set() }
  /** What the last read of each crawl asked for, when it got no response. */
  readonly #unanswered = new Map<CrawlKind, string>()
  readonly #crawls: Record<CrawlKind, (turn: Turn) => Promise<void>> = {
    idle: (turn) => this.#idle(turn),
    agents: (turn) => this.#agents(turn),
    details: (turn) => this.#details(turn),
    gaps: (turn) => this.#gaps(turn),
  }

  constructor(deps: CrawlDeps) {
    this.#deps = deps
    this.#postponed = new LRUCache<string, true>({
      max: maxPostponed,
      ttl: postponeMs,
      perf: { now: deps.now },
      ttlResolution: 0,
    })
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
    this.#idleSeen = { startedAt: begun.started_at, numbers: new Set() }
    return begun
  }

  async #idle({ read, signal }: Turn): Promise<void> {
    const { upstream, writes, recorder, crawls, now } = this.#deps
    const crawl = await this.#idleCrawl()
    if (crawl === null) return
    const startedAt = crawl.started_at ?? now()
    const { numbers } = this.#idleSeen
    let whole = crawl.whole === 1
    let pageSize = upstream.maxIdlePageSize
    if (crawl.cursor === null) await read(() => upstream.checkFirstPage({ signal, bulk: true }))
    for (let page = Number(crawl.cursor ?? 0) + 1; ; page++) {
      const { data, warnings } = await read(() =>
        upstream.searchIdlePage({ page, pageSize }, { signal, bulk: true }),
      )
      // The service may return fewer rows than requested.
      pageSize = data.pageSize
      const before = numbers.size
      for (const { ext } of data.items) numbers.add(ext)
      whole &&= !hasMissingRows(warnings)
      // Pages may repeat or overlap. The crawl ends when a page has no new number, and is whole when it saw all numbers.
      const isLast = numbers.size === before || numbers.size >= data.total
      if (isLast) whole &&= numbers.size >= data.total
      await crawls.advance('idle', { cursor: String(page), done: numbers.size, total: data.total, whole })
      if (isLast) break
    }
    this.#idleSeen = { startedAt: null, numbers: new Set() }
    await recorder.flush()
    for (let more = whole; more;) more = await writes.markUnlisted(startedAt, now())
    await crawls.end('idle', now())
  }

  async #agents({ read, signal }: Turn): Promise<void> {
    const { upstream, reads, crawls, now } = this.#deps
    const crawl = await crawls.due('agents', now(), agentsEveryMs)
    if (crawl === null) return
    let { done } = crawl
    let whole = crawl.whole === 1
    let afterUuid = crawl.cursor ?? ''
    for (;;) {
      const next = await reads.agentsAfter(afterUuid, agentsAtOnce)
      if (next.length === 0) break
      for (const agentUuid of next) {
        try {
          await read(() =>
            upstream.getUnboundPage({ agentUuid, page: 1, pageSize: agentPageSize }, { signal, bulk: true }),
          )
        } catch (error) {
          // This agent may be gone; continue with the next.
          if (!this.#canSkip('agents', error, agentUuid)) throw error
          whole = false
        }
        afterUuid = agentUuid
        await crawls.advance('agents', { cursor: afterUuid, done: ++done, total: null, whole })
      }
    }
    await crawls.end('agents', now())
  }

  /** Numbers to look up, by priority: in the idle list (`unlisted`), all others by their details. */
  async #dueNumbers(): Promise<[ext: string, unlisted: boolean][]> {
    const { reads, crawls, now } = this.#deps
    const at = now()
    const most = detailsPerTurn + this.#postponed.size
    const before = (state: SeenState, age: number) => () => reads.leastRecentlySeen(state, at - age, most)
    const found = new Map<string, boolean>()
    const add = async (read: () => Promise<readonly string[]>, unlisted = false) => {
      if (found.size >= detailsPerTurn) return
      for (const ext of await read())
        if (!this.#postponed.has(ext) && !found.has(ext)) found.set(ext, unlisted)
    }
    await add(() => reads.left(most))
    await add(() => reads.created(at - createdAfterMs, most))
    // The first scan lists them anyway.
    if ((await crawls.read('idle'))?.last_whole_at != null) await add(() => reads.unlisted(most), true)
    await add(before('bound', detailAfterMs))
    await add(before('unavailable', detailAfterMs))
    await add(before('unknown', detailAfterMs))
    await add(before('free', detailAfterMs))
    await add(before('gone', goneAfterMs))
    return [...found].slice(0, detailsPerTurn)
  }

  async #details({ read, signal }: Turn): Promise<void> {
    const { upstream, recorder, crawls, now } = this.#deps
    const numbers = await this.#dueNumbers()
    if (numbers.length === 0) return
    await crawls.begin('details', now(), numbers.length)
    const options = { signal, bulk: true }
    let done = 0
    for (const [ext, unlisted] of numbers) {
      // Look for a number in the idle list once; the next scan decides about one that is not found.
      if (unlisted) this.#postponed.set(ext, true)
      try {
        await read<unknown>(() =>
          unlisted ? isInIdleList(upstream, ext, options) : upstream.getExtension({ ext }, options),
        )
      } catch (error) {
        if (!this.#canSkip('details', error, ext)) throw error
        if (!isNotFound(error)) this.#postponed.set(ext, true)
      }
      await crawls.advance('details', { cursor: ext, done: ++done, total: numbers.length, whole: true })
    }
    await recorder.flush()
    await crawls.end('details', now())
  }

  /**
   * Looks up the numbers between known numbers: no list of the service includes bound numbers, but they lie between free ones.
   * Found numbers are recorded like any other read; unknown numbers leave no trace.
   */
  async #gaps({ read, signal }: Turn): Promise<void> {
    const { upstream, reads, crawls, now } = this.#deps
    // Before the first full idle crawl, everything looks like a gap.
    if ((await crawls.read('idle'))?.last_whole_at == null) return
    const crawl = await crawls.due('gaps', now(), gapsEveryMs)
    if (crawl === null) return
    let { done } = crawl
    /** The last number of each length: a number of another length may sort between two neighbors. */
    const left = new Map((crawl.cursor?.split(' ') ?? []).map((ext) => [ext.length, ext]))
    const advance = () =>
      crawls.advance('gaps', { cursor: [...left.values()].join(' '), done, total: null, whole: true })
    let afterExt = [...left.values()].toSorted().at(-1) ?? null
    for (;;) {
      const rows = await reads.after({}, afterExt, rowsAtOnce)
      for (const { ext } of rows) {
        for (const missing of between(left.get(ext.length) ?? ext, ext)) {
          try {
            await read(() => upstream.getExtension({ ext: missing }, { signal, bulk: true }))
          } catch (error) {
            if (!this.#canSkip('gaps', error, missing)) throw error
          }
          done++
          if (done % 10 === 0) await advance()
        }
        left.set(ext.length, ext)
        afterExt = ext
      }
      if (rows.length > 0) await advance()
      if (rows.length < rowsAtOnce) break
    }
    await crawls.end('gaps', now())
  }

  /**
   * True when a crawl may skip a failed read of a number or agent. After a read without any response the crawl stops, because the
   * service may be down. After the second in a row for the same number or agent, it skips, so one bad record does not block the
   * rest.
   */
  #canSkip(kind: CrawlKind, error: unknown, about: string): error is UpstreamError {
    if (isSingleRequestError(error)) return true
    if (!isUnanswered(error)) return false
    if (this.#unanswered.get(kind) === about) return this.#unanswered.delete(kind)
    this.#unanswered.set(kind, about)
    return false
  }
}
