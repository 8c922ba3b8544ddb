import { describe, expect, test } from 'vitest'
import {
  holds,
  joined,
  numberAfter,
  numberSetText,
  overlappingPart,
  setsOverlap,
  sharedNumbers,
  sizeOf,
  type NumberSet,
} from '#contract/number-set.ts'
import { eachStore } from '../../stores/each-store.ts'
import { countStates } from '#server/numbers/counts.ts'
import { inventoryStore, seenExtension } from '../inventory/inventory-records.ts'

const set = (ranges: readonly [from: string, to: string][], prefixes: readonly string[] = []): NumberSet => ({
  ranges: ranges.map(([from, to]) => ({ from, to })),
  prefixes,
})

describe('a set of numbers', () => {
  const numbers = set([['8001', '8060']], ['0', '912'])

  test.each([
    ['8001', true],
    ['8060', true],
    ['8061', false],
    // A range contains only numbers of its own length.
    ['80015', false],
    ['800', false],
    ['01', true],
    ['9123456', true],
    ['913', false],
  ])('contains %s: %s', (number, isIn) => expect(holds(numbers, number)).toBe(isIn))

  test.each([
    [set([['8001', '8010']]), set([['8010', '8020']]), true],
    [set([['8001', '8010']]), set([['8011', '8020']]), false],
    [set([['8001', '8010']]), set([['80010', '80100']]), false],
    [set([['8001', '8010']]), set([], ['80']), true],
    [set([['8001', '8010']]), set([], ['8001']), true],
    [set([['8001', '8010']]), set([], ['80015']), false],
    [set([['8090', '8110']]), set([], ['81']), true],
    [set([], ['81']), set([], ['8']), true],
    [set([], ['81']), set([], ['82']), false],
  ])('%j and %j overlap: %s', (one, other, isShared) => {
    expect(setsOverlap(one, other)).toBe(isShared)
    expect(setsOverlap(other, one)).toBe(isShared)
  })

  test('joins sets so that each number is in one part', () => {
    const sets = [
      set([['8001', '8060']], ['90', '9']),
      set(
        [
          ['8050', '8070'],
          ['9100', '9110'],
        ],
        ['803'],
      ),
    ]
    const all = joined([...sets, set([['80500', '80599']])])
    for (let number = 0; number < 100_000; number += 7)
      for (const text of [String(number), String(number).padStart(5, '0')]) {
        const parts = [
          ...all.ranges.map((range) => ({ ranges: [range], prefixes: [] })),
          ...all.prefixes.map((prefix) => ({ ranges: [], prefixes: [prefix] })),
        ].filter((part) => holds(part, text))
        const isIn = [...sets, set([['80500', '80599']])].some((each) => holds(each, text))
        expect([text, parts.length]).toEqual([text, isIn ? 1 : 0])
      }
  })

  test('names the numbers that two sets share', () => {
    const one = set([['8001', '8060']], ['91'])
    expect(numberSetText(sharedNumbers(one, set([['8050', '8070']], ['800', '912'])))).toBe(
      '8050–8060, 8001–8009, 912…',
    )
  })

  test('names the part that overlaps an earlier part', () => {
    expect(overlappingPart(numbers)).toBeNull()
    expect(
      overlappingPart(
        set([
          ['1000', '1009'],
          ['1009', '1010'],
        ]),
      ),
    ).toEqual({ path: 'ranges', index: 1 })
    expect(overlappingPart(set([['1000', '1009']], ['2', '10']))).toEqual({ path: 'prefixes', index: 1 })
  })

  test('knows its size only without prefixes, and keeps leading zeros when it counts up', () => {
    expect(
      sizeOf(
        set([
          ['0001', '0010'],
          ['77', '77'],
        ]),
      ),
    ).toBe(11)
    expect(sizeOf(numbers)).toBeNull()
    expect(numberAfter('0099')).toBe('0100')
  })
})

eachStore(({ open }) => {
  const exts = ['0012', '012', '80015', '8001', '8002', '8060', '8061', '800', '9120', '9121000', '913']
  const numbers = set([['8001', '8060']], ['0', '912'])

  test('filters, pages and counts exactly the numbers of a set in the inventory', async () => {
    const database = await open()
    const store = inventoryStore(database, 'a')
    const records = exts.map((ext, n) =>
      seenExtension(ext, { bindStatus: n % 2, langCodeTxt: n % 3 === 0 ? 'Opus' : null }),
    )
    await store.recordSeen([{ records, absent: [], source: 'idle', at: 1 }])
    await inventoryStore(database, 'b').recordSeen([{ records, absent: [], source: 'idle', at: 1 }])
    for (const filter of [
      {},
      { state: 'free' },
      { language: 'Opus' },
      { ext: '8' },
      { ext: '80', state: 'bound' },
    ] as const) {
      const all = (await store.after(filter, null, 100)).map(({ ext }) => ext)
      const expected = all.filter((ext) => holds(numbers, ext))
      const found: string[] = []
      for (let place: string | null = null; ;) {
        const page = await store.after({ ...filter, numbers }, place, 2)
        found.push(...page.map(({ ext }) => ext))
        place = page.at(-1)?.ext ?? null
        if (page.length < 2) break
      }
      expect(found).toEqual(expected)
      const last = await store.before({ ...filter, numbers }, null, 2)
      expect(last.map(({ ext }) => ext)).toEqual(expected.toReversed().slice(0, 2))
      expect(await store.numbers({ ...filter, numbers }, 3)).toEqual(expected.slice(0, 3))
      expect(await store.count({ ...filter, numbers })).toEqual({ count: expected.length, exact: true })
    }
    // Numbers in no part of a set; more stretches than one query can join.
    const many = set(
      Array.from({ length: 700 }, (_, n) => [String(7_000 + n * 2), String(7_000 + n * 2)] as const),
    )
    for (const [outside, filter] of [
      [numbers, {}],
      [
        set(
          [
            ['8001', '8060'],
            ['80015', '80016'],
            ['0012', '9999'],
          ],
          ['913'],
        ),
        {},
      ],
      [numbers, { ext: '80' }],
      [set([], []), { state: 'free' }],
      [many, {}],
    ] as const) {
      const all = (await store.after(filter, null, 100)).map(({ ext }) => ext)
      const expected = all.filter((ext) => !holds(outside, ext))
      const selected = { ...filter, numbers: { outside } }
      expect(await store.numbers(selected, 100)).toEqual(expected)
      expect(await store.count(selected)).toEqual({ count: expected.length, exact: true })
      for (const place of exts) {
        expect((await store.after(selected, place, 3)).map(({ ext }) => ext)).toEqual(
          expected.filter((ext) => ext > place).slice(0, 3),
        )
        expect((await store.before(selected, place, 3)).map(({ ext }) => ext)).toEqual(
          expected
            .filter((ext) => ext < place)
            .toReversed()
            .slice(0, 3),
        )
      }
    }
    const counts = new Map(
      (await countStates(database.db, { account: 'a', now: database.now }, numbers)).map(
        ({ state, count }) => [state, count],
      ),
    )
    const inSet = records.filter(({ ext }) => holds(numbers, ext))
    expect(counts).toEqual(
      new Map([
        ['bound', inSet.filter(({ bindStatus }) => bindStatus === 1).length],
        ['free', inSet.filter(({ bindStatus }) => bindStatus === 0).length],
      ]),
    )
  })
})
