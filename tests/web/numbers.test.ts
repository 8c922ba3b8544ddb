import { assert, integer, property } from 'fast-check'
import { describe, expect, test } from 'vitest'
import { numberAfter } from '#contract/number-set.ts'
import { numbersIn } from '#contract/numbers-in-text.ts'
import { fillUp, rangesOf, rangeText } from '#web/entities/extension/number-ranges.ts'

describe('reading numbers from text', () => {
  test.each([
    ['8001-8003', ['8001', '8002', '8003']],
    ['8001-8003, 8100', ['8001', '8002', '8003', '8100']],
    ['8001-03', ['8001', '8002', '8003']],
    ['0801–0803', ['0801', '0802', '0803']],
    ['8001至8003、8100', ['8001', '8002', '8003', '8100']],
    ['8001 到 8002；8005', ['8001', '8002', '8005']],
    ['8001～8002', ['8001', '8002']],
    ['8001..8003', ['8001', '8002', '8003']],
    ['hi, please add 8001 to 8003 and also 8100 today, thanks!', ['8001', '8002', '8003', '8100']],
    ['分机8001\n8002\t8003', ['8001', '8002', '8003']],
    ['0099-0101', ['0099', '0100', '0101']],
    ['998-1001', ['998', '999', '1000', '1001']],
    ['8001, 8001-8002', ['8001', '8002']],
    // A dash at the start of a line marks a list item, not a range.
    ['- 8001\n- 8005\n- 8010', ['8001', '8005', '8010']],
    ['8001\r\n– 8005', ['8001', '8005']],
    ['8001 -\n8003', ['8001', '8002', '8003']],
    ['no numbers', []],
    ['', []],
  ])('reads %s', (text, numbers) => {
    expect(numbersIn(text).numbers).toEqual(numbers)
  })

  test.each([
    ['1234567890123456', 'too-long'],
    ['8060-8001', 'backwards'],
    ['100000-200000', 'too-many'],
  ])('asks about %.20s: %s', (text, why) => {
    const { numbers, unclear } = numbersIn(text)
    expect([numbers, unclear.map((each) => each.why)]).toEqual([[], [why]])
  })

  test('counts repeated numbers, and writes out at most ten thousand', () => {
    expect(numbersIn('8001-8003 8002-8004').repeated).toBe(2)
    const { numbers, unclear } = numbersIn('10000-19998, 30000-30009')
    expect(numbers).toHaveLength(9_999)
    expect(unclear).toEqual([{ text: '30000-30009', why: 'too-many', first: null, last: null }])
  })

  test('reads any range completely, in order, with its leading zeros', () => {
    assert(
      property(integer({ min: 0, max: 99_000 }), integer({ min: 0, max: 500 }), (from, span) => {
        const first = String(from).padStart(6, '0')
        const last = String(from + span).padStart(6, '0')
        const { numbers } = numbersIn(`${first} - ${last}`)
        expect(numbers).toHaveLength(span + 1)
        expect([numbers[0], numbers.at(-1)]).toEqual([first, last])
        expect(numbers.every((ext) => ext.length === 6)).toBe(true)
      }),
    )
  })
})

test('keeps the width of the next number', () => {
  expect(['0801', '0899', '0999', '999'].map(numberAfter)).toEqual(['0802', '0900', '1000', '1000'])
})

test('replaces taken numbers with the next free ones after the highest', () => {
  const taken = new Set(['8002', '8004', '8006'])
  expect(fillUp(['8001', '8002', '8004'], (ext) => taken.has(ext))).toEqual([
    '8001',
    '8002',
    '8004',
    '8005',
    '8006',
    '8007',
  ])
  expect(fillUp(['8001'], () => false)).toEqual(['8001'])
  expect(fillUp(['99'.repeat(7) + '9'], () => true)).toHaveLength(1)
})

test.each([
  [
    ['8001', '8003', '8002', '990101'],
    ['8001–8003', '990101'],
  ],
  [
    ['0099', '0100', '100', '101'],
    ['100–101', '0099–0100'],
  ],
  [[], []],
])('formats %j as ranges', (numbers, texts) => {
  expect(rangesOf(numbers).map(rangeText)).toEqual(texts)
})

test('replaces taken numbers from the chosen pool, none twice', () => {
  const taken = new Set(['8001', '9002'])
  const exists = (ext: string) => taken.has(ext)
  expect(fillUp(['8001', '8002'], exists, ['8002', '9002', '9005', '9006'])).toEqual([
    '8001',
    '8002',
    '9002',
    '9005',
  ])
  expect(fillUp(['8001', '8002'], exists, [])).toEqual(['8001', '8002'])
})

test('formats numbers as ranges that read back the same', () => {
  const text = rangesOf(['0009', '0010', '99']).map(rangeText).join(', ')
  expect(numbersIn(text).numbers.toSorted()).toEqual(['0009', '0010', '99'])
})
