import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import type { UiLanguage } from '#contract/text.ts'

/** Formats times as a browser in New York, where the clocks go back on November 1, 2026, at 02:00. */
beforeEach(() => {
  vi.stubEnv('TZ', 'America/New_York')
  // The module keeps formats of the zone in which it was first used.
  vi.resetModules()
})
afterEach(() => vi.unstubAllEnvs())
const load = () => import('#web/ui/text/time-text.ts')

/** The time in New York, as epoch milliseconds. */
const at = (text: string) => new Date(text).getTime()
const now = () => at('2026-11-26T08:58:00')

test('ends a time with its zone in both languages', async () => {
  const { absoluteTime } = await load()
  expect(absoluteTime(now(), 'zh')).toBe('2026 年 11 月 26 日 08:58:00 GMT-5')
  expect(absoluteTime(now(), 'en')).toBe('Nov 26, 2026, 08:58:00 EST')
})

test.each([
  ['2026-11-26T08:58:00', 'now', '现在'],
  ['2026-11-26T08:57:59', '1 second ago', '1 秒钟前'],
  ['2026-11-26T08:00:10', '58 minutes ago', '58 分钟前'],
  ['2026-11-26T07:58:20', '1 hour ago', '1 小时前'],
  ['2026-11-26T07:58:00', '1 hour ago', '1 小时前'],
  ['2026-11-26T00:01:00', '9 hours ago', '9 小时前'],
  ['2026-11-25T23:59:59', 'yesterday', '昨天'],
  ['2026-11-25T08:58:30', 'yesterday', '昨天'],
  ['2026-11-25T00:00:00', 'yesterday', '昨天'],
  ['2026-11-24T23:59:00', '2 days ago', '前天'],
  ['2026-11-21T23:59:00', '5 days ago', '5 天前'],
  ['2026-10-20T12:00:00', '1 month ago', '1 个月前'],
  ['2026-05-20T12:00:00', '6 months ago', '6 个月前'],
  ['2025-11-30T12:00:00', '1 year ago', '1 年前'],
  ['2024-11-26T12:00:00', '2 years ago', '2 年前'],
  ['2026-11-26T09:57:50', 'in 1 hour', '1 小时后'],
  ['2026-11-26T23:58:00', 'in 15 hours', '15 小时后'],
  ['2026-11-27T08:58:00', 'tomorrow 08:58', '明天 08:58'],
  ['2026-11-28T00:00:00', 'in 2 days', '后天'],
])('says %s by calendar days: %s, %s', async (time, en, zh) => {
  const { relativeTime } = await load()
  expect([relativeTime(at(time), now(), 'en'), relativeTime(at(time), now(), 'zh')]).toEqual([en, zh])
})

test.each<[time: string, now: string, text: string]>([
  ['2026-11-25T23:50:00', '2026-11-26T00:20:00', '30 minutes ago'],
  ['2026-11-26T00:05:00', '2026-11-26T23:50:00', 'today 00:05'],
  // Days of 25 and 23 hours.
  ['2026-10-31T23:30:00', '2026-11-02T00:10:00', '2 days ago'],
  ['2026-11-01T00:30:00', '2026-11-01T23:40:00', 'today 00:30'],
  ['2026-11-02T00:30:00', '2026-11-01T23:00:00', 'tomorrow 00:30'],
  ['2027-03-15T00:10:00', '2027-03-13T23:50:00', 'in 2 days'],
])('says that %s is, on %s, %s', async (time, then, text) => {
  const { relativeTime } = await load()
  expect(relativeTime(at(time), at(then), 'en')).toBe(text)
})

test.each([
  ['2026-11-26T08:58:26', 'now', '现在'],
  ['2026-11-27T09:00:00', 'now', '现在'],
  ['2026-11-26T08:57:30', '30 seconds ago', '30 秒钟前'],
])('says of what has happened at %s, by a clock that may be ahead: %s, %s', async (time, en, zh) => {
  const { timeAgo } = await load()
  expect([timeAgo(at(time), now(), 'en'), timeAgo(at(time), now(), 'zh')]).toEqual([en, zh])
})

test.each([
  ['2026-11-26T18:00:00', 'today 18:00', '今天 18:00'],
  ['2026-11-27T09:01:00', 'tomorrow 09:01', '明天 09:01'],
  ['2026-11-25T00:00:00', 'yesterday 00:00', '昨天 00:00'],
  ['2026-12-05T09:01:00', 'Dec 5, 09:01', '12 月 5 日 09:01'],
  ['2027-01-05T09:01:00', 'Jan 5, 2027, 09:01', '2027 年 1 月 5 日 09:01'],
])('names the moment %s for a sentence with "until" or "since": %s, %s', async (time, en, zh) => {
  const { momentText } = await load()
  expect([momentText(at(time), now(), 'en'), momentText(at(time), now(), 'zh')]).toEqual([en, zh])
})

test.each([
  ['2026-11-26T23:59:59', 'today', '今天'],
  ['2026-11-27T23:59:59', 'tomorrow', '明天'],
  ['2026-11-25T23:59:59', 'yesterday', '昨天'],
  ['2026-11-29T23:59:59', 'in 3 days', '3 天后'],
])('says that a request due at the end of %s is due %s, %s', async (time, en, zh) => {
  const { relativeDay } = await load()
  expect([relativeDay(at(time), now(), 'en'), relativeDay(at(time), now(), 'zh')]).toEqual([en, zh])
})

test.each<[UiLanguage, string, string]>([
  ['en', '3 min 20 sec', '1 hr'],
  ['zh', '3 分钟 20 秒', '1 小时'],
])('puts a space between a number and its unit: %s', async (language, short, long) => {
  const { durationText } = await load()
  expect(durationText(200_000, language)).toBe(short)
  expect(durationText(3_599_600, language)).toBe(long)
})
