import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import {
  extensionSuccess,
  respondJson,
  startService,
  type Behavior,
  type Service,
} from '../../upstream/service.ts'
import { openBff, type Bff } from '../bff.ts'

let service: Service
let bff: Bff
/** Responses of operation 7, before and after a create is sent. */
let before: Behavior
let after: Behavior
const absent = respondJson({ retCode: '310005' })
const contradicted = (record: object): Behavior =>
  respondJson({ retCode: '000000', status: 'Failure', code: 404, reason: 'not found', data: record })

beforeAll(async () => {
  service = await startService()
  service.on('extension_detail', (request, response) =>
    (service.count('create_extension') === 0 ? before : after)(request, response),
  )
  bff = await openBff({
    serviceUrl: service.url,
    visibilityTimeoutMs: 300,
    timings: { numbersWriteMs: 20, jobLookAgainMs: 10 },
  })
})
afterAll(async () => {
  await bff.close()
  await service.close()
})
beforeEach(() => {
  service.seen.length = 0
  before = absent
  service.on('create_extension', (_request, response) => {
    response.destroy()
  })
})

let keys = 0
const newKey = () => ({ 'idempotency-key': `key-for-a-contradiction-${++keys}` })
const create = (body: object, key = newKey()) => bff.requestAs('admin', '/api/extensions', body, key)

test('does not accept a contradictory look-up as proof that a number was created', async () => {
  after = contradicted({ ext: '9603' })
  expect((await create({ ext: '9603' })).body).toMatchObject({ state: 'in-doubt', extension: null })
  expect(service.count('create_extension')).toBe(1)
})

test('does not accept a contradictory look-up as a read-back', async () => {
  service.on('create_extension', extensionSuccess({}))
  after = contradicted({ ext: '9604' })
  expect((await create({ ext: '9604' })).body).toMatchObject({ extension: null })
})

test('takes a contradictory response for a failure everywhere', async () => {
  before = contradicted({ ext: '9605', bindStatus: 0 })
  expect((await bff.requestAs('admin', '/api/extensions/9605')).body).toMatchObject({
    code: 'upstream-invalid',
    upstream: { code: 'contradiction: Failure 404' },
  })
  expect((await bff.requestAs('admin', '/api/jobs/preview', { exts: ['9605'] })).body).toMatchObject({
    items: [{ ext: '9605', state: 'unknown', extension: null, code: 'upstream-invalid' }],
  })
  const items = [{ ext: '9605', agentUuid: '9348ee74c2cefd4740db23a3b5bf4a0d' }]
  expect((await bff.requestAs('admin', '/api/reservations', { items }, newKey())).body).toMatchObject({
    items: [{ ext: '9605', code: 'upstream-invalid', reservation: null }],
  })
  expect((await bff.requestAs('admin', '/api/numbers/fresh?numbers=9605')).body).toEqual({
    items: [{ ext: '9605', item: null, problem: 'upstream-invalid' }],
  })
})

test('shows and records nothing of a contradictory page', async () => {
  service.on('search_idle_page', contradicted({ list: [{ ext: '9606', bindStatus: 0 }], total: 1 }))
  const page = await bff.requestAs('admin', '/api/extensions/idle')
  expect(page.body).toMatchObject({ code: 'upstream-invalid' })
  expect((await bff.requestAs('admin', '/api/numbers/fresh?numbers=9606')).body).toMatchObject({
    items: [{ ext: '9606', item: null }],
  })
})

test('sends nothing when "not found" comes with a record of the number', async () => {
  before = respondJson({ retCode: '310005', data: { ext: '9607' } })
  expect((await create({ ext: '9607' })).body).toMatchObject({
    code: 'upstream-invalid',
    upstream: { operation: 'extension_detail', code: 'contradiction: 310005 data' },
  })
  expect(service.count('create_extension')).toBe(0)
})

test.each<[string, string, object, 'seen' | 'differs']>([
  ['as requested', '9610', { bindStatus: 0, creationTime: Date.now() }, 'seen'],
  ['of a clock that is wrong by hours', '9611', { creationTime: Date.now() - 14 * 3_600_000 }, 'seen'],
  ['without a time', '9612', { creationTime: 0 }, 'seen'],
  ['older than the create', '9613', { creationTime: Date.now() - 25 * 3_600_000 }, 'differs'],
  ['bound to an agent, though none was asked for', '9614', { bindStatus: 1, agentUuid: 'u-1' }, 'differs'],
  ['with an agent, though free', '9615', { bindStatus: 0, agentUuid: 'u-1' }, 'differs'],
])('compares a record with the request: %s', async (_what, ext, fields, check) => {
  service.on('create_extension', extensionSuccess({}))
  after = extensionSuccess({ ext, bindStatus: 0, ...fields })
  const { body } = await create({ ext })
  expect(body).toMatchObject({ state: 'created', check, isFinal: true })
  const items = await bff.requestAs('admin', `/api/jobs/${String(body['id'])}/items`)
  expect(items.body).toMatchObject({ items: [{ ext, state: 'done', check }] })
})

test.each([undefined, 7])('does not say whether the agent is bound, bindStatus %s', async (bindStatus) => {
  service.on('create_extension', extensionSuccess({}))
  const ext = `962${bindStatus ?? 0}`
  after = extensionSuccess({ ext, bindStatus, agentUuid: 'u-1' })
  const { body } = await create({ ext, agentID: 'u-1', agentType: '1' })
  expect(body).toMatchObject({ state: 'created', boundAsAsked: null, check: 'seen' })
})

test('reports a password that differs from the sent one, even after the sent one is deleted', async () => {
  service.on('create_extension', extensionSuccess({}))
  after = extensionSuccess({ ext: '9616', bindStatus: 0, password: 'An0ther-password' })
  const key = newKey()
  for (let n = 0; n < 2; n++)
    expect((await create({ ext: '9616', password: 'A-s1ngle-password' }, key)).body).toMatchObject({
      state: 'created',
      check: 'differs',
    })
})
