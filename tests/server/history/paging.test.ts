import * as fc from 'fast-check'
import { expect, test } from 'vitest'
import { extensionHistory } from '#contract/history.ts'
import type { HistorySource } from '#server/history/record.ts'
import { readHistoryPage } from '#server/history/routes.ts'

/** A source with one entry for each time and ID. */
const sourceOf =
  (times: readonly [at: number, id: string][]): HistorySource =>
  async ({ from, before }, limit) =>
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
  const entriesWith = (...ids: string[]) =>
    fc.uniqueArray(fc.tuple(fc.integer({ min: 1, max: 6 }), fc.constantFrom(...ids)), {
      selector: String,
      maxLength: 12,
    })
  await fc.assert(
    fc.asyncProperty(
      entriesWith('a', 'd', 'g'),
      // Both sources have the entries that they share.
      entriesWith('a', 'b', 'e'),
      entriesWith('c', 'f', 'h'),
      fc.integer({ min: 1, max: 5 }),
      fc.integer({ min: 0, max: 7 }),
      fc.integer({ min: 0, max: 7 }),
      async (one, other, third, pageSize, from, to) => {
        const sources = [one, other, third].map(sourceOf)
        const places: string[] = []
        let before: string | undefined
        do {
          const page = await readHistoryPage(sources, { from, to, before, pageSize })
          expect(page.items.length).toBeLessThanOrEqual(pageSize)
          places.push(...page.items.map(({ place }) => place))
          before = page.older ?? undefined
          expect(extensionHistory.query.safeParse({ before }).success).toBe(true)
        } while (before !== undefined)
        const expected = [...new Set([...one, ...other, ...third].map(([at, id]) => `${at}.${id}`))]
          .filter((place) => Number.parseInt(place, 10) >= from && Number.parseInt(place, 10) < to)
          .toSorted((a, b) => Number.parseInt(b, 10) - Number.parseInt(a, 10) || (a < b ? 1 : -1))
        expect(places).toEqual(expected)
      },
    ),
  )
})
