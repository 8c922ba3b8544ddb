import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { defaultProfile, profileSchema } from '#upstream/profile.ts'
import { homeCompany } from '#sandbox/seed.ts'
import type * as z from 'zod'
import { openBff, type Bff } from './bff.ts'
import { everyOperation } from './every-operation.ts'

/** Services that differ from the default profile; together they change every key. */
const services: Record<string, z.input<typeof profileSchema>> = {
  'other token, headers and codes': {
    name: 'codes',
    token: { createTime: 'ms', signCase: 'upper', minLength: 8, invalid: [{ code: '401001' }] },
    auth: { header: 'x-access', prefix: 'Key ', alsoTokenHeader: true },
    companyId: { in: ['body'], name: 'tenantId', operations: 'all' },
    envelopes: { v5: { success: ['0'] }, extensions: { success: ['200'] } },
    codes: {
      notFound: ['404001'],
      exists: ['409001'],
      bound: ['409002'],
      quota: ['409003'],
      busy: ['429001'],
      agentNotFound: ['404002'],
      companyUnknown: ['404003'],
      restricted: ['403001'],
      credentials: ['401002'],
      unsure: ['500001'],
    },
  },
  'other names, places, pages and values': {
    auth: { credential: 'company' },
    envelopes: { extensions: { withoutCode: 'status' } },
    operations: {
      searchIdle: { names: { agent: 'agentNo' }, in: 'query', data: 'list' },
      detail: {
        names: { ext: 'number', agent: 'agentInfo', company: 'corp' },
        in: 'query',
        agentRequired: true,
      },
      idlePage: {
        names: { page: 'pageNum', size: 'pageLimit', search: 'startsWith' },
        in: 'query',
        firstPage: 0,
        maxSize: 7,
        list: 'data.page.records',
        sorted: true,
      },
      unboundPage: {
        names: { page: 'p', size: 's', search: 'q' },
        firstPage: 0,
        maxSize: 6,
        list: 'data',
      },
      create: { in: 'body' },
      createLegacy: { in: 'body' },
      suggest: { names: { search: 'text', page: 'pageNum', size: 'pageLimit' }, credential: 'token' },
    },
    records: {
      number: String.raw`^\d{3,6}$`,
      names: 'snake_case',
      timeUnit: 's',
      bindStatus: { free: ['N'], bound: ['Y'] },
    },
    limits: { timeoutSeconds: 20, requestsPerSecond: 5_000 },
  },
  'a fixed credential in the query, no data for "not found"': {
    auth: { credential: 'fixed', header: 'key', in: 'query' },
    companyId: { in: ['header'] },
    codes: { emptyMeansNotFound: true },
    operations: {
      searchIdle: { data: 'page' },
      create: { service: 'v5' },
      createLegacy: { service: 'v5' },
    },
  },
  'no credential': { auth: { credential: 'none' }, operations: { searchIdle: { data: 'extension' } } },
}

const authorization = 'fixed-value-of-the-operator'
const open = (profile: z.input<typeof profileSchema>) =>
  openBff({ profile: profileSchema.parse(profile), authorization, companyId: homeCompany.id })

let usual: Record<string, unknown>
beforeAll(async () => {
  const bff = await open({})
  usual = await everyOperation(bff)
  await bff.close()
})

describe.each(Object.entries(services))('a service with %s', (_name, profile) => {
  let bff: Bff
  beforeAll(async () => {
    bff = await open(profile)
  })
  afterAll(() => bff.close())

  test('shows the same in every operation', async () => {
    const seen = await everyOperation(bff)
    for (const [operation, shown] of Object.entries(usual))
      expect([operation, seen[operation]]).toEqual([operation, shown])
  })

  test('renews a token that the service has revoked', async () => {
    bff.sandbox.store.revokeTokens()
    expect((await bff.requestAs('admin', '/api/extensions/idle')).status).toBe(200)
    expect((await bff.requestAs('admin', '/api/suggestions?q=100')).status).toBe(200)
  })
})

/** The paths of all keys; a list counts as one key. */
function keysOf(value: unknown, path: string[] = []): [path: string, value: unknown][] {
  return typeof value === 'object' && value !== null && !Array.isArray(value)
    ? Object.entries(value).flatMap(([key, inner]) => keysOf(inner, [...path, key]))
    : [[path.join('.'), value]]
}

test('every key of the profile is away from its default in a service', () => {
  const defaults = new Map(keysOf(defaultProfile))
  const changed = new Set(
    Object.values(services).flatMap((profile) =>
      keysOf(profileSchema.parse(profile)).flatMap(([path, value]) =>
        JSON.stringify(value) === JSON.stringify(defaults.get(path)) ? [] : [path],
      ),
    ),
  )
  expect([...defaults.keys()].filter((path) => !changed.has(path))).toEqual([])
})
