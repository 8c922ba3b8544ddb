import { largestPageSize } from '#upstream/assumptions.ts'
import { UpstreamError } from '#upstream/errors.ts'
import type { Upstream, Warning } from '#upstream/upstream.ts'
import type { Background, Turn } from '../platform/background.ts'
import { createGapCrawl } from './inventory-gaps.ts'
import { createSkipPolicy } from './skip-policy.ts'
import type { InventoryWatch } from './inventory-watch.ts'
import { isNotFound, problemCodeOf } from '../platform/http/problems.ts'
import type { InventoryStore } from './inventory-store.ts'
import type { CrawlKind, CrawlRow, CrawlStore } from './crawl-store.ts'
import type { Timings } from '../platform/timings.ts'

/** How long after a whole crawl over the idle pages the next one begins, ms. */
export const crawlEveryMs = 15 * 60_000
/** How long after all known agents were asked they are asked again, ms. */
const agentsEveryMs = 60 * 60_000
/** A detail this old is read again, ms; one of a number that the service does not know after a week. */
export const detailAfterMs = 24 * 60 * 60_000
const goneAfterMs = 7 * detailAfterMs
/** What was created a moment ago settles first, ms. */
const createdAfterMs = 60_000
const detailsPerTurn = 50
const agentsAtOnce = 50
/** The agent's own number is on the first page; the rest of it the idle crawl shows. */
const agentPageSize = 20
/** Numbers whose detail cannot be read are left alone for a while, ms; so many are remembered. */
const postponeMs = 60 * 60_000
const mostPostponed = 1_000

/** A list from which rows may be missing. */
const gaps: readonly Warning['code'][] = ['list-missing', 'total-missing', 'total-lies', 'row-dropped']

interface CrawlDeps {
  upstream: Pick<Upstream, 'searchIdlePage' | 'getUnboundPage' | 'getExtension'>
  inventory: InventoryStore
  watch: Pick<InventoryWatch, 'flush'>
  crawls: CrawlStore
  /** Knows agents beside those seen with a number. */
  assigned: { agentsAfter: (place: string, limit: number) => Promise<string[]> }
  now: () => number
}

/** What fills the inventory by itself: idle pages, unbound pages of known agents, details of what is oldest. */
export function createInventoryCrawler({ upstream, inventory, watch, crawls, assigned, now }: CrawlDeps) {
  const postponed = new Map<string, number>()
  /** The numbers that this process has seen in the idle crawl that began then. */
  let idleSeen: { startedAt: number | null; numbers: Set<string> } = { startedAt: null, numbers: new Set() }
  const [passesOverAgent, passesOverNumber] = [createSkipPolicy(), createSkipPolicy()]

  /** A turn that notes the problem which ended it. */
  const noting = (kind: CrawlKind, work: (turn: Turn) => Promise<void>) => async (turn: Turn) => {
    try {
      await work(turn)
    } catch (error) {
      if (error instanceof UpstreamError && !turn.signal.aborted)
        await crawls.stopped(kind, problemCodeOf(error))
      throw error
    }
  }

  /** The idle crawl to go on with. One that another process began is restarted: which numbers it saw is not known here. */
  async function idleCrawl(): Promise<CrawlRow | null> {
    const crawl = await crawls.due('idle', now(), crawlEveryMs)
    if (crawl === null || crawl.started_at === idleSeen.startedAt) return crawl
    if (crawl.cursor !== null) await crawls.begin('idle', now(), null)
    const begun = crawl.cursor === null ? crawl : await crawls.read('idle')
    idleSeen = { startedAt: begun?.started_at ?? null, numbers: new Set() }
    return begun
  }

  async function idle({ read, signal }: Turn): Promise<void> {
    const crawl = await idleCrawl()
    if (crawl === null) return
    const startedAt = crawl.started_at ?? now()
    const { numbers } = idleSeen
    let whole = crawl.whole === 1
    let pageSize = largestPageSize
    for (let page = Number(crawl.cursor ?? 0) + 1; ; page++) {
      const { data, warnings } = await read(() =>
        upstream.searchIdlePage({ page, pageSize }, { signal, bulk: true }),
      )
      // A service that gives fewer rows than that is asked for what it gives.
      pageSize = data.pageSize
      const before = numbers.size
      for (const { ext } of data.items) numbers.add(ext)
      whole &&= !warnings.some(({ code }) => gaps.includes(code))
      // Pages may repeat or overlap: what ends the crawl is that nothing new comes, and only the numbers seen make it whole.
      const isLast = numbers.size === before || numbers.size >= data.total
      if (isLast) whole &&= numbers.size >= data.total
      await crawls.advance('idle', { cursor: String(page), done: numbers.size, total: data.total, whole })
      if (isLast) break
    }
    idleSeen = { startedAt: null, numbers: new Set() }
    await watch.flush()
    for (let more = whole; more;) more = await inventory.notSeenFree(startedAt, now())
    await crawls.end('idle', now())
  }

  async function agents({ read, signal }: Turn): Promise<void> {
    const crawl = await crawls.due('agents', now(), agentsEveryMs)
    if (crawl === null) return
    let { done } = crawl
    let whole = crawl.whole === 1
    let place = crawl.cursor ?? ''
    for (;;) {
      const seen = await inventory.agentsAfter(place, agentsAtOnce)
      const known = await assigned.agentsAfter(place, agentsAtOnce)
      const next = [...new Set([...seen, ...known])].toSorted().slice(0, agentsAtOnce)
      if (next.length === 0) break
      for (const agentUuid of next) {
        try {
          await read(() =>
            upstream.getUnboundPage({ agentUuid, page: 1, pageSize: agentPageSize }, { signal, bulk: true }),
          )
        } catch (error) {
          // An agent who is no more; the others are still there.
          if (!passesOverAgent(error, agentUuid)) throw error
          whole = false
        }
        place = agentUuid
        await crawls.advance('agents', { cursor: place, done: ++done, total: null, whole })
      }
    }
    await crawls.end('agents', now())
  }

  /** The numbers whose details are wanted most. */
  async function wanted(): Promise<string[]> {
    const at = now()
    for (const [ext, until] of postponed) if (until < at) postponed.delete(ext)
    const found = new Set<string>()
    for (const [state, age] of [
      ['not-seen-free', 0],
      ['created', createdAfterMs],
      ['bound', detailAfterMs],
      ['unknown', detailAfterMs],
      ['free', detailAfterMs],
      ['gone', goneAfterMs],
    ] as const) {
      if (found.size >= detailsPerTurn) break
      const most = detailsPerTurn + postponed.size
      const rows = await (state === 'created'
        ? inventory.created(at - age, most)
        : inventory.stalest(state, at - age, most))
      for (const { ext } of rows) if (!postponed.has(ext)) found.add(ext)
    }
    return [...found].slice(0, detailsPerTurn)
  }

  async function details({ read, signal }: Turn): Promise<void> {
    const numbers = await wanted()
    if (numbers.length === 0) return
    await crawls.begin('details', now(), numbers.length)
    let done = 0
    for (const ext of numbers) {
      try {
        await read(() => upstream.getExtension({ ext }, { signal, bulk: true }))
      } catch (error) {
        if (!passesOverNumber(error, ext)) throw error
        if (!isNotFound(error)) postpone(ext)
      }
      await crawls.advance('details', { cursor: ext, done: ++done, total: numbers.length, whole: true })
    }
    await watch.flush()
    await crawls.end('details', now())
  }

  function postpone(ext: string): void {
    if (postponed.size < mostPostponed) postponed.set(ext, now() + postponeMs)
  }

  return {
    idle: noting('idle', idle),
    agents: noting('agents', agents),
    details: noting('details', details),
    gaps: noting('gaps', createGapCrawl({ upstream, inventory, crawls, now })),
  }
}

/** Sets the crawls going; each asks every few seconds whether it is due. */
export function keepInventory(
  background: Pick<Background, 'every'>,
  timings: Timings,
  crawls: ReturnType<typeof createInventoryCrawler>,
): void {
  background.every('inventory idle pages', timings.idlePagesEveryMs, crawls.idle)
  background.every('inventory agents', timings.agentsEveryMs, crawls.agents)
  background.every('inventory details', timings.detailsEveryMs, crawls.details)
  background.every('inventory gaps', timings.gapsEveryMs, crawls.gaps)
}
