import { expect, test } from 'vitest'
import { sortKeyOf, termsOf, wordsOf } from '#server/agents/search-terms.ts'

const isFoundBy = (text: string, search: string): boolean => {
  const terms = [...termsOf([text])]
  return wordsOf(search).every((word) => terms.some((term) => term.startsWith(word)))
}

test.each([
  ['Ada Lovelace', 'lovel ada'],
  ['José Núñez', 'nunez jose'],
  ['Ｗａｎｇ　Ｌｉ', 'wang'],
  ['王小明', '王'],
  ['王小明', '小明'],
  ['王小明', 'xiaoming'],
  ['王小明', 'wang xiaom'],
  ['王小明', 'wxm'],
  ['王小明', 'xm'],
  ['吕布', 'lv'],
  ['王Ada', 'ada 王'],
  ['A-1001', 'a-1001'],
])('finds %s by %s', (text, search) => expect(isFoundBy(text, search)).toBe(true))

test.each([
  ['Ada Lovelace', 'bob'],
  ['王小明', 'li'],
  ['王小明', '明小'],
])('does not find %s by %s', (text, search) => expect(isFoundBy(text, search)).toBe(false))

test('bounds the number and length of the terms of a long text', () => {
  const terms = [...termsOf(['阿'.repeat(10_000)])]
  expect(terms.length).toBeLessThanOrEqual(80)
  expect(Math.max(...terms.map((term) => term.length))).toBeLessThanOrEqual(64 * 6)
})

test('sorts Chinese names by pinyin, among other names', () => {
  const names = ['张三', 'Wu Di', '白起', 'Ada']
  expect(names.toSorted((a, b) => (sortKeyOf(a) < sortKeyOf(b) ? -1 : 1))).toEqual([
    'Ada',
    '白起',
    'Wu Di',
    '张三',
  ])
})
