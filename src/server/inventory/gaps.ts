import type { Upstream } from '#upstream/client.ts'
import type { Turn } from '../platform/background.ts'
import { createSkipPolicy } from './skip-policy.ts'
import type { InventoryReads } from './store-reads.ts'
import type { CrawlStore } from './crawl-store.ts'

/** Time between the end of one gap crawl and the start of the next, in ms. */
const gapsEveryMs = 24 * 60 * 60_000
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

/**
 * Looks up the numbers between known numbers: no list of the service includes bound numbers, but they lie between free ones.
 * Found numbers are recorded like any other read; unknown numbers leave no trace.
 */
export function createGapCrawl({
  upstream,
  reads,
  crawls,
  now,
}: {
  upstream: Pick<Upstream, 'getExtension'>
  reads: Pick<InventoryReads, 'after'>
  crawls: CrawlStore
  now: () => number
}) {
  const canSkip = createSkipPolicy()
  return async ({ read, signal }: Turn): Promise<void> => {
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
            if (!canSkip(error, missing)) throw error
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
}
