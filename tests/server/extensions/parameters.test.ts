import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import * as z from 'zod'
import { agentExtensions } from '#contract/people.ts'
import type { Endpoint } from '#contract/endpoint.ts'
import {
  createExtension,
  createExtensionLegacy,
  exportIdle,
  extensionDetail,
  extensionLanguage,
  firstIdle,
  idleExtensions,
  newExtension,
} from '#contract/extensions.ts'
import { countries, languages, timeZones } from '#contract/reference.ts'
import { suggestions } from '#contract/suggestions.ts'
import {
  extensionSuccess,
  respondJson,
  startService,
  v5Success,
  type Service,
} from '#tests/upstream/service.ts'
import { openBff, type Bff } from '../bff.ts'

/** A valid value of each parameter, unlike every other value of the request. */
const samples: Record<string, string> = {
  ext: '7301',
  page: '3',
  pageSize: '50',
  q: 'text-to-suggest',
  agentUuid: '6f1c1d3e-8a52-4b6e-9a5f-0d7c5b1e2f34',
  agentId: 'work-number-17',
  agentID: 'work-number-18',
  agentType: '0',
  password: 'Sip-password-1',
  langCodeTxt: 'Codec-1',
  companyId: 'company-1',
  operatorUserId: 'operator-1',
  tempId: 'template-1',
  language: 'en',
  timezone: 'zone-1',
  timezoneid: 'Asia/Shanghai',
}
const sampleOf = (name: string): string => {
  const sample = samples[name]
  if (sample === undefined) throw new Error(`give a sample of the new parameter ${name}`)
  return sample
}
const namesOf = (schema: unknown): string[] =>
  typeof schema === 'object' && schema !== null && 'shape' in schema ? Object.keys(schema.shape ?? {}) : []
const samplesOf = (schema: unknown) =>
  Object.fromEntries(namesOf(schema).map((name) => [name, sampleOf(name)]))

let service: Service
let bff: Bff
beforeAll(async () => {
  service = await startService()
  for (const operation of ['get_timezone', 'get_language', 'get_country', 'query_suggest'] as const)
    service.on(operation, v5Success({ items: [], total_count: 0 }))
  for (const operation of ['search_idle_page', 'unbound_page'] as const)
    service.on(operation, extensionSuccess({ list: [], total: 0 }))
  for (const operation of ['search_idle', 'extension_language', 'create_extension'] as const)
    service.on(operation, extensionSuccess(null))
  service.on('create_extension_legacy', extensionSuccess({ ext: '7301' }))
  bff = await openBff({ serviceUrl: service.url })
  await bff.requestAs('admin', '/api/settings', { legacyCreate: true }, {}, 'PATCH')
})
afterAll(async () => {
  await bff.close()
  await service.close()
})
beforeEach(() => {
  service.seen.length = 0
  service.on('extension_detail', respondJson({ code: 200, retCode: '310005', retMsg: 'not found' }))
})

/** Every value that the requests to the service carried, in path, query or body. */
const onTheWire = (): Set<string> =>
  new Set(
    service.seen.flatMap(({ path, query, body }) => [
      ...path.split('/'),
      ...query.values(),
      ...(body === ''
        ? []
        : Object.values(z.record(z.string(), z.unknown()).parse(JSON.parse(body))).map(String)),
    ]),
  )

const reads: [name: string, endpoint: Endpoint, given?: Record<string, string>][] = [
  ['idle list', idleExtensions],
  // The export reads the list from its first page.
  ['idle export', exportIdle],
  ['first idle', firstIdle],
  ['detail', extensionDetail],
  ['language', extensionLanguage],
  ['unbound page', agentExtensions],
  ['suggestions', suggestions],
  ['time zones', timeZones],
  ['languages', languages],
  ['countries', countries],
]

test.each(reads)('sends every declared parameter of the %s to the service', async (_name, endpoint) => {
  const [params, query] = [samplesOf(endpoint.params), samplesOf(endpoint.query)]
  const path = endpoint.path.replaceAll(/:(\w+)/g, (_match, name: string) => params[name] ?? '')
  await bff.requestAs('admin', `${path}?${new URLSearchParams(query)}`)
  expect([...onTheWire()]).toEqual(expect.arrayContaining(Object.values({ ...params, ...query })))
})

/** The requests from the first create on; the reads before it carry the number too. */
const sentByCreate = (): Set<string> => {
  const first = service.seen.findIndex(({ operation }) => operation.startsWith('create_'))
  service.seen.splice(0, first)
  return onTheWire()
}

test.each([
  ['create', createExtension, '7302'],
  ['legacy create', createExtensionLegacy, '7303'],
])('sends every declared parameter of the %s to the service', async (_name, endpoint, ext) => {
  const body = { ...samplesOf(endpoint.body), ext }
  await bff.requestAs('admin', endpoint.path, body, { 'idempotency-key': `the-key-of-the-creation-${ext}` })
  expect([...sentByCreate()]).toEqual(expect.arrayContaining(Object.values(body)))
})

test('sends every declared parameter of a row of a job to the service', async () => {
  const item = { ...samplesOf(newExtension), ext: '7304' }
  const body = { name: 'one row', items: [item], passwords: { fill: 'none', length: 16 } }
  await bff.requestAs('admin', '/api/jobs', body, { 'idempotency-key': 'the-key-of-the-job-with-one-row' })
  await expect.poll(() => service.count('create_extension'), { timeout: 20_000 }).toBe(1)
  expect([...sentByCreate()]).toEqual(expect.arrayContaining(Object.values(item)))
})
