import { LRUCache } from 'lru-cache'
import { reasonOf, type SeenState } from '#contract/number-states.ts'
import { isSingleRequestError, isUnanswered, UpstreamError } from '#upstream/errors.ts'
import type { Upstream } from '#upstream/client.ts'
import { bindStatus } from '#upstream/records.ts'
import type { Turn } from '../platform/background.ts'
import type { InventoryRecorder } from './recorder.ts'
import { isNotFound, problemCodeOf } from '../platform/problems.ts'
import { IdleReading, isInIdleList, isOfOtherNumbers } from '../numbers/idle-look-up.ts'
import type { Numbers } from '../numbers/numbers.ts'
import type { InventoryWrites } from './store-writes.ts'
import type { CrawlKind, CrawlRow, CrawlStore } from './crawl-store.ts'
import { seenGrainMs } from './row-after.ts'

/** Time between the end of one idle crawl and the start of the next, in ms. */
export const crawlEveryMs = 15 * 60_000
/** Time between the end of one agent crawl and the start of the next, in ms. */
const agentsEveryMs = 60 * 60_000
/** Age at which details are read again, in ms; a week for numbers that the service does not know. */
export const detailAfterMs = 24 * 60 * 60_000
const goneAfterMs = 7 * detailAfterMs
/** Numbers of one search of the idle list share all digits but these, so that one page has them all. */
const searchedDigits = 3
/** Searches for new numbers at once, and pages of each. */
const searchesAtOnce = 20
const pagesPerSearch = 5
/** Fewer numbers are looked up one by one. */
const fewestSearched = 3
/** Read a new extension back after this time, in ms. */
const createdAfterMs = 60_000
/** Time between the end of one gap crawl and the start of the next, in ms; shorter after one that left numbers unread. */
const gapsEveryMs = 24 * 60 * 60_000
const unreadAfterMs = 60 * 60_000
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

/** Why a number is looked up: it may have left the idle list, it may be new to it, or what is known of it is old. */
type DueKind = 'left' | 'unlisted' | 'old'

interface CrawlDeps {
  upstream: Pick<
    Upstream,
    'searchIdlePage' | 'getUnboundPage' | 'getExtension' | 'checkFirstPage' | 'maxIdlePageSize'
  >
  reads: Pick<Numbers, 'after' | 'agentsAfter' | 'created' | 'due' | 'left' | 'unlisted'>
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
  /** What this process saw in the idle crawl that began at `startedAt`. */
  #idleSeen: { startedAt: number | null; reading: IdleReading } = {
    startedAt: null,
    reading: new IdleReading(),
  }
  /** False once a search of the idle list by a number did not answer about this number. */
  #canSearch = true
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
    this.#idleSeen = { startedAt: begun.started_at, reading: new IdleReading() }
    return begun
  }

  /**
   * Reads the idle list to its end. A number that no page had proves nothing, because rows move while they are read: `#details` asks
   * for it.
   */
  async #idle({ read, signal }: Turn): Promise<void> {
    const { upstream, recorder, crawls, now } = this.#deps
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
    const { missed } = reading
    await recorder.flush()
    if (!this.#canSearch && missed === 0) await this.#markUnlisted(crawl.started_at ?? now())
    await crawls.end('idle', now(), { missed, isWhole: (missed ?? 0) === 0 })
  }

  /** Marks numbers, known as not bound since before the crawl, that a service without a search of its list did not list. */
  async #markUnlisted(scannedFrom: number): Promise<void> {
    const { reads, writes, now } = this.#deps
    for (;;) {
      const unlisted = await reads.unlisted(rowsAtOnce, scannedFrom)
      await writes.markUnlisted(unlisted, 'unavailable', now())
      if (unlisted.length < rowsAtOnce) return
    }
  }

  async #agents({ read, signal }: Turn): Promise<void> {
    const { upstream, reads, crawls, now } = this.#deps
    const crawl = await crawls.due('agents', now(), agentsEveryMs)
    if (crawl === null) return
    let { done, unread } = crawl
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
          unread++
        }
        afterUuid = agentUuid
        await crawls.advance('agents', { cursor: afterUuid, done: ++done, total: null, unread })
      }
    }
    await crawls.end('agents', now(), { missed: unread, isWhole: unread === 0 })
  }

  /** Numbers to look up, by priority. */
  async #dueNumbers(): Promise<[ext: string, kind: DueKind][]> {
    const { reads, crawls, now } = this.#deps
    const at = now()
    const most = detailsPerTurn + this.#postponed.size
    const before = (state: SeenState, age: number) => () => reads.due(state, at - age, most)
    const found = new Map<string, DueKind>()
    const add = async (read: () => Promise<readonly string[]>, kind: DueKind = 'old') => {
      if (found.size >= detailsPerTurn) return
      for (const ext of await read()) if (!this.#postponed.has(ext) && !found.has(ext)) found.set(ext, kind)
    }
    const scannedFrom = (await crawls.read('idle'))?.last_ended_at ?? null
    // The first scan lists them anyway.
    if (scannedFrom !== null) {
      await add(() => reads.left(most, scannedFrom - seenGrainMs), 'left')
      await add(() => reads.unlisted(most), 'unlisted')
    }
    await add(() => reads.created(at - createdAfterMs, most))
    await add(before('bound', detailAfterMs))
    await add(before('unavailable', detailAfterMs))
    await add(before('unknown', detailAfterMs))
    await add(before('free', detailAfterMs))
    await add(before('gone', goneAfterMs))
    return [...found].slice(0, detailsPerTurn)
  }

  async #details(turn: Turn): Promise<void> {
    const { recorder, crawls, now } = this.#deps
    if ((await crawls.read('idle'))?.last_ended_at != null) await this.searchUnlisted(turn, fewestSearched)
    const numbers = await this.#dueNumbers()
    if (numbers.length === 0) return
    await crawls.begin('details', now(), numbers.length)
    let done = 0
    for (const [ext, kind] of numbers) {
      try {
        await this.#lookUp(ext, kind, turn)
        // What the service did not answer about a number is not asked for again at once.
        if (kind !== 'old') this.#postponed.set(ext, true)
      } catch (error) {
        if (!this.#canSkip('details', error, ext)) throw error
        if (!isNotFound(error)) this.#postponed.set(ext, true)
      }
      await crawls.advance('details', { cursor: ext, done: ++done, total: numbers.length })
    }
    await recorder.flush()
    await crawls.end('details', now())
  }

  /** Reads a number and, if it is not bound, whether the idle list has it: only these answers say that it has left the list. */
  async #lookUp(ext: string, kind: DueKind, { read, signal }: Turn): Promise<void> {
    const { upstream, recorder, writes, now } = this.#deps
    const options = { signal, bulk: true }
    if (kind !== 'unlisted') {
      const { data } = await read(() => upstream.getExtension({ ext }, options))
      if (kind === 'old' || data.bindStatus !== bindStatus.free || reasonOf(data) !== null) return
    }
    const at = now()
    const isInList = await read(() => isInIdleList(upstream, ext, options))
    this.#canSearch = isInList !== null
    if (isInList === true) return
    await recorder.flush()
    await writes.markUnlisted([ext], isInList === null ? 'unknown' : 'unavailable', at)
  }

  /**
   * Reads new numbers, known as not bound, from the idle list: many with one search, because a job creates hundreds. Numbers that share
   * a start with fewer than `fewest` others are left to their own look-ups.
   */
  async searchUnlisted({ read, signal }: Pick<Turn, 'read' | 'signal'>, fewest: number): Promise<void> {
    const { upstream, reads, recorder } = this.#deps
    const unlisted = (await reads.unlisted(rowsAtOnce)).filter((ext) => !this.#postponed.has(ext))
    const starts = Map.groupBy(unlisted, (ext) => `${ext.length} ${ext.slice(0, -searchedDigits)}`)
    const searched = [...starts.values()].filter((some) => some.length >= fewest).slice(0, searchesAtOnce)
    if (searched.length === 0 || !this.#canSearch) return
    for (const numbers of searched) {
      const [first = ''] = numbers
      const start = numbers.length === 1 ? first : first.slice(0, -searchedDigits)
      const missing = new Set(numbers)
      let pageSize = upstream.maxIdlePageSize
      for (let page = 1; missing.size > 0 && page <= pagesPerSearch; page++) {
        const search = { ...(start === '' ? {} : { ext: start }), page, pageSize }
        const { data, warnings } = await read(() => upstream.searchIdlePage(search, { signal, bulk: true }))
        pageSize = data.pageSize
        for (const { ext } of data.items) missing.delete(ext)
        if (data.items.length < pageSize || isOfOtherNumbers(warnings)) break
      }
    }
    await recorder.flush()
  }

  /**
   * Looks up the numbers between known numbers: no list of the service includes bound numbers, but they lie between free ones.
   * Found numbers are recorded like any other read; unknown numbers leave no trace. A number that the service refuses to show may be
   * bound, so it counts as unread.
   */
  async #gaps({ read, signal }: Turn): Promise<void> {
    const { upstream, reads, recorder, crawls, now } = this.#deps
    // Before the first idle crawl, everything looks like a gap.
    if ((await crawls.read('idle'))?.last_ended_at == null) return
    const isUnread = (await crawls.read('gaps'))?.last_missed !== 0
    const crawl = await crawls.due('gaps', now(), isUnread ? unreadAfterMs : gapsEveryMs)
    if (crawl === null) return
    let { done, unread } = crawl
    /** The last number of each length: a number of another length may sort between two neighbors. */
    const left = new Map((crawl.cursor?.split(' ') ?? []).map((ext) => [ext.length, ext]))
    const advance = () =>
      crawls.advance('gaps', { cursor: [...left.values()].join(' '), done, total: null, unread })
    let afterExt = [...left.values()].toSorted().at(-1) ?? null
    for (;;) {
      const rows = await reads.after({ withGone: true }, afterExt, rowsAtOnce)
      for (const { ext } of rows) {
        for (const missing of between(left.get(ext.length) ?? ext, ext)) {
          try {
            await read(() => upstream.getExtension({ ext: missing }, { signal, bulk: true }))
          } catch (error) {
            if (!this.#canSkip('gaps', error, missing)) throw error
            if (!isNotFound(error)) unread++
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
    await recorder.flush()
    await crawls.end('gaps', now(), { missed: unread, isWhole: unread === 0 })
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
