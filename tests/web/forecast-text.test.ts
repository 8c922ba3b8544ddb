import { describe, expect, test } from 'vitest'
import type { Forecast } from '#contract/capacity.ts'
import type { UiLanguage } from '#contract/text.ts'
import { translator } from '#web/i18n/catalogue.ts'
import { en, zh } from '../all-messages.ts'
import { forecastText, runOutKeyOf } from '#web/entities/capacity/forecast-text.ts'
import { scopeText } from '#web/entities/capacity/scope.ts'

const dayMs = 86_400_000
const now = new Date(2026, 10, 21, 9).getTime()
const t = { en: translator('en', en), zh: translator('zh', zh) }
const text = (forecast: Forecast, language: UiLanguage = 'en') =>
  forecastText(t[language], language, forecast, now)
const runsOut = (days: number, perWeek = 15): Forecast => ({
  kind: 'runs-out',
  perWeek,
  until: now + days * dayMs,
})

test('uses the singular for a threshold of one day', () => {
  const labels = (key: 'thresholds.days' | 'alerts.days', count: number) => [
    t.en(key, { count }),
    t.zh(key, { count }),
  ]
  expect(labels('thresholds.days', 1)).toEqual(['Within 1 day', '1 天内'])
  expect(labels('thresholds.days', 2)).toEqual(['Within 2 days', '2 天内'])
  expect(labels('alerts.days', 1)).toEqual(['Runs out within 1 day', '将在 1 天内用完'])
})

describe('the text of a forecast', () => {
  test.each([
    [runsOut(10), 'About 15 a week, until about December 1', '每周约 15 个，可用至 12 月 1 日左右'],
    [runsOut(15), 'About 15 a week, until early December', '每周约 15 个，可用至 12 月上旬'],
    [runsOut(24.4), 'About 15 a week, until mid-December', '每周约 15 个，可用至 12 月中旬'],
    [runsOut(70, 1.4), 'About 1 a week, until late January 2027', '每周约 1 个，可用至 2027 年 1 月下旬'],
    [runsOut(400, 0.4), 'Less than one a week, for more than a year', '每周不到一个，可用一年以上'],
    [{ kind: 'empty' }, 'None left', '已用完'],
    [{ kind: 'steady' }, 'No recent decline', '近期没有减少'],
    [null, '', ''],
  ] satisfies [Forecast, string, string][])('shows %j in both languages', (forecast, en, zh) => {
    expect(text(forecast)).toBe(en)
    expect(text(forecast, 'zh')).toBe(zh)
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
      [{ kind: 'steady' }, null, runsOut(30), { kind: 'empty' }, runsOut(3)] satisfies Forecast[]
    ).toSorted((a, b) => runOutKeyOf(range(a)) - runOutKeyOf(range(b)))
    expect(order).toEqual([{ kind: 'empty' }, runsOut(3), runsOut(30), { kind: 'steady' }, null])
  })

  test('shows a prefix as the start of numbers', () => {
    expect([
      scopeText(t.en, { scope: '80', pool: null }),
      scopeText(t.zh, { scope: '', pool: null }),
    ]).toEqual(['80…', '全部号码'])
  })
})
