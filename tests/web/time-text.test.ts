import { expect, test } from 'vitest'
import { absoluteTime } from '#web/ui/time-text.ts'

test('ends a time with its zone in both languages', () => {
  const at = Date.UTC(2026, 10, 15, 7, 20, 18)
  expect(absoluteTime(at, 'zh')).toMatch(/^2026年11月1\d日 \d\d:\d\d:18 \S+$/)
  expect(absoluteTime(at, 'en')).toMatch(/^Nov 1\d, 2026, \d\d:\d\d:18 \S+$/)
})
