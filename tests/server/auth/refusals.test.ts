import { afterAll, beforeAll, expect, test, vi } from 'vitest'
import { roles } from '#contract/access.ts'
import { listAudit } from '#contract/audit.ts'
import { Refusals } from '#server/auth/refusals.ts'
import { createLog, type Log } from '#server/platform/log.ts'
import { Audit } from '#server/audit/audit-store.ts'
import { createSeal } from '#server/platform/database/encryption.ts'
import { openDatabase } from '#server/platform/database/database.ts'
import { copyPreparedStore } from '../../stores/each-store.ts'
import { openBff, passwords, type Bff } from '../bff.ts'
import { visitor } from '../visitor.ts'

let bff: Bff
beforeAll(async () => {
  bff = await openBff()
})
afterAll(() => bff.close())

const refused = async () => {
  const { body } = await bff.requestAs('admin', '/api/audit?action=access.refused')
  return listAudit.answer.parse(body).items
}
const lines = (): unknown[] =>
  bff.logged.filter((line) => line.includes('"refused"')).map((line): unknown => JSON.parse(line))

test("records a user's forbidden requests in log and audit, once a minute per kind", async () => {
  const supervisor = visitor(bff)
  await supervisor.signIn('supervisor@example.com', passwords.supervisor)
  const me = (await supervisor.get('/api/session')).body['user']
  for (let n = 0; n < 20; n++) expect((await supervisor.get('/api/users')).status).toBe(403)
  const entries = await refused()
  expect(entries).toHaveLength(1)
  expect(entries[0]).toMatchObject({
    actor: 'supervisor@example.com',
    role: 'supervisor',
    session: expect.stringMatching(/^[0-9a-f]{16}$/),
    address: supervisor.address,
    object: 'GET /api/users',
    result: 'forbidden',
  })
  expect(me).toMatchObject({ id: entries[0]?.actorId })
  expect(lines()).toMatchObject([
    {
      level: 40,
      kind: 'forbidden',
      userId: entries[0]?.actorId,
      network: supervisor.address,
      route: '/api/users',
      requestId: entries[0]?.requestId,
    },
  ])
})

test('records requests from another site and from strangers only in the log, once a minute per network', async () => {
  const before = lines().length
  const stranger = visitor(bff)
  const forged = { ...bff, pageHeaders: { ...bff.pageHeaders, 'sec-fetch-site': 'cross-site' } }
  for (let n = 0; n < 20; n++)
    expect((await stranger.request('POST', '/api/settings', {}, forged)).body['code']).toBe('cross-site')
  expect((await visitor(bff).request('POST', '/api/settings', {}, forged)).status).toBe(403)
  expect((await stranger.request('POST', '/api/auth/sso', {})).body['code']).toBe('feature-off')
  expect(lines().slice(before)).toMatchObject([
    { kind: 'cross-site', network: stranger.address, userId: null, more: 0 },
    { kind: 'cross-site', userId: null },
    { kind: 'feature-off', network: stranger.address },
  ])
  expect((await refused()).filter(({ result }) => result !== 'forbidden')).toEqual([])
})

test('records cross-site requests with a session, and requests before a required password change', async () => {
  const email = 'invited@example.com'
  const { body } = await bff.requestAs('admin', '/api/users', { email, name: 'Ina', role: 'supervisor' })
  const invited = visitor(bff)
  await invited.signIn(email, String(body['password']))
  const forged = { ...bff, pageHeaders: { ...bff.pageHeaders, 'sec-fetch-site': 'cross-site' } }
  for (let n = 0; n < 3; n++) {
    expect((await invited.get('/api/extensions/idle')).body['code']).toBe('password-change-required')
    expect((await invited.request('POST', '/api/settings', {}, forged)).body['code']).toBe('cross-site')
  }
  const own = (await refused()).filter(({ actor }) => actor === email)
  expect(own.map(({ object, result }) => [object, result])).toEqual([
    ['POST -', 'cross-site'],
    ['GET /api/extensions/idle', 'password-change-required'],
  ])
})

test("counts the rows left out into the next minute, and does not fail when the audit can't be written", async () => {
  const cleanUps: (() => unknown)[] = []
  const database = await openDatabase(await copyPreparedStore('sqlite', cleanUps))
  const audit = new Audit(database, createSeal('a session secret for tests, long enough'))
  const written = vi.spyOn(audit, 'write')
  const log = { ...createLog('silent'), refusal: vi.fn<Log['refusal']>(), fault: vi.fn<Log['fault']>() }
  let now = 1
  const refusals = new Refusals({ audit, log, now: () => now })
  const user = { id: 'u', name: 'Ada', email: 'ada@example.com' }
  const caller = {
    sessionId: 's',
    authenticatedAt: 0,
    isSsoUser: false,
    user,
    role: 'admin',
    permissions: roles.admin,
    mustChangePassword: false,
    secondFactorNeed: null,
  } as const
  const facts = { requestId: 'r', address: '203.0.113.7', caller, route: '/api/users', callsUnderWay: 0 }
  for (let n = 0; n < 5; n++) await refusals.record('forbidden', facts, 'GET')
  await refusals.record('step-up-needed', facts, 'GET')
  now = 60_002
  await refusals.record('forbidden', facts, 'GET')
  expect(log.refusal.mock.calls).toMatchObject([[{ more: 0 }], [{ more: 4 }]])
  expect(written.mock.calls).toMatchObject([[[{ values: {} }]], [[{ values: { leftOut: 4 } }]]])
  await database.close()
  now = 180_000
  await refusals.record('forbidden', facts, 'GET')
  expect([log.refusal, log.fault].map(({ mock }) => mock.calls.length)).toEqual([3, 1])
  for (const cleanUp of cleanUps) cleanUp()
})
