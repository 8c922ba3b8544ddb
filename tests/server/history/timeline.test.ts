import * as fc from 'fast-check'
import { expect, test } from 'vitest'
import { extensionHistory } from '#contract/history.ts'
import type { HistorySource } from '#server/history/sources.ts'
import { readTimeline } from '#server/history/timeline.ts'

/** A source with one entry for each time and ID. */
const sourceOf =
  (times: readonly [at: number, id: string][]): HistorySource =>
  async (_subject, { from, before }, limit) =>
    times
      .filter(([at, id]) => at >= from && (at < before.at || (at === before.at && id < before.id)))
      .toSorted(([at, id], [otherAt, otherId]) => otherAt - at || (id < otherId ? 1 : -1))
      .slice(0, limit)
      .map(([at, id]) => ({
        id,
        entry: {
          kind: 'binding' as const,
          at,
          ext: '8001',
          before: { state: 'free' as const, agent: null },
          after: { state: 'gone' as const, agent: null },
        },
      }))

test('shows every entry of the requested time once, newest first, with any page size', async () => {
  const entries = fc.uniqueArray(fc.tuple(fc.integer({ min: 1, max: 6 }), fc.constantFrom('a', 'b', 'c')), {
    selector: String,
    maxLength: 12,
  })
  await fc.assert(
    fc.asyncProperty(
      entries,
      entries,
      entries,
      fc.integer({ min: 1, max: 5 }),
      fc.integer({ min: 0, max: 7 }),
      fc.integer({ min: 0, max: 7 }),
      async (action, binding, creation, limit, from, to) => {
        const sources = {
          action: sourceOf(action),
          binding: sourceOf(binding),
          creation: sourceOf(creation),
        }
        const asked = { subject: { ext: '8001' }, from, to }
        const places: string[] = []
        let before: string | null = null
        do {
          const page = await readTimeline(sources, { ...asked, before, limit })
          expect(page.items.length).toBeLessThanOrEqual(limit)
          places.push(...page.items.map(({ place }) => place))
          before = page.older
          expect(extensionHistory.query.safeParse({ before: before ?? undefined }).success).toBe(true)
        } while (before !== null)
        const expected = Object.entries({ action, binding, creation })
          .flatMap(([source, times]) => times.map(([at, id]) => ({ at, source, id })))
          .filter(({ at }) => at >= from && at < to)
          .toSorted((a, b) => b.at - a.at || (`${a.source} ${a.id}` < `${b.source} ${b.id}` ? 1 : -1))
          .map(({ at, source, id }) => `${at}.${source}.${id}`)
        expect(places).toEqual(expected)
      },
    ),
  )
})
