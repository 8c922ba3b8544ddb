import { afterAll, beforeAll, expect, test } from 'vitest'
import { openEngine } from '#server/auth/auth-engine.ts'
import { openDatabase } from '#server/platform/database/database.ts'
import { openBff, type Bff } from '../bff.ts'
import { endpoints } from '../endpoints.ts'

const base = '/api/auth'
const methods = ['GET', 'POST', 'PUT', 'PATCH', 'DELETE'] as const
const ours = new Set(endpoints.map(([, { method, path }]) => `${method} ${path}`))

let bff: Bff
beforeAll(async () => {
  bff = await openBff()
})
afterAll(() => bff.close())

/** Returns every path that better-auth would serve. */
async function foreign(): Promise<string[]> {
  const database = await openDatabase({ file: ':memory:' })
  const { api } = await openEngine(database, {
    publicUrl: 'https://console.example.com',
    secret: 'a session secret for tests, long enough',
  })
  await database.close()
  const paths = Object.values(api).flatMap((endpoint) =>
    'path' in endpoint && typeof endpoint.path === 'string' ? [endpoint.path] : [],
  )
  return [...new Set(paths)].map((path) => base + path.replaceAll(/:\w+/g, 'x'))
}

test('R31: serves no endpoint of better-auth to any role', async () => {
  const paths = await foreign()
  expect(paths.length).toBeGreaterThan(30)
  expect(paths).toContain('/api/auth/admin/set-role')
  const reached: string[] = []
  for (const role of [null, 'supervisor', 'admin'] as const)
    for (const path of paths)
      for (const method of methods) {
        if (ours.has(`${method} ${path}`)) continue
        const answer = await bff.requestAs(role, path, method === 'GET' ? undefined : {}, {}, method)
        if (answer.status !== 404) reached.push(`${String(role)} ${method} ${path} ${answer.status}`)
      }
  expect(reached).toEqual([])
})
