import { afterAll, beforeAll, describe, expect, test, vi } from 'vitest'
import { listPeople } from '#contract/people.ts'
import { listAudit } from '#contract/audit.ts'
import { readHealth, readCapacity, readTrend } from '#contract/capacity.ts'
import { zoneTimes } from '#contract/zone-time.ts'
import { SnapshotStore } from '#server/capacity/snapshots.ts'
import { openBffAndStore, type BffAndStore } from '../bff.ts'

const dayMs = 86_400_000
let bff: BffAndStore

const overview = async (query = '', role: 'admin' | 'supervisor' = 'supervisor') =>
  readCapacity.answer.parse((await bff.requestAs(role, `/api/capacity${query}`)).body)
const trend = async (query: string) =>
  readTrend.answer.parse((await bff.requestAs('supervisor', `/api/capacity/trend${query}`)).body)

beforeAll(async () => {
  bff = await openBffAndStore({ timings: { idlePagesEveryMs: 100 } })
  // Wait until the console has crawled all idle extensions in the background.
  const read = async () => {
    const { crawledAt, ranges } = await overview()
    if (crawledAt === null || ranges.length === 0) throw new Error('still reading')
  }
  await vi.waitFor(read, 60_000)
})
afterAll(() => bff.close())

describe('the overview', () => {
  test('counts free numbers by prefix', async () => {
    const idle = await bff.requestAs('supervisor', '/api/extensions/idle?pageSize=20')
    const { whole, ranges, by } = await overview()
    expect(whole.free).toBe(idle.body['total'])
    expect(by).toBe('prefix')
    expect(new Set(ranges.map(({ scope }) => scope.length)).size).toBe(1)
    expect(ranges.reduce((sum, { free }) => sum + free, 0)).toBe(whole.free)
    expect(whole.forecast).toBeNull()
  })

  test('shows the first steps to administrators only', async () => {
    const { total } = listPeople.answer.parse((await bff.requestAs('admin', '/api/people')).body)
    expect((await overview('', 'admin')).firstSteps).toEqual({ hasColleague: true, hasAgents: total > 0 })
    expect((await overview()).firstSteps).toBeNull()
  })

  test('returns the trend of any prefix, hourly for a week and daily for longer spans', async () => {
    const snapshots = new SnapshotStore(bff.database, 'sandbox', zoneTimes('UTC').date)
    const hour = Math.floor(Date.now() / 3_600_000) * 3_600_000
    for (let age = 40; age > 0; age--)
      for (const at of [hour - age * dayMs, hour - age * dayMs + 3_600_000])
        await snapshots.take(at, [
          { scope: '', free: 100 + age * 3, reserved: 0, bound: 7, unavailable: 0, unknown: 0 },
          { scope: '1', free: 50, reserved: 0, bound: 0, unavailable: 0, unknown: 0 },
        ])
    const month = await trend('?span=month')
    expect(month.items.length).toBeGreaterThanOrEqual(30)
    expect(month.items.length).toBeLessThanOrEqual(33)
    expect((await trend('?span=week')).items.length).toBeGreaterThanOrEqual(13)
    expect((await trend('?span=year&scope=1')).items.every(({ free }) => free === 50)).toBe(true)
    expect((await trend('?scope=99')).items).toEqual([])
    expect((await bff.requestAs('supervisor', '/api/capacity/trend?scope=1a')).status).toBe(400)
    const { whole, snapshots: kept } = await overview()
    expect(whole.forecast).toMatchObject({ kind: 'runs-out', perWeek: expect.closeTo(21, 0) })
    expect(kept.count).toBeGreaterThanOrEqual(80)
  })

  test('lets administrators set, snooze and remove a threshold, and audits each change', async () => {
    const set = (body: object, role: 'admin' | 'supervisor' = 'admin') =>
      bff.requestAs(role, '/api/capacity/thresholds', {
        scope: '',
        leastFree: null,
        leastDays: null,
        version: 0,
        ...body,
      })
    const alerts = async () =>
      (await overview()).thresholds.filter(({ broken, snoozed }) => broken.length > 0 && snoozed === null)
        .length
    expect((await set({ leastFree: 5 }, 'supervisor')).status).toBe(403)
    expect((await set({})).body['errors']).toEqual([{ path: 'leastFree', message: 'give a level' }])
    expect((await set({ leastDays: 366 })).status).toBe(400)
    expect((await set({ leastFree: 1_000_000 })).status).toBe(200)
    expect((await set({ leastFree: 5 })).body['code']).toBe('edit-conflict')
    expect(await alerts()).toBe(1)
    const [threshold] = (await overview()).thresholds
    expect(threshold).toMatchObject({ scope: '', broken: ['free'], snoozed: null })

    const snooze = (scope: string, role: 'admin' | 'supervisor' = 'admin') =>
      bff.requestAs(role, '/api/capacity/alerts/snooze', { scope })
    expect((await snooze('', 'supervisor')).status).toBe(403)
    expect((await snooze('123')).status).toBe(404)
    const week = Date.now() + 7 * dayMs
    expect((await snooze('')).status).toBe(200)
    expect(await alerts()).toBe(0)
    const { snoozed } = (await overview()).thresholds[0] ?? {}
    expect(snoozed?.by).toBe('admin@example.com')
    expect((snoozed?.until ?? 0) - week).toBeGreaterThanOrEqual(0)
    expect((snoozed?.until ?? 0) - week).toBeLessThan(60_000)

    expect((await set({ version: threshold?.version })).status).toBe(200)
    expect((await overview()).thresholds).toEqual([])
    const { items } = listAudit.answer.parse(
      (await bff.requestAs('admin', '/api/audit?object=-&pageSize=20')).body,
    )
    expect(
      items
        .filter(({ phase, action }) => phase === 'outcome' && action.startsWith('threshold.'))
        .map(({ action, values, result }) => [action, values, result]),
    ).toEqual([
      ['threshold.change', { leastFree: { before: 1_000_000, after: null }, removed: true }, 'done'],
      ['threshold.snooze', {}, 'done'],
      ['threshold.change', { leastFree: 5, leastDays: null }, 'edit-conflict'],
      ['threshold.change', { leastFree: { before: null, after: 1_000_000 } }, 'done'],
    ])
  })

  test('shows the health to all users, the token’s age to administrators, and the address to neither', async () => {
    const answers = new Map<string, string>()
    for (const role of ['admin', 'supervisor'] as const) {
      const { text, body } = await bff.requestAs(role, '/api/capacity/health')
      answers.set(role, text)
      const health = readHealth.answer.parse(body)
      expect(health).toMatchObject({ state: 'good' })
      expect(health.latencyMs).toBeGreaterThan(0)
      expect(health.token === null).toBe(role === 'supervisor')
    }
    for (const text of answers.values()) expect(text).not.toMatch(/sandbox|127\.0\.0\.1|appId|http/)
  })
})
