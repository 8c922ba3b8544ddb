import { describe, expect, test } from 'vitest'
import type { Forecast } from '#contract/capacity.ts'
import type { UiLanguage } from '#contract/text.ts'
import { translator } from '#web/i18n/catalogue.ts'
import { en, zh } from '../all-messages.ts'
import { forecastDetail, forecastText, soonest } from '#web/entities/forecast/forecast-text.ts'
import { scopeText } from '#web/pages/overview/scope.ts'

const dayMs = 86_400_000
const now = new Date(2026, 10, 21, 9).getTime()
const t = { en: translator('en', en), zh: translator('zh', zh) }
const text = (forecast: Forecast, language: UiLanguage = 'en') =>
  forecastText(t[language], language, forecast, now)
const detail = (forecast: Forecast, language: UiLanguage = 'en') =>
  forecastDetail(t[language], language, forecast, now)
const runsOut = (earliest: number, latest: number | null, perDay = 4.25): Forecast => ({
  kind: 'runs-out',
  earliest: now + earliest * dayMs,
  latest: latest === null ? null : now + latest * dayMs,
  perDay,
})

test('uses the singular for a threshold of one day', () => {
  const labels = (key: 'thresholds.days' | 'alerts.days', count: number) => [
    t.en(key, { count }),
    t.zh(key, { count }),
  ]
  expect(labels('thresholds.days', 1)).toEqual(['Within 1 day', '1 天内'])
  expect(labels('thresholds.days', 2)).toEqual(['Within 2 days', '2 天内'])
  expect(labels('alerts.days', 1)).toEqual(['May run out within 1 day', '可能在 1 天内用完'])
})

describe('the text of a forecast', () => {
  test.each([
    [runsOut(3.2, 5.1), 'In 3–6 days', '3-6 天后'],
    [runsOut(0.4, 2), 'Within 2 days', '2 天内'],
    [runsOut(15, 24), 'In 2–4 weeks', '2-4 周后'],
    [runsOut(14, 14), 'In 2 weeks', '2 周后'],
    [runsOut(40, 100), 'In 1–4 months', '1-4 个月后'],
    [runsOut(20, null), 'In 2 weeks at the earliest', '最早 2 周后'],
    [runsOut(0.7, null), 'Possibly within a day', '可能一天内用完'],
    [{ kind: 'short', days: 3, needed: 7 }, 'Not enough history yet: 3 of 7 days', '历史数据不足：3/7 天'],
    [
      { kind: 'far', notBefore: now + 200 * dayMs, perDay: 1 },
      'Not before June 2027',
      '2027年6月 之前不会用完',
    ],
    [{ kind: 'empty' }, 'None left', '已用完'],
    [{ kind: 'steady' }, 'No recent decline', '近期没有减少'],
  ] satisfies [Forecast, string, string][])(
    'shows %j as a range in whole units, in both languages',
    (forecast, en, zh) => {
      expect(text(forecast)).toBe(en)
      expect(text(forecast, 'zh')).toBe(zh)
    },
  )

  test('names days for near dates and months for distant dates, and is null without a forecast', () => {
    expect(detail(runsOut(15, 24))).toBe('About 4.3 per day. 90% likely between Dec 6, 2026 and Dec 15, 2026')
    expect(detail(runsOut(80, 150))).toBe(
      'About 4.3 per day. 90% likely between February 2027 and April 2027',
    )
    expect(detail(runsOut(80, 82))).toBe('About 4.3 per day. Probably around February 2027')
    expect(detail(runsOut(15, null, 0.3))).toBe(
      'About 2.1 per week. Not before Dec 6, 2026 in most cases; date uncertain',
    )
    expect(detail({ kind: 'steady' })).toBeNull()
  })

  test('sorts the earliest end first, and ranges without a forecast last', () => {
    const range = (forecast: Forecast) => ({
      scope: '1',
      pool: null,
      free: 1,
      reserved: 0,
      bound: 0,
      unavailable: 0,
      unknown: 0,
      forecast,
    })
    const order = (
      [
        { kind: 'steady' },
        runsOut(30, 40),
        { kind: 'far', notBefore: now + 300 * dayMs, perDay: 1 },
        { kind: 'empty' },
        runsOut(3, null),
      ] satisfies Forecast[]
    ).toSorted((a, b) => soonest(range(a)) - soonest(range(b)))
    expect(order.map(({ kind }) => kind)).toEqual(['empty', 'runs-out', 'runs-out', 'far', 'steady'])
  })

  test('shows a prefix as the start of numbers', () => {
    expect([
      scopeText(t.en, { scope: '80', pool: null }),
      scopeText(t.zh, { scope: '', pool: null }),
    ]).toEqual(['80…', '全部号码'])
  })
})
