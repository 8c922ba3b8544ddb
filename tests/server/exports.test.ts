import { randomUUID } from 'node:crypto'
import Papa from 'papaparse'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { listPeople } from '#contract/people.ts'
import { idleExtensions } from '#contract/extensions.ts'
import { listNumbers } from '#contract/numbers.ts'
import { listJobItems } from '#contract/jobs.ts'
import { listReservations } from '#contract/reservations.ts'
import { listServiceRequests } from '#contract/service-requests.ts'
import { columnKind } from '#contract/zone-time.ts'
import { openBff, type Bff } from './bff.ts'

const agentUuid = '9348ee74c2cefd4740db23a3b5bf4a0d'
const time = /^\d{4}-\d\d-\d\d \d\d:\d\d:\d\d$/

let bff: Bff
let job: string
beforeAll(async () => {
  bff = await openBff({ timeZone: 'Asia/Shanghai' })
  job = String((await post('/api/extensions', { ext: '60001' })).body['id'])
})
afterAll(() => bff.close())

const post = (path: string, body: object) =>
  bff.requestAs('admin', path, body, { 'idempotency-key': randomUUID() })
const rowsOf = async (path: string) => {
  const { status, text } = await bff.requestAs('admin', path)
  expect(status).toBe(200)
  return Papa.parse<Record<string, string>>(text.replace(/^\uFEFF/, ''), {
    header: true,
    skipEmptyLines: true,
  }).data
}
const inShanghai = (at: number) => new Date(at + 8 * 3_600_000).toISOString().slice(0, 16).replace('T', ' ')

test('every CSV file writes its times in the console’s zone, named in the header, as spreadsheets read them', async () => {
  const before = inShanghai(Date.now())
  await bff.requestAs('admin', '/api/extensions/1000')
  const idle = await rowsOf('/api/extensions/idle/export.csv')
  const ext = idle[0]?.['ext'] ?? ''
  await post('/api/reservations', { items: [{ ext, agentUuid }] })
  await post('/api/service-requests', {
    kind: 'delete',
    reason: 'unused',
    dueOn: '2026-12-05',
    items: [{ ext }],
  })

  const files = {
    idle,
    reservations: await rowsOf('/api/reservations/export.csv'),
    requests: await rowsOf('/api/service-requests/export.csv'),
    job: await rowsOf(`/api/jobs/${job}/report.csv`),
    agents: await rowsOf('/api/people/export.csv'),
    numbers: await rowsOf('/api/numbers/export.csv?bom=0'),
  }
  const timed = Object.fromEntries(
    Object.entries(files).map(([name, rows]) => {
      expect(rows).not.toEqual([])
      const cells = rows.flatMap((row) => Object.entries(row))
      expect(cells.filter(([, cell]) => /\dT\d\d:\d\d|\d{13}/.test(cell))).toEqual([])
      const times = cells.filter(([header]) => columnKind(header) === 'time')
      expect(times.filter(([, cell]) => cell !== '' && !time.test(cell))).toEqual([])
      return [name, [...new Set(times.map(([header]) => header))]]
    }),
  )
  const named = (...columns: string[]) => columns.map((column) => `${column} (Asia/Shanghai)`)
  expect(timed).toEqual({
    idle: named('creationTime'),
    reservations: named('reservedAt', 'expiresAt', 'checkedAt', 'endedAt'),
    requests: named('askedAt', 'sentAt', 'closedAt'),
    job: named('startedAt', 'endedAt'),
    agents: [],
    numbers: named('creationTime', 'bindTime', 'seenAt', 'stateSince', 'firstSeenAt'),
  })
  const [reserved] = files.reservations
  expect((reserved?.['reservedAt (Asia/Shanghai)'] ?? '') >= before).toBe(true)
  expect((reserved?.['reservedAt (Asia/Shanghai)'] ?? '').slice(0, 16) <= inShanghai(Date.now())).toBe(true)
  expect(files.requests).toMatchObject([{ 'dueOn (date)': '2026-12-05' }])
})

const fieldsOf = (list: { answer: { shape: { items: { def: { element: { shape: object } } } } } }) =>
  Object.keys(list.answer.shape.items.def.element.shape)

/** Each export with its list, and what only one of them has: a name for an object, or a number that no one reads in a table. */
const exports: [path: string, fields: string[], only: { list: string; file: string }][] = [
  [
    '/api/extensions/idle/export.csv',
    fieldsOf(idleExtensions),
    {
      list: 'id bindTime agentUuid agentName currentUsingAgentUuid creatorId updateUserId updatedTime startExt batchNum pageSize currPage orderByName orderByASC partition extensionsKeys secretsHeld',
      file: '',
    },
  ],
  ['/api/numbers/export.csv', fieldsOf(listNumbers), { list: '', file: 'consoleNote' }],
  [
    '/api/people/export.csv',
    fieldsOf(listPeople),
    { list: 'id numbers', file: 'email phoneModel note consoleNote' },
  ],
  [
    '/api/reservations/export.csv',
    fieldsOf(listReservations),
    { list: 'id colleagueId by missing holder keptBack', file: 'reservedBy keptBackFrom keptBackDays' },
  ],
  [
    '/api/service-requests/export.csv',
    fieldsOf(listServiceRequests),
    {
      list: 'id boundTo rebindTo by others',
      file: 'agentUuid agentName workNumber department rebindToUuid rebindToName rebindToWorkNumber rebindToDepartment askedBy',
    },
  ],
  ['/api/jobs/JOB/report.csv', fieldsOf(listJobItems), { list: 'agentName password', file: '' }],
]

test.each(exports)('%s has the columns of its list but for the named ones', async (path, fields, only) => {
  const { text } = await bff.requestAs('admin', path.replace('JOB', job))
  const [headers = []] = Papa.parse<string[]>(text.replace(/^\uFEFF/, '')).data
  const columns = headers.map((header) => header.replace(/ \(.*\)$/, ''))
  expect({
    list: fields.filter((field) => !columns.includes(field)).join(' '),
    file: columns.filter((column) => !fields.includes(column)).join(' '),
  }).toEqual(only)
})
