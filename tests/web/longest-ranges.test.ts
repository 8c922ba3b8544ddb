import { expect, test } from 'vitest'
import { translator } from '#web/i18n/catalogue.ts'
import { longestRanges } from '#web/pages/jobs/plan/NumbersToCreate.tsx'
import { en, zh } from '../all-messages.ts'

const range = (first: number, count: number) =>
  Array.from({ length: count }, (_, index) => String(first + index))

test.each([
  [['8001'], 1, '8001', '8001'],
  [[...range(8001, 300), '990101'], 1, '8001–8300 and 1 more', '8001–8300 及另外 1 个'],
  [['1', '2', '5', '6', '9'], 2, '1–2, 5–6 and 1 more', '1–2、5–6 及另外 1 个'],
  [[], 1, '', ''],
])('names %j with at most %i ranges', (numbers, most, english, chinese) => {
  expect(longestRanges(translator('en', en), numbers, most)).toBe(english)
  expect(longestRanges(translator('zh', zh), numbers, most)).toBe(chinese)
})
