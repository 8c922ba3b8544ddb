import * as z from 'zod'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { homeCompany } from '#sandbox/seed.ts'
import { openBff, type Bff } from '../bff.ts'

let keys = 0
const newKey = () => `key-for-a-creation-${++keys}`

/** Late numbers become visible after this time, in ms. `pass` moves the service's clock forward by it. */
const lateMs = 3_600_000

// creation-doubt.test.ts and stores.test.ts cover the ledger on both stores.
describe('creating an extension', () => {
  let bff: Bff
  let passed = 0
  const pass = () => {
    passed += lateMs
  }
  beforeAll(async () => {
    bff = await openBff({
      sandbox: { lateMs, now: () => Date.now() + passed },
      // Numbers stay in doubt for longer than the tests run; the first look-up is after a thirtieth of this.
      visibilityTimeoutMs: 6_000,
    })
  })
  afterAll(() => bff.close())

  const create = (body: object, key = newKey(), path = '/api/extensions') =>
    bff.requestAs('admin', path, body, { 'idempotency-key': key })
  const sent = () => bff.sandbox.calls('create_extension')

  test('creates once and reads back; the same key again looks up and does not send', async () => {
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

  test('binds the number to the requested agent, by UUID and by work number', async () => {
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

  test('sends one request for as many parallel posts with one key as a session may send, with the same answer', async () => {
    const before = sent()
    const key = newKey()
    const answers = await Promise.all(Array.from({ length: 48 }, () => create({ ext: '7020' }, key)))
    expect(sent() - before).toBe(1)
    expect(new Set(answers.map(({ body }) => body['state']))).toEqual(new Set(['created']))
  })

  test('creates once for the same number under two parallel keys, and refuses the second', async () => {
    const before = sent()
    const answers = await Promise.all([create({ ext: '7030' }), create({ ext: '7030' })])
    expect(answers.map(({ status }) => String(status)).toSorted()).toEqual(['200', '409'])
    expect(answers.find(({ status }) => status === 409)?.body['code']).toMatch(
      /^(creation-in-progress|extension-exists)$/,
    )
    expect(sent() - before).toBe(1)
  })

  test('refuses an existing number before it sends anything', async () => {
    const before = sent()
    const key = newKey()
    for (let i = 0; i < 2; i++)
      expect(await create({ ext: '1000' }, key)).toMatchObject({
        status: 409,
        body: { code: 'extension-exists' },
      })
    expect(sent() - before).toBe(0)
  })

  test('reports who created a number in this console and when, and nothing for other existing numbers', async () => {
    const began = Date.now()
    expect((await create({ ext: '7031' })).status).toBe(200)
    const { body } = await create({ ext: '7031' })
    expect(body).toMatchObject({ code: 'extension-exists', created: { by: expect.stringMatching(/\S/) } })
    const { created } = z.object({ created: z.object({ at: z.number() }) }).parse(body)
    expect(created.at).toBeGreaterThanOrEqual(began - 1_000)
    expect(created.at).toBeLessThanOrEqual(Date.now() + 1_000)
    expect((await create({ ext: '1001' })).body).toMatchObject({ code: 'extension-exists', created: null })
  })

  test('reports created after one send when the answer is lost but the number exists', async () => {
    const before = sent()
    expect((await create({ ext: '990101' })).body).toMatchObject({ state: 'created', ext: '990101' })
    expect(sent() - before).toBe(1)
  })

  test('reports an accepted number as not visible, then finds it on repeat, after one send', async () => {
    const before = sent()
    const key = newKey()
    expect((await create({ ext: '990102' }, key)).body).toMatchObject({ state: 'accepted', extension: null })
    pass()
    expect((await create({ ext: '990102' }, key)).body).toMatchObject({ state: 'created' })
    expect(sent() - before).toBe(1)
  })

  test('keeps a lost and invisible number in doubt, and refuses to send it under any key', async () => {
    const before = sent()
    const key = newKey()
    expect((await create({ ext: '990103' }, key)).body).toMatchObject({ state: 'in-doubt' })
    expect((await create({ ext: '990103' }, key)).body).toMatchObject({ state: 'in-doubt' })
    expect((await create({ ext: '990103' })).body).toMatchObject({ code: 'creation-in-progress' })
    pass()
    expect((await create({ ext: '990103' }, key)).body).toMatchObject({ state: 'created' })
    expect(sent() - before).toBe(1)
  })

  describe('a definite refusal', () => {
    test.each([
      ['990105', 'quota-reached', '310120'],
      // Bound, it says, but the number is not there.
      ['990106', 'upstream-refused', '310122'],
    ])(
      'of %s reports %s again for the same key, and releases the number',
      async (ext, code, upstreamCode) => {
        const before = sent()
        const key = newKey()
        for (let i = 0; i < 2; i++)
          expect((await create({ ext }, key)).body).toMatchObject({ code, upstream: { code: upstreamCode } })
        expect(sent() - before).toBe(1)
        expect((await create({ ext })).body).toMatchObject({ code })
      },
    )

    test('reports an unknown agent', async () => {
      expect((await create({ ext: '7040', agentID: 'unknown', agentType: '0' })).body).toMatchObject({
        code: 'agent-not-found',
      })
    })
  })

  test('reports an uncertain failure without effect as in doubt, not as failed', async () => {
    for (const ext of ['990104', '990107'])
      expect((await create({ ext })).body).toMatchObject({ state: 'in-doubt' })
  })

  test('sends nothing and keeps the key usable when the first look-up fails', async () => {
    const before = sent()
    const key = newKey()
    for (let i = 0; i < 2; i++)
      expect((await create({ ext: '990002' }, key)).body).toMatchObject({ code: 'upstream-not-json' })
    expect(sent() - before).toBe(0)
  })

  test('refuses a missing or short key', async () => {
    expect((await bff.requestAs('admin', '/api/extensions', { ext: '7050' })).body).toMatchObject({
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
  ])('names the bad field in %j', async (body, field) => {
    expect((await create(body)).body).toMatchObject({ code: 'bad-request', errors: [{ path: field }] })
  })

  test('keeps the deprecated operation off until an administrator turns it on', async () => {
    expect((await create({ ext: '7070' }, newKey(), '/api/extensions/legacy')).body).toMatchObject({
      code: 'feature-off',
    })
    expect(
      (await bff.requestAs('admin', '/api/settings', { legacyCreate: true }, {}, 'PATCH')).body,
    ).toMatchObject({
      legacyCreate: true,
    })
    expect((await create({ ext: '7070' }, newKey(), '/api/extensions/legacy')).body).toMatchObject({
      state: 'created',
    })
    expect(bff.sandbox.calls('create_extension_legacy')).toBe(1)
    expect((await bff.requestAs('admin', '/api/session')).body).toMatchObject({
      features: { legacyCreate: true },
    })
  })
})
