import { Validator } from '@seriousme/openapi-schema-validator'
import { afterAll, beforeAll, describe, expect, test, vi } from 'vitest'
import * as z from 'zod'
import { apiScopes, createServiceToken, listApiTokens, listServiceTokens } from '#contract/api-tokens.ts'
import { idleExtensions } from '#contract/extensions.ts'
import { extensionHistory } from '#contract/history.ts'
import { listReservations, reserve } from '#contract/reservations.ts'
import { openBff, type Bff } from '../bff.ts'
import { asAdmin, changeUser } from '../change-user.ts'
import { endpoints } from '../endpoints.ts'

let bff: Bff
beforeAll(async () => {
  bff = await openBff()
})
afterAll(() => bff.close())

const asText = (value: unknown) => (typeof value === 'string' ? value : '')

/** Creates a token in the browser session of a user and returns it. */
async function tokenFor(
  who: 'admin' | 'supervisor',
  scopes: readonly string[],
  name = 'nightly export',
): Promise<string> {
  const body = { name, scopes, days: 30 }
  const made = await bff.requestAs(who, '/api/account/api-tokens', body)
  expect(made.status).toBe(200)
  return asText(made.body['token'])
}
/** Sends a request as a script does: without cookies, and without the headers of a page. */
const byScript = (
  token: string,
  path: string,
  init: Omit<RequestInit, 'headers'> & { headers?: Record<string, string> } = {},
) => bff.send(path, { ...init, headers: { authorization: `Bearer ${token}`, ...init.headers } })
const json = (body: object, headers: Record<string, string> = {}) => ({
  method: 'POST',
  headers: { 'content-type': 'application/json', ...headers },
  body: JSON.stringify(body),
})

describe('an API token', () => {
  test('reads, reserves and creates for its user, once for each key, and is named in the audit', async () => {
    const token = await tokenFor('admin', ['extension.read', 'extension.create', 'extension.reserve'])
    expect((await byScript(token, '/api/numbers')).status).toBe(200)
    const key = { 'idempotency-key': 'new-hire-20261126-1' }
    const created = await byScript(token, '/api/extensions', json({ ext: '88001' }, key))
    expect(created.status).toBe(200)
    expect((await byScript(token, '/api/extensions', json({ ext: '88001' }, key))).body).toEqual(created.body)
    const { body } = await bff.requestAs('admin', '/api/audit?object=88001')
    expect(JSON.stringify(body)).toContain('(nightly export)')
    const { body: tokens } = await bff.requestAs('admin', '/api/account/api-tokens')
    expect(tokens['items']).toContainEqual(
      expect.objectContaining({ name: 'nightly export', lastUsedAt: expect.any(Number) }),
    )
    expect(JSON.stringify(tokens)).not.toContain(token.slice(4))
  })

  test('may do no more than its scopes, and never what is the user’s own', async () => {
    const token = await tokenFor('admin', ['extension.read'])
    for (const path of ['/api/account', '/api/session', '/api/users', '/api/service', '/api/audit'])
      expect([path, (await byScript(token, path)).status]).toEqual([path, 403])
    for (const path of ['/api/account/api-tokens', '/api/users', '/api/reservations'])
      expect([path, (await byScript(token, path, json({}))).status]).toEqual([path, 403])
  })

  test('may do no more than its scopes inside an endpoint: no release of another’s number, no audit in a history', async () => {
    const free = await bff.requestAs('supervisor', '/api/extensions/idle?page=1&pageSize=100')
    const ext = idleExtensions.answer.parse(free.body).items[0]?.ext ?? ''
    const pair = { ext, agentUuid: '9348ee74c2cefd4740db23a3b5bf4a0d' }
    const key = { 'idempotency-key': 'number-of-the-supervisor-1' }
    const held = await bff.requestAs('supervisor', '/api/reservations', { items: [pair] }, key)
    const id = reserve.answer.parse(held.body).items[0]?.reservation?.id
    const token = await tokenFor('admin', ['extension.read', 'extension.reserve'])
    const released = await byScript(token, `/api/reservations/${id}`, {
      ...json({ reason: 'not mine' }),
      method: 'DELETE',
    })
    expect(released.body['code']).toBe('reservation-of-another')
    await bff.requestAs('admin', '/api/extensions/1000/secret', { reason: 'provisioning' })
    const kindsSeenBy = async (scopes: readonly string[]) => {
      const { body } = await byScript(await tokenFor('admin', scopes), '/api/extensions/1000/history')
      return extensionHistory.answer.parse(body).items.map(({ kind }) => kind)
    }
    expect(await kindsSeenBy(['extension.read', 'audit.read'])).toContain('action')
    expect(await kindsSeenBy(['extension.read'])).not.toContain('action')
  })

  test('reveals a password only with the scope for it, and is on record', async () => {
    const path = '/api/extensions/1000/secret'
    const without = await tokenFor('admin', ['extension.read'])
    const reason = json({ reason: 'provisioning' })
    expect((await byScript(without, path, reason)).status).toBe(403)
    const revealing = await tokenFor('admin', ['extension.read', 'secret.reveal'])
    expect((await byScript(revealing, path, reason)).status).not.toBe(403)
  })

  test('may do no more than its user: not more than the role, and nothing once disabled', async () => {
    const made = await bff.requestAs('supervisor', '/api/account/api-tokens', {
      name: 'too much',
      scopes: ['extension.read', 'job.run'],
      days: 30,
    })
    expect([made.status, made.body['errors']]).toEqual([
      403,
      [{ path: 'scopes', message: 'your role has no job.run; leave it out' }],
    ])
    await bff.console.auth.users.create({
      email: 'temp@example.com',
      password: 'a password for Temp',
      name: 'Temp',
      role: 'admin',
    })
    const user = await bff.console.auth.users.byEmail('temp@example.com')
    const token = await bff.console.auth.apiTokens.create(user?.id ?? '', {
      name: 'x',
      scopes: ['extension.read'],
      days: 30,
    })
    expect((await byScript(token, '/api/numbers')).status).toBe(200)
    await changeUser(asAdmin(bff), user?.id, { disabled: true })
    expect((await byScript(token, '/api/numbers')).status).toBe(401)
  })

  test('works until it ends or its time is over', async () => {
    const token = await tokenFor('supervisor', ['extension.read'])
    const ended = await tokenFor('supervisor', ['extension.read'], 'ended')
    const { body } = await bff.requestAs('supervisor', '/api/account/api-tokens')
    const { items } = listApiTokens.answer.parse(body)
    const path = `/api/account/api-tokens/${items.find(({ name }) => name === 'ended')?.id}`
    expect((await bff.requestAs('admin', path, {}, {}, 'DELETE')).status).toBe(200)
    expect((await byScript(ended, '/api/numbers')).status).toBe(200)
    expect((await bff.requestAs('supervisor', path, {}, {}, 'DELETE')).status).toBe(200)
    expect((await byScript(ended, '/api/numbers')).status).toBe(401)
    const after = listApiTokens.answer.parse(
      (await bff.requestAs('supervisor', '/api/account/api-tokens')).body,
    )
    const { expiresAt = Infinity } = after.items.find(({ name }) => name === 'ended') ?? {}
    expect(expiresAt).toBeLessThanOrEqual(Date.now())
    const later = Date.now() + 31 * 86_400_000
    const clock = vi.spyOn(Date, 'now').mockReturnValue(later)
    expect((await byScript(token, '/api/numbers')).status).toBe(401)
    clock.mockRestore()
    expect((await byScript(token, '/api/numbers')).status).toBe(200)
  })

  test.each(['', 'Bearer ecx_0', `Bearer ecx_${'0'.repeat(64)}`, 'Basic YWRhOmxvdmVsYWNl'])(
    'is refused when it is %j',
    async (authorization) => {
      expect((await bff.send('/api/numbers', { headers: { authorization } })).status).toBe(401)
      expect((await bff.send('/api/labels', { ...json({}), headers: { authorization } })).status).toBe(
        authorization.startsWith('Bearer') ? 401 : 403,
      )
    },
  )

  test('counts for nothing beside a session cookie: a page of another site could make the browser send both', async () => {
    const token = await tokenFor('admin', ['label.write', 'extension.read'])
    const cookie = await bff.cookieOf('admin')
    const sent = await byScript(token, '/api/labels', json({}, { cookie }))
    expect([sent.status, sent.body['code']]).toEqual([403, 'cross-site'])
  })
})

describe('a service token', () => {
  test('acts under its own name, outlives its creator, and ends at once', async () => {
    const email = 'leaver@example.com'
    const password = 'a password for the leaver'
    await bff.console.auth.users.create({ email, password, name: 'Leaver', role: 'admin' })
    const leaver = await bff.console.auth.users.byEmail(email)
    const token = await bff.console.auth.apiTokens.create(
      leaver?.id ?? '',
      { name: 'HR system', scopes: ['extension.read', 'extension.reserve'], days: 365 },
      true,
    )
    await changeUser(asAdmin(bff), leaver?.id, { disabled: true })

    const free = await bff.requestAs('admin', '/api/extensions/idle?page=1&pageSize=100')
    const ext = idleExtensions.answer.parse(free.body).items.at(-1)?.ext ?? ''
    const items = [{ ext, agentUuid: '9348ee74c2cefd4740db23a3b5bf4a0d' }]
    const key = { 'idempotency-key': 'new-hire-of-hr-1' }
    const { status, body } = await byScript(token, '/api/reservations', json({ items }, key))
    expect(status).toBe(200)
    expect(reserve.answer.parse(body).items[0]?.reservation?.by.name).toBe('HR system')
    const audit = await bff.requestAs('admin', `/api/audit?object=${ext}`)
    expect(audit.text).toContain('"actor":"service token HR system"')
    for (const path of ['/api/session', '/api/account', '/api/users', '/api/service-tokens'])
      expect([path, (await byScript(token, path)).status]).toEqual([path, 403])

    const { items: listed } = listServiceTokens.answer.parse(
      (await bff.requestAs('admin', '/api/service-tokens')).body,
    )
    expect(listed).toEqual([
      expect.objectContaining({ name: 'HR system', createdBy: 'Leaver', lastUsedAt: expect.any(Number) }),
    ])
    expect((await bff.requestAs('admin', '/api/users')).text).not.toContain('HR system')
    const path = `/api/service-tokens/${listed[0]?.id}`
    const { items: left } = listServiceTokens.answer.parse(
      (await bff.requestAs('admin', path, {}, {}, 'DELETE')).body,
    )
    expect(left.map(({ expiresAt }) => expiresAt <= Date.now())).toEqual([true])
    expect((await byScript(token, '/api/numbers')).status).toBe(401)
    const kept = await bff.requestAs('admin', '/api/reservations?page=1&pageSize=100')
    expect(listReservations.answer.parse(kept.body).items.map(({ by }) => by.name)).toContain('HR system')
  })

  test('is no token of the user who creates it, and is shown once', async () => {
    const body = { name: 'wallboard', scopes: ['extension.read'], days: 30 }
    const made = await bff.requestAs('admin', '/api/service-tokens', body)
    const { token, items } = createServiceToken.answer.parse(made.body)
    expect((await bff.requestAs('admin', '/api/account/api-tokens')).text).not.toContain('wallboard')
    expect((await bff.requestAs('admin', '/api/service-tokens')).text).not.toContain(token.slice(4))
    await bff.requestAs('admin', `/api/account/api-tokens/${items[0]?.id}`, {}, {}, 'DELETE')
    expect((await byScript(token, '/api/numbers')).status).toBe(200)
  })
})

const described = z.object({
  paths: z.record(
    z.string(),
    z.record(
      z.string(),
      z.object({
        security: z.array(z.looseObject({})),
        parameters: z.array(z.object({ name: z.string(), required: z.boolean() })),
        requestBody: z.optional(z.object({ required: z.boolean() })),
        responses: z.record(z.string(), z.object({ description: z.optional(z.string()) })),
      }),
    ),
  ),
})

describe('the description of the API', () => {
  test('is valid OpenAPI 3.1, and describes every endpoint with who may call it', async () => {
    const token = await tokenFor('supervisor', ['extension.read'])
    const { status, body } = await byScript(token, '/api/openapi.json')
    expect(status).toBe(200)
    const { valid, errors } = await new Validator().validate(structuredClone(body))
    expect([valid, errors]).toEqual([true, undefined])
    const { paths } = described.parse(body)
    const reserving = paths['/api/reservations/{id}']?.['delete']?.responses
    expect(reserving?.['409']?.description).toBe('`reservation-ended`')
    expect(reserving?.['403']?.description).toContain('`reservation-of-another`')
    expect(paths['/api/extensions']?.['post']?.responses['502']?.description).toContain('`upstream-failing`')
    // The body of a DELETE can be left out.
    expect(paths['/api/reservations/{id}']?.['delete']?.requestBody?.required).toBe(false)
    expect(paths['/api/reservations']?.['post']?.requestBody?.required).toBe(true)
    const refusals = (path: string, method: string) =>
      ['404', '409'].map((code) => paths[path]?.[method]?.responses[code]?.description)
    for (const [path, method, ...codes] of [
      ['/api/capacity', 'get', undefined, undefined],
      ['/api/capacity/trend', 'get', undefined, undefined],
      ['/api/capacity/thresholds', 'post', '`not-found`', '`edit-conflict`'],
      ['/api/capacity/alerts/snooze', 'post', '`not-found`', undefined],
      ['/api/notification-channels/mail/test', 'post', '`not-found`', undefined],
    ] as const)
      expect([path, ...refusals(path, method)]).toEqual([path, ...codes])
    for (const [name, { method, path, access, idempotencyKey }] of endpoints) {
      // The browser is redirected to this one; no script calls it.
      if (name === 'ssoCallback') continue
      const operation = paths[path.replaceAll(/:(\w+)/g, '{$1}')]?.[method.toLowerCase()]
      const byToken = operation?.security.some((each) => 'apiToken' in each)
      expect([name, byToken]).toEqual([name, apiScopes.some((scope) => scope === access)])
      const hasKey = operation?.parameters.some((each) => each.name === 'Idempotency-Key' && each.required)
      expect([name, hasKey]).toEqual([name, idempotencyKey])
    }
  })

  test.each(endpoints.filter(([, { idempotencyKey }]) => idempotencyKey))(
    'names the key that %s refuses to go without',
    async (_name, { path }) => {
      await bff.requestAs('admin', '/api/settings', { legacyCreate: true }, {}, 'PATCH')
      const bodies: Record<string, object> = {
        '/api/jobs': { name: 'x', items: [{ ext: '88010' }], passwords: { fill: 'none', length: 16 } },
        '/api/reservations': { items: [{ ext: '1000', agentUuid: '9348ee74c2cefd4740db23a3b5bf4a0d' }] },
      }
      const sent = await bff.requestAs('admin', path, bodies[path] ?? { ext: '88011' })
      expect(sent.body['errors']).toEqual([expect.objectContaining({ path: 'Idempotency-Key' })])
    },
  )
})
