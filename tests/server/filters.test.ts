import { randomUUID } from 'node:crypto'
import * as z from 'zod/mini'
import { afterAll, beforeAll, expect, test, vi } from 'vitest'
import { listPeople } from '#contract/people.ts'
import { listAudit } from '#contract/audit.ts'
import { listNumbers } from '#contract/numbers.ts'
import { listJobItems, listJobs } from '#contract/jobs.ts'
import { listReservations } from '#contract/reservations.ts'
import { listServiceRequests } from '#contract/service-requests.ts'
import { openBff, type Bff } from './bff.ts'
import { endpoints } from './endpoints.ts'

let bff: Bff
let job = ''
beforeAll(async () => {
  bff = await openBff({ timings: { numbersWriteMs: 20 } })
  const post = async (path: string, body: object) => {
    const answer = await bff.requestAs('admin', path, body, { 'idempotency-key': randomUUID() })
    expect([path, answer.status < 300]).toEqual([path, true])
    return answer.body
  }
  const items = [{ ext: '60001' }]
  const made = await post('/api/jobs', { name: 'A team', items, passwords: { fill: 'random', length: 16 } })
  job = String(made['id'])
  await post('/api/extensions', { ext: '60002' })
  const { text } = await bff.requestAs('admin', '/api/extensions/idle?pageSize=100')
  const ext = /"ext":"(\d+)"/.exec(text)?.[1] ?? ''
  const agentUuid = '9348ee74c2cefd4740db23a3b5bf4a0d'
  await post('/api/reservations', { items: [{ ext, agentUuid }] })
  const request = { kind: 'delete', reason: 'unused', dueOn: '2099-12-05', items: [{ ext }] }
  await post('/api/service-requests', request)
  await post('/api/people/import', { rows: [{ agentUuid, name: 'Ada', department: 'Alpha' }] })
  // Its rows are in the audit once they were sent.
  await vi.waitFor(async () => {
    const { body } = await bff.requestAs('admin', `/api/jobs/${job}`)
    if (body['state'] !== 'ended') throw new Error('the job goes on')
  }, 60_000)
})
afterAll(() => bff.close())

/** The lists that the console's store filters; the service filters the others itself. */
const lists = {
  listPeople,
  listAudit,
  listNumbers,
  listJobItems,
  listJobs,
  listReservations,
  listServiceRequests,
}
/** They choose a part of the list, not its rows; `own` depends on the caller's limit (limits.test.ts). */
const paging = ['page', 'pageSize', 'sort', 'order', 'after', 'before', 'last', 'own']
/** Tested with their features: histories, and notifications as they are read. */
const others = ['agentExtensions', 'personHistory', 'extensionHistory', 'idleExtensions', 'listNotifications']

/** No row of these lists has such a value, but for those that are choices. */
const values = [
  '99',
  '999999',
  '0',
  '1',
  'none',
  'nothing-like-it',
  randomUUID(),
  String(Date.UTC(2099, 0)),
  '1000',
]

test('every list with pages is in this file', () => {
  const paged = endpoints.filter(
    ([, { query }]) => query instanceof z.ZodMiniObject && 'pageSize' in query.shape,
  )
  expect(paged.map(([name]) => name).toSorted()).toEqual([...Object.keys(lists), ...others].toSorted())
})

test.each(
  Object.values(lists).flatMap(({ path, query }) =>
    Object.entries<z.ZodMiniType>(query.shape)
      .filter(([name]) => !paging.includes(name))
      .map(([name, schema]) => [path, name, schema] as const),
  ),
)('%s is filtered by %s', async (path, name, schema) => {
  const rowsFor = async (filter: string) => {
    const url = `${path.replace(':id', job)}?pageSize=50${filter}`
    const { status, text, body } = await bff.requestAs('admin', url)
    // No pool has this id.
    if (status === 404) return 0
    expect([url, status, text]).toEqual([url, 200, text])
    return Array.isArray(body['items']) ? body['items'].length : 0
  }
  const choices = z.toJSONSchema(schema, { io: 'input', unrepresentable: 'any' }).enum ?? []
  const all = await rowsFor('')
  expect(all).toBeGreaterThan(0)
  const counts: number[] = []
  for (const value of [...values, ...choices.map(String)])
    if (schema.safeParse(value).success) counts.push(await rowsFor(`&${name}=${value}`))
  expect(
    counts.filter((count) => count !== all),
    'its condition is in the feature’s store',
  ).not.toEqual([])
})
