import { describe, expect, test } from 'vitest'
import {
  holds,
  joinSets,
  numberAfter,
  numberSetText,
  overlappingPart,
  setsOverlap,
  sharedNumbers,
  sizeOf,
  type NumberSet,
} from '#contract/number-set.ts'
import { eachStore } from '../../stores/each-store.ts'
import type { StoreTransaction } from '#server/platform/database/database.ts'
import { PoolStore } from '#server/pools/store.ts'
import { numberStore, seenExtension } from '../numbers/number-store.ts'

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
    const all = joinSets([...sets, set([['80500', '80599']])])
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

  test('knows the pool of each number, whichever came first, and of none after the pool has changed', async () => {
    const database = await open()
    const store = numberStore(database, 'a')
    const pools = new PoolStore(database, 'a')
    const asWritten = ({ ranges, prefixes }: NumberSet) => ({ ranges: [...ranges], prefixes: [...prefixes] })
    const pool = { id: 'one', name: 'One', ...asWritten(numbers), owner: '', ownerId: null, purpose: '' }
    const see = (some: readonly string[]) =>
      store.recordSeen([
        {
          records: some.map((ext) => seenExtension(ext, { bindStatus: 0 })),
          absent: [],
          source: 'idle',
          at: 1,
        },
      ])
    const change = (work: (transaction: StoreTransaction) => Promise<unknown>) =>
      database.db.transaction().execute(work)
    await see(exts.slice(0, 6))
    await numberStore(database, 'b').recordSeen([
      { records: [seenExtension('8001', { bindStatus: 0 })], absent: [], source: 'idle', at: 1 },
    ])
    await change((transaction) => pools.save(transaction, pool, { version: 0, by: 'ada', at: 1 }))
    await see(exts.slice(6))
    const [added] = await pools.all()
    if (added === undefined) throw new Error('no pool')
    const held = exts.filter((ext) => holds(numbers, ext)).toSorted()
    expect(await store.numbers({ pool: added.id }, 100)).toEqual(held)
    expect(await store.numbers({ pool: null }, 100)).toEqual(
      exts.filter((ext) => !holds(numbers, ext)).toSorted(),
    )
    expect(await store.tally(0)).toEqual(
      expect.arrayContaining([
        { prefix: '', pool: added.id, state: 'free', count: held.length, unlisted: 0 },
        { prefix: '', pool: '', state: 'free', count: exts.length - held.length, unlisted: 0 },
      ]),
    )
    const smaller = set([['8001', '8002']], [])
    await change((transaction) =>
      pools.save(
        transaction,
        { ...pool, ...asWritten(smaller) },
        { version: added.version, by: 'ada', at: 2 },
      ),
    )
    expect(await store.numbers({ pool: added.id }, 100)).toEqual(['8001', '8002'])
    await change((transaction) => pools.remove(transaction, added.id))
    expect(await store.numbers({ pool: null }, 100)).toEqual(exts.toSorted())
  })
})
