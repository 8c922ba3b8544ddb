import { firstIdle } from '#contract/extensions.ts'
import { homeCompany } from '#sandbox/seed.ts'
import type { Bff } from './bff.ts'

/** Removes what differs from run to run: times, which may be in seconds, ids, and the service's own codes. */
const comparable = (value: unknown): unknown =>
  JSON.parse(
    JSON.stringify(value, (key, each: unknown) =>
      /Time$|^asOf$|^now$/.test(key)
        ? typeof each
        : ['requestId', 'upstream', 'job'].includes(key)
          ? null
          : each,
    ),
  )

/** Uses each of the twelve operations through the console and returns what a user would see. */
export async function everyOperation(bff: Bff): Promise<Record<string, unknown>> {
  const agent = bff.sandbox.store.extension(homeCompany.id, '1001')?.agent_uuid ?? ''
  const get = async (path: string) => {
    const { status, body } = await bff.requestAs('admin', path)
    return comparable([status, body])
  }
  const create = async (path: string, ext: string) => {
    const key = { 'idempotency-key': `a-key-of-the-creation-${ext}` }
    const { status, body } = await bff.requestAs('admin', path, { ext, password: `Secret-of-${ext}` }, key)
    return [status, body['state'] ?? body['code']]
  }
  await bff.requestAs('admin', '/api/settings', { legacyCreate: true }, {}, 'PATCH')
  const seen: Record<string, unknown> = {}
  for (const list of ['time-zones', 'languages', 'countries'])
    seen[list] = await get(`/api/reference/${list}?language=en`)
  seen['idle page 1'] = await get('/api/extensions/idle?pageSize=20')
  seen['idle page 2'] = await get('/api/extensions/idle?page=2&pageSize=20')
  seen['idle search'] = await get('/api/extensions/idle?ext=12&pageSize=20')
  seen['detail'] = await get('/api/extensions/1001')
  seen['absent'] = await get('/api/extensions/8999')
  seen['unbound page'] = await get(`/api/people/${agent}/extensions?pageSize=20`)
  seen['language'] = await get('/api/extensions/1001/language')
  seen['suggestions'] = await get('/api/suggestions?q=100')
  const first = await bff.requestAs('admin', `/api/extensions/idle/first?agentId=${agent}`)
  seen['first idle'] = [first.status, firstIdle.answer.parse(first.body).agent?.ext]
  seen['create'] = await create('/api/extensions', '8801')
  seen['created again'] = await create('/api/extensions', '1001')
  seen['legacy create'] = await create('/api/extensions/legacy', '8802')
  // The number is free once the console has seen it in the idle list, by this read or by a scan.
  seen['created, idle'] = await get('/api/extensions/idle?ext=88&pageSize=20')
  seen['created'] = await get('/api/extensions/8801')
  return seen
}
