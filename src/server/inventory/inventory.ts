import {
  inventoryAgents,
  inventoryNumbers,
  inventoryStatus,
  inventoryStates,
  listInventory,
  mostNumbers,
  readFresh,
} from '#contract/inventory.ts'
import { UpstreamError } from '#upstream/errors.ts'
import type { Upstream } from '#upstream/upstream.ts'
import { mountInventoryExport } from './inventory-export.ts'
import { filterOf, toItem } from './inventory-items.ts'
import type { InventoryWatch } from './inventory-watch.ts'
import { detailAfterMs, crawlEveryMs } from './inventory-crawler.ts'
import type { Mount } from '../platform/http/mount.ts'
import { problemCodeOf } from '../platform/http/problems.ts'
import type { Audit } from '../audit/audit-store.ts'
import type { InventoryStore } from './inventory-store.ts'
import type { Settings } from '#contract/settings.ts'
import type { CrawlRow, CrawlStore } from './crawl-store.ts'

export interface InventoryDeps {
  store: InventoryStore
  watch: Pick<InventoryWatch, 'flush'>
  crawls: Pick<CrawlStore, 'all'>
}

const mostAgents = 10
const crawlKinds = ['idle', 'agents', 'details', 'gaps'] as const

const toCrawl = (kind: (typeof crawlKinds)[number], row: CrawlRow | undefined) => ({
  kind,
  running: row !== undefined && row.ended_at === null,
  startedAt: row?.started_at ?? null,
  done: row?.done ?? 0,
  total: row?.total ?? null,
  endedAt: row?.ended_at ?? null,
  lastWholeAt: row?.last_whole_at ?? null,
  lastWholeCount: row?.last_whole_count ?? null,
  problem: row?.problem ?? null,
})

export function mountInventory(
  mounts: Mount,
  {
    inventory: { store, watch, crawls },
    upstream,
    settings,
    audit,
    now,
  }: {
    inventory: InventoryDeps
    upstream: Pick<Upstream, 'getExtension'>
    settings: { read: () => Promise<Settings> }
    audit: Audit
    now: () => number
  },
): void {
  const { mount } = mounts
  mount(listInventory, async ({ query: { after, before, last, pageSize, ...asked } }) => {
    const filter = filterOf(asked)
    const backwards = before !== undefined || last !== undefined
    const [rows, total] = await Promise.all([
      backwards
        ? store.before(filter, before ?? null, pageSize + 1)
        : store.after(filter, after ?? null, pageSize + 1),
      store.count(filter),
    ])
    const more = rows.length > pageSize
    const shown = rows.slice(0, pageSize)
    const items = (backwards ? shown.toReversed() : shown).map(toItem)
    const [first, end] = [items[0]?.ext ?? null, items.at(-1)?.ext ?? null]
    return {
      items,
      total,
      next: (backwards ? before !== undefined : more) ? end : null,
      previous: (backwards ? more : after !== undefined) ? first : null,
    }
  })

  mount(inventoryNumbers, async ({ query }) => {
    const numbers = (await store.numbers(filterOf(query), mostNumbers + 1)).map(({ ext }) => ext)
    return { numbers: numbers.slice(0, mostNumbers), more: numbers.length > mostNumbers }
  })

  mount(inventoryAgents, async ({ query }) => ({
    items: await store.agents(query.start, mostAgents),
  }))

  mount(inventoryStatus, async () => {
    const [counts, languages, rows, { backgroundRate }] = await Promise.all([
      store.countsByPrefix(0),
      store.languages(),
      crawls.all(),
      settings.read(),
    ])
    const states = await Promise.all(
      inventoryStates.map(async (state) => ({
        state,
        count: counts.find((each) => each.state === state)?.count ?? 0,
        oldestSeenAt: (await store.stalest(state, now(), 1))[0]?.seen_at ?? null,
      })),
    )
    return {
      states,
      languages,
      crawls: crawlKinds.map((kind) =>
        toCrawl(
          kind,
          rows.find((row) => row.kind === kind),
        ),
      ),
      readsPerSecond: backgroundRate,
      crawlEveryMs,
      detailAfterMs,
      now: now(),
    }
  })

  mount(readFresh, async ({ query, signal }) => {
    const numbers = [...new Set(query.numbers.split(','))]
    const problems = await Promise.all(
      numbers.map(async (ext) => {
        try {
          await upstream.getExtension({ ext }, { signal })
          return null
        } catch (error) {
          if (!(error instanceof UpstreamError)) throw error
          return problemCodeOf(error)
        }
      }),
    )
    await watch.flush()
    const items = await Promise.all(
      numbers.map(async (ext, index) => {
        const row = await store.byNumber(ext)
        return { ext, item: row === null ? null : toItem(row), problem: problems[index] ?? null }
      }),
    )
    return { items }
  })

  mountInventoryExport(mounts, { store, audit })
}
