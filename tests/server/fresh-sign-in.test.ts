import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { sql } from 'kysely'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { openDatabase, type Database } from '#server/store/database.ts'
import { newPlace } from '../stores/each-store.ts'
import { openBff, type Bff } from './bff.ts'
import { endpoints, urlOf } from './endpoints.ts'

const guarded = endpoints.map(([, endpoint]) => endpoint).filter(({ freshSignIn }) => freshSignIn === true)
const oldMs = 5 * 60_000 + 1_000

const cleanUps: (() => unknown)[] = []
let bff: Bff
let database: Database
beforeAll(async () => {
  const where = await newPlace('sqlite', cleanUps)
  bff = await openBff({ store: where })
  database = await openDatabase(where)
})
afterAll(async () => {
  await database.close()
  await bff.close()
  for (const cleanUp of cleanUps) cleanUp()
})

async function ageSignIns(): Promise<void> {
  await bff.cookieOf('admin')
  const at = new Date(Date.now() - oldMs).toISOString()
  await sql`UPDATE "session" SET "createdAt" = ${at}`.execute(database.db)
}
const codeOf = async (endpoint: (typeof guarded)[number], role: 'admin' | 'supervisor') => {
  const { body } = await bff.as(
    role,
    urlOf(endpoint),
    endpoint.method === 'GET' ? undefined : {},
    {},
    endpoint.method,
  )
  return body['code']
}

test('the endpoints that need a fresh sign-in are those that SECURITY.md lists', () => {
  const text = readFileSync(join(import.meta.dirname, '../../SECURITY.md'), 'utf8')
  const listed = [...text.matchAll(/^\| `((?:GET|POST|PATCH|DELETE) \/api[^`]*)` \|/gm)].map(
    ([, name]) => name,
  )
  expect(guarded.map(({ method, path }) => `${method} ${path}`).toSorted()).toEqual(
    listed.map(String).toSorted(),
  )
  expect(guarded.length).toBeGreaterThan(6)
})

test.each(guarded)(
  '$method $path is refused under an old sign-in until the user steps up',
  async (endpoint) => {
    expect(await codeOf(endpoint, 'admin')).not.toBe('step-up-needed')
    await ageSignIns()
    expect(await codeOf(endpoint, 'supervisor')).toBe('forbidden')
    expect(await codeOf(endpoint, 'admin')).toBe('step-up-needed')
    bff.forgetCookies()
  },
)

test('passwords of a job count with revealed ones', async () => {
  const secrets = async () => {
    const path = '/api/jobs/00000000-0000-4000-8000-000000000000/credentials'
    return (await bff.as('admin', path, { passphrase: 'a-long-enough-passphrase' })).body['code']
  }
  for (let n = 0; n < 10; n++)
    expect((await bff.as('admin', '/api/extensions/1000/secret', { reason: 'ticket 4711' })).status).toBe(200)
  expect(await secrets()).toBe('too-many-requests')
  await database.db.deleteFrom('act_use').execute()
  expect(await secrets()).toBe('not-found')
})
