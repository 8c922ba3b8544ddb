import { afterEach, beforeEach, expect, test } from 'vitest'
import { UpstreamError } from '#upstream/errors.ts'
import { problemCodeOf } from '#server/platform/problems.ts'
import { client } from './options.ts'
import { extensionSuccess, respondJson, startService, type Service } from './service.ts'

let service: Service
beforeEach(async () => {
  service = await startService()
})
afterEach(() => service.close())

/** Returns the problem code that a user sees when the operation fails; `'null'` when it succeeds. */
async function shown(work: Promise<unknown>): Promise<string> {
  const error: unknown = await work.then(
    () => null,
    (caught: unknown) => caught,
  )
  return error instanceof UpstreamError ? problemCodeOf(error) : String(error)
}

/** Every return code that has its own meaning (docs/upstream-api.md#refusal-codes). */
const meanings: [meaning: string, ...codes: string[]][] = [
  ['upstream-credentials', '900003', '900004', '900006'],
  ['upstream-restricted', '700046', '900005', '300056', '330144', '398015', '398016'],
  ['upstream-busy', '330007', '330067', '350011'],
  ['extension-not-found', '310005', '310121', '330088'],
  ['extension-exists', '310004'],
  ['extension-bound', '310122', '330047', '330101'],
  ['agent-not-found', '310147', '310223'],
  ['quota-reached', '310120'],
  ['company-unknown', '310123', '300036', '397007'],
]
const cases = meanings.flatMap(([meaning, ...codes]) => codes.map((code) => [code, meaning] as const))

test.each(cases.filter(([, meaning]) => meaning !== 'upstream-credentials'))(
  'maps an operation refused with %s to %s and renews no token',
  async (code, meaning) => {
    const { upstream, close } = client(service.url)
    service.on('extension_detail', respondJson({ retCode: code, retMsg: 'No' }))
    expect(await shown(upstream.getExtension({ ext: '8001' }))).toBe(meaning)
    service.on('create_extension', respondJson({ retCode: code, retMsg: 'No' }))
    const refusal = await upstream.createExtension({ ext: '8001' }).catch((error: unknown) => error)
    expect(refusal).toMatchObject({ definitelyNotApplied: true })
    expect(service.count('get_token')).toBe(1)
    await close()
  },
)

test.each(['310122', '330047', '330101'])(
  'maps %s to the agent for a create that names one, and to the number for any other request',
  async (code) => {
    const { upstream, close } = client(service.url)
    for (const operation of ['create_extension', 'create_extension_legacy', 'extension_detail'] as const)
      service.on(operation, respondJson({ retCode: code, retMsg: 'Extension bound' }))
    const forAgent = { ext: '8001', agentID: '9348ee74c2cefd4740db23a3b5bf4a0d', agentType: '1' as const }
    expect(await shown(upstream.createExtension(forAgent))).toBe('agent-bound')
    expect(await shown(upstream.createExtensionLegacy(forAgent))).toBe('agent-bound')
    expect(await shown(upstream.createExtension({ ext: '8001' }))).toBe('extension-bound')
    expect(await shown(upstream.getExtension({ ext: '8001' }))).toBe('extension-bound')
    await close()
  },
)

test.each(cases.filter(([, meaning]) => /credentials|restricted|busy/.test(meaning)))(
  'maps a get_token refused with %s to %s',
  async (code, meaning) => {
    const { upstream, close } = client(service.url)
    service.on('get_token', respondJson({ ret_code: code, ret_msg: 'No' }))
    expect(await shown(upstream.getTimeZones({ language: 'en' }))).toBe(meaning)
    await close()
  },
)

test.each(['900001', '900002', '900007'])(
  '%s: renews the token once and then repeats the read',
  async (code) => {
    const { upstream, close } = client(service.url)
    const good = extensionSuccess({ list: [], total: 0 })
    service.on('search_idle_page', (request, response) =>
      service.count('get_token') < 2
        ? respondJson({ retCode: code, retMsg: 'Sorry' })(request, response)
        : good(request, response),
    )
    expect(await shown(upstream.searchIdlePage({ page: 1, pageSize: 20 }))).toBe('null')
    expect([service.count('get_token'), service.count('search_idle_page')]).toEqual([2, 2])
    await close()
  },
)

test.each(['310000', '310001', '310008', '310012', '999999', 'surprise'])(
  'leaves a create answered with %s in doubt',
  async (code) => {
    const { upstream, close } = client(service.url)
    service.on('get_timezone', respondJson({ ret_code: '000000', ret_msg: 'Success', items: [] }))
    service.on('create_extension', respondJson({ retCode: code, retMsg: 'No' }))
    const refusal = await upstream.createExtension({ ext: '8001' }).catch((error: unknown) => error)
    expect(refusal).toMatchObject({ kind: 'refused', definitelyNotApplied: false })
    expect(service.count('create_extension')).toBe(1)
    await close()
  },
)
