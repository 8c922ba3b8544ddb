import { expect, test } from 'vitest'
import { notificationSentence } from '#contract/notification-words.ts'

test('names the account of a reserved number that nobody has identified as the new colleague’s', () => {
  const event = { kind: 'reservation-fulfilled' as const, count: 1, ext: '8001', items: [], agent: '李娜' }
  const said = (holder: string | null, language: 'en' | 'zh') =>
    notificationSentence({ ...event, holder }, language, String)
  expect(said(null, 'en')).toBe('8001 is now assigned to 李娜.')
  expect(said('l.na', 'en')).toBe('8001, which you reserved for 李娜, is now assigned to l.na.')
  expect(said('孙丽', 'zh')).toBe('您为李娜预留的 8001 已绑定给孙丽。')
})

test('names both numbers of a swap, and counts several in pairs', () => {
  const event = {
    kind: 'request-opened' as const,
    ext: '8001',
    swapWith: '8002',
    items: [],
    what: 'swap' as const,
    by: 'Ada',
  }
  const said = (count: number, language: 'en' | 'zh') =>
    notificationSentence({ ...event, count }, language, String)
  expect(said(1, 'en')).toBe('Ada requested to swap 8001 and 8002.')
  expect(said(3, 'en')).toBe('Ada requested to swap 3 pairs of numbers.')
  expect(said(1, 'zh')).toBe('Ada申请互换 8001 和 8002。')
})
