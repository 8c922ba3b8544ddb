import { afterAll, beforeAll, expect, test } from 'vitest'
import { openBff, type Bff } from '../server/bff.ts'
import { startService, type Behavior, type Service } from '../upstream/service.ts'
import { honestly } from './misbehavior.ts'
import { businessOperations, creates, reads } from './operations.ts'

let service: Service
let elsewhere: Service
let bff: Bff
beforeAll(async () => {
  service = await startService()
  elsewhere = await startService()
  bff = await openBff({ serviceUrl: service.url })
  await bff.requestAs('admin', '/api/settings', { legacyCreate: true }, {}, 'PATCH')
})
afterAll(async () => {
  await bff.close()
  await Promise.all([service.close(), elsewhere.close()])
})

const redirect =
  (status: number): Behavior =>
  ({ path, query }, response) => {
    const search = query.size === 0 ? '' : `?${query.toString()}`
    response.writeHead(status, { location: `${elsewhere.url}${path}${search}` }).end()
  }

const statuses = [301, 302, 303, 307, 308]

test('R22: follows no redirect to another host in any operation', async () => {
  for (const status of statuses) {
    for (const operation of businessOperations) service.on(operation, redirect(status))
    for (const [, path] of reads)
      expect([path, (await bff.requestAs('admin', path)).body['code']]).toEqual([path, 'upstream-invalid'])
  }
  service.on('extension_detail', honestly('extension_detail'))
  for (const [operation] of creates)
    service.on(operation, (request, response) =>
      redirect(Number(request.query.get('ext')?.slice(1, 4)))(request, response),
    )
  const numbers = statuses.flatMap((status) =>
    creates.map(([, path], i) => ({ path, ext: `8${status}${i}` })),
  )
  const states = await Promise.all(
    numbers.map(async ({ path, ext }) => {
      const key = { 'idempotency-key': `redirected-elsewhere-${ext}` }
      return (await bff.requestAs('admin', path, { ext, password: 'Canary-password' }, key)).body['state']
    }),
  )
  expect(new Set(states)).toEqual(new Set(['in-doubt']))
  expect(creates.map(([operation]) => service.count(operation))).toEqual([5, 5])
  for (const status of statuses) {
    service.on('get_token', redirect(status))
    await bff.requestAs('admin', '/api/status/token/renew', {})
  }
  expect(elsewhere.seen).toEqual([])
})
