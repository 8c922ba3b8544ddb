import { expect, test } from 'vitest'
import type { AuditEvent } from '#contract/audit.ts'
import { translator } from '#web/i18n/catalogue.ts'
import { auditCsv } from '#web/pages/audit/audit-csv.ts'
import { en } from '../all-messages.ts'

const eventAt = (at: number): AuditEvent => ({
  id: String(at),
  at,
  actor: 'ada@example.com',
  actorId: 'ada',
  role: 'admin',
  session: null,
  address: null,
  action: 'session.begin',
  object: 'ada@example.com',
  phase: 'outcome',
  values: {},
  reason: null,
  result: 'done',
  requestId: null,
  begunAt: at,
})

test('tells the two hours apart that have the same local time at the end of summer time', async () => {
  const at = Date.UTC(2026, 9, 25, 0, 30)
  const timesIn = async (timeZone: string) => {
    const read = { timeZone, items: [eventAt(at + 3_600_000), eventAt(at)] }
    const text = await auditCsv(translator('en', en), 'en', read, [])
    const [header = [], ...rows] = text
      .trim()
      .split('\r\n')
      .map((line) => line.split(','))
    const columns = header.flatMap((name, index) => (/When \(/.test(name) ? [index] : []))
    return [header, ...rows].map((row) => columns.map((index) => row[index]?.replace('\uFEFF', '')))
  }
  expect(await timesIn('Europe/Berlin')).toEqual([
    ['When (Europe/Berlin)', 'When (UTC)'],
    ['2026-10-25 02:30:00', '2026-10-25 01:30:00'],
    ['2026-10-25 02:30:00', '2026-10-25 00:30:00'],
  ])
  expect((await timesIn('UTC'))[0]).toEqual(['When (UTC)'])
})
