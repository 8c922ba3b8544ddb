import { expect, test } from 'vitest'
import { FirstPace } from '#server/platform/background.ts'

const most = 10
const after = (pace: FirstPace, times: readonly number[]) => {
  for (const ms of times) pace.add(ms)
  return pace.perSecond
}
const each = (ms: number, reads: number) => Array.from({ length: reads }, () => ms)

test('reads ten times a second while answers take as long as usual, and slower once they take twice as long', () => {
  const pace = new FirstPace(most)
  expect(pace.perSecond).toBe(most)
  expect(after(pace, each(100, 20))).toBe(most)
  expect(after(pace, each(150, 20))).toBe(most)
  expect(after(pace, each(400, 50))).toBeCloseTo(most / 4, 1)
  expect(after(pace, each(100, 50))).toBe(most)
})

test('does not slow down for answers that differ by a few milliseconds', () => {
  expect(after(new FirstPace(most), [...each(2, 20), ...each(30, 20)])).toBe(most)
})
