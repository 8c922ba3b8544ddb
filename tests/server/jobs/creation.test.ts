import * as z from 'zod'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { homeCompany } from '#sandbox/seed.ts'
import { openBff, type Bff } from '../bff.ts'

let keys = 0
const newKey = () => `key-for-a-creation-${++keys}`

/** When late numbers become visible, ms after they were created; `pass` lets that time pass for the service. */
const lateMs = 3_600_000

// The ledger, on both stores: creation-doubt.test.ts and stores.test.ts.
describe('creating an extension', () => {
  let bff: Bff
  let passed = 0
  const pass = () => {
    passed += lateMs
  }
  beforeAll(async () => {
    bff = await openBff({
      sandbox: { lateMs, now: () => Date.now() + passed },
      // Numbers stay in doubt for longer than the tests take; the first look-up is after a thirtieth.
      visibilityTimeoutMs: 6_000,
      timings: { jobReadBacksMs: [0, 50, 600_000] },
    })
  })
  afterAll(() => bff.close())

  const create = (body: object, key = newKey(), path = '/api/extensions') =>
    bff.as('admin', path, body, { 'idempotency-key': key })
  const sent = () => bff.sandbox.calls('create_extension')

  test('created once and read back; the same key again is looked up, not sent', async () => {
    const before = sent()
    const key = newKey()
    const first = await create({ ext: '07001', password: 'S3cret-07001' }, key)
    expect(first).toMatchObject({
      status: 200,
      body: {
        state: 'created',
        ext: '07001',
        boundAsAsked: null,
        extension: { ext: '07001', bindStatus: 0 },
      },
    })
    expect((await create({ ext: '07001', password: 'S3cret-07001' }, key)).body).toMatchObject({
      state: 'created',
    })
    expect((await create({ ext: '07001', password: 'other-S3cret' }, key)).body).toMatchObject({
      code: 'key-reused',
    })
    expect(sent() - before).toBe(1)
  })

  test('for an agent: bound as asked, by uuid and by work number', async () => {
    for (const by of ['uuid', 'agent_id'] as const) {
      const agent = bff.sandbox.store.agentWithoutExtension(homeCompany.id)
      const body = {
        ext: by === 'uuid' ? '7010' : '7011',
        agentID: agent?.[by],
        agentType: by === 'uuid' ? '1' : '0',
      }
      expect((await create(body)).body).toMatchObject({
        state: 'created',
        boundAsAsked: true,
        extension: { agentUuid: agent?.uuid, agentName: agent?.agent_name },
      })
    }
  })

  test('as many posts as a session may send at once, with one key: one request to the service, the same answer for all', async () => {
    const before = sent()
    const key = newKey()
    const answers = await Promise.all(Array.from({ length: 48 }, () => create({ ext: '7020' }, key)))
    expect(sent() - before).toBe(1)
    expect(new Set(answers.map(({ body }) => body['state']))).toEqual(new Set(['created']))
  })

  test('creates once for the same number under two keys at once, and refuses the other', async () => {
    const before = sent()
    const answers = await Promise.all([create({ ext: '7030' }), create({ ext: '7030' })])
    expect(answers.map(({ status }) => String(status)).toSorted()).toEqual(['200', '409'])
    expect(answers.find(({ status }) => status === 409)?.body['code']).toMatch(
      /^(creation-in-progress|extension-exists)$/,
    )
    expect(sent() - before).toBe(1)
  })

  test('a number that exists is refused before anything is sent', async () => {
    const before = sent()
    const key = newKey()
    for (let i = 0; i < 2; i++)
      expect(await create({ ext: '1000' }, key)).toMatchObject({
        status: 409,
        body: { code: 'extension-exists' },
      })
    expect(sent() - before).toBe(0)
  })

  test('a number taken in this console is refused with who took it and when; any other one without', async () => {
    const began = Date.now()
    expect((await create({ ext: '7031' })).status).toBe(200)
    const { body } = await create({ ext: '7031' })
    expect(body).toMatchObject({ code: 'extension-exists', taken: { by: expect.stringMatching(/\S/) } })
    const { taken } = z.object({ taken: z.object({ at: z.number() }) }).parse(body)
    expect(taken.at).toBeGreaterThanOrEqual(began - 1_000)
    expect(taken.at).toBeLessThanOrEqual(Date.now() + 1_000)
    expect((await create({ ext: '1001' })).body).toMatchObject({ code: 'extension-exists', taken: null })
  })

  test('the answer is lost, but the number is there: created, sent once', async () => {
    const before = sent()
    expect((await create({ ext: '990101' })).body).toMatchObject({ state: 'created', ext: '990101' })
    expect(sent() - before).toBe(1)
  })

  test('accepted but not visible: said so, found when asked again, sent once', async () => {
    const before = sent()
    const key = newKey()
    expect((await create({ ext: '990102' }, key)).body).toMatchObject({ state: 'accepted', extension: null })
    pass()
    expect((await create({ ext: '990102' }, key)).body).toMatchObject({ state: 'created' })
    expect(sent() - before).toBe(1)
  })

  test('lost and not visible: in doubt, kept from being sent again under any key', async () => {
    const before = sent()
    const key = newKey()
    expect((await create({ ext: '990103' }, key)).body).toMatchObject({ state: 'in-doubt' })
    expect((await create({ ext: '990103' }, key)).body).toMatchObject({ state: 'in-doubt' })
    expect((await create({ ext: '990103' })).body).toMatchObject({ code: 'creation-in-progress' })
    pass()
    expect((await create({ ext: '990103' }, key)).body).toMatchObject({ state: 'created' })
    expect(sent() - before).toBe(1)
  })

  describe('a definite no', () => {
    test.each([
      ['990105', 'quota-reached', '310120'],
      ['990106', 'extension-bound', '310122'],
    ])('%s is %s, the same under the same key, and lets the number go', async (ext, code, upstreamCode) => {
      const before = sent()
      const key = newKey()
      for (let i = 0; i < 2; i++)
        expect((await create({ ext }, key)).body).toMatchObject({ code, upstream: { code: upstreamCode } })
      expect(sent() - before).toBe(1)
      expect((await create({ ext })).body).toMatchObject({ code })
    })

    test('an unknown agent', async () => {
      expect((await create({ ext: '7040', agentID: 'unknown', agentType: '0' })).body).toMatchObject({
        code: 'agent-not-found',
      })
    })
  })

  test('an uncertain failure that did nothing is in doubt, not "failed"', async () => {
    for (const ext of ['990104', '990107'])
      expect((await create({ ext })).body).toMatchObject({ state: 'in-doubt' })
  })

  test('when the number cannot be looked up first, nothing is sent and the key is free', async () => {
    const before = sent()
    const key = newKey()
    for (let i = 0; i < 2; i++)
      expect((await create({ ext: '990002' }, key)).body).toMatchObject({ code: 'upstream-not-json' })
    expect(sent() - before).toBe(0)
  })

  test('without a key, or with a short one, it is refused', async () => {
    expect((await bff.as('admin', '/api/extensions', { ext: '7050' })).body).toMatchObject({
      errors: [{ path: 'Idempotency-Key' }],
    })
    expect((await create({ ext: '7050' }, 'short')).status).toBe(400)
  })

  test.each([
    [{}, 'ext'],
    [{ ext: '7' }, 'ext'],
    [{ ext: 'abc' }, 'ext'],
    [{ ext: '7060', password: 'short' }, 'password'],
    [{ ext: '7060', agentType: '2' }, 'agentType'],
    [{ ext: '7060', companyId: 'a b' }, 'companyId'],
  ])('%j names the bad field', async (body, field) => {
    expect((await create(body)).body).toMatchObject({ code: 'bad-request', errors: [{ path: field }] })
  })

  test('the deprecated operation is off until an admin switches it on', async () => {
    expect((await create({ ext: '7070' }, newKey(), '/api/extensions/legacy')).body).toMatchObject({
      code: 'feature-off',
    })
    expect((await bff.as('admin', '/api/settings', { legacyCreate: true }, {}, 'PATCH')).body).toMatchObject({
      legacyCreate: true,
    })
    expect((await create({ ext: '7070' }, newKey(), '/api/extensions/legacy')).body).toMatchObject({
      state: 'created',
    })
    expect(bff.sandbox.calls('create_extension_legacy')).toBe(1)
    expect((await bff.as('admin', '/api/session')).body).toMatchObject({ features: { legacyCreate: true } })
  })
})
