import { globSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { Client } from 'pg'
import { afterAll, expect, test } from 'vitest'
import { jobCredentials, printCredentials } from '#contract/job-credentials.ts'
import { revealSecret } from '#contract/secret.ts'
import { endpoints, urlOf } from '../server/endpoints.ts'
import { processes } from '../server/processes.ts'
import { emptyStoreLocation } from '../stores/each-store.ts'
import { freePort } from '../stores/postgres.ts'
import { startService, v5Success, type Service } from '../upstream/service.ts'
import { secretsOf } from './answers.ts'
import { honestly } from './misbehavior.ts'
import { businessOperations } from './operations.ts'

const { start, directory } = processes()
const root = join(import.meta.dirname, '../..')
const canaries = {
  appKey: 'Canary-app-key-0f3a91',
  token: `Canary-token-77c2-${'x'.repeat(16)}`,
  sessionSecret: 'Canary-session-secret-5d1e-long-enough',
  clientSecret: 'Canary-client-secret-a80b',
  databasePassword: 'Canary-database-password-19ff',
  adminPassword: 'Canary-admin-password-3c44',
  wrongPassword: 'Canary-wrong-password-8e12',
  typed: 'Canary-typed-for-a-number-b6',
  ofACrash: 'Canary-of-a-crash-c7',
}
const held = ['8001', '8002', '8003', '8004'].flatMap((ext) => Object.values(secretsOf(ext)))
const secrets = [...Object.values(canaries), ...held, 'Canary']
const found = (text: string) => secrets.filter((secret) => text.includes(secret))

let service: Service
let console: ReturnType<typeof start>
let url = ''
let databaseUrl = ''
let metricsPort = 0
let cookie = ''
/** Every response, headers included, except reveals and session cookies. */
const answered: string[] = []

const pageHeaders = () => ({
  origin: url,
  'sec-fetch-site': 'same-origin',
  'x-console': '1',
  'content-type': 'application/json',
})

async function request(method: string, path: string, body: object = {}, as = cookie): Promise<string> {
  const answer = await fetch(`${url}${path}`, {
    method,
    headers: { ...pageHeaders(), cookie: as, 'idempotency-key': `a-key-for-call-${answered.length}-000` },
    ...(method === 'GET' ? {} : { body: JSON.stringify(body) }),
  })
  const text = await answer.text()
  const headers = [...answer.headers].filter(([name]) => name !== 'set-cookie')
  answered.push(`${method} ${path} ${answer.url} ${JSON.stringify(headers)}\n${text}`)
  return text
}

async function signIn(): Promise<string> {
  const answer = await fetch(`${url}/api/auth/sign-in/email`, {
    method: 'POST',
    headers: pageHeaders(),
    body: JSON.stringify({ email: 'ada@example.com', password: canaries.adminPassword }),
  })
  answered.push(await answer.text())
  return answer.headers.getSetCookie()[0]?.split(';')[0] ?? ''
}

/** Returns every row of every table as text. */
async function textOfDatabase(): Promise<string> {
  const client = new Client({ connectionString: databaseUrl })
  await client.connect()
  const tables = await client.query<{ name: string }>(
    "SELECT quote_ident(tablename) AS name FROM pg_tables WHERE schemaname = 'public'",
  )
  const texts: string[] = []
  for (const { name } of tables.rows)
    for (const { row } of (await client.query<{ row: string }>(`SELECT t::text AS row FROM ${name} t`)).rows)
      texts.push(row)
  await client.end()
  return texts.join('\n')
}

test('starts with a canary for each of its secrets', async () => {
  service = await startService()
  for (const operation of businessOperations) service.on(operation, honestly(operation))
  service.on('get_token', v5Success({ item: { token: canaries.token, expires_in: '86400' } }))
  const place = await emptyStoreLocation('postgres', [])
  databaseUrl = 'url' in place ? place.url : ''
  metricsPort = await freePort()
  const crash = join(directory, 'crash.mjs')
  writeFileSync(crash, `process.on('SIGUSR2', () => { throw new Error('${canaries.ofACrash}') })`)
  console = start(
    'data',
    {
      UPSTREAM_URL: service.url,
      UPSTREAM_APP_ID: 'app',
      UPSTREAM_APP_KEY: canaries.appKey,
      SESSION_SECRET: canaries.sessionSecret,
      DATABASE_URL: databaseUrl.replace(/:\/\/([^@:]+)@/, `://$1:${canaries.databasePassword}@`),
      DATABASE_TLS: 'off',
      OIDC_ISSUER: 'http://127.0.0.1:9',
      OIDC_CLIENT_ID: 'console',
      OIDC_CLIENT_SECRET: canaries.clientSecret,
      OIDC_ROLE_CLAIM: 'groups',
      OIDC_ADMIN_VALUE: 'admins',
      ADMIN_EMAIL: 'ada@example.com',
      ADMIN_PASSWORD: canaries.adminPassword,
      METRICS_PORT: String(metricsPort),
      AUDIT_LOG_FILE: join(directory, 'audit.jsonl'),
      LOG_LEVEL: 'debug',
    },
    ['--import', crash],
  )
  await console.says(/Console at (\S+)/)
  url = /Console at (\S+)/.exec(console.output())?.[1] ?? ''
  cookie = await signIn()
  expect(cookie).toContain('=')
})
afterAll(() => service.close())

test('R24: returns no secret in response to any kind of request', async () => {
  await request('POST', '/api/auth/sign-in/email', {
    email: 'ada@example.com',
    password: canaries.wrongPassword,
  })
  expect(await request('POST', '/api/auth/sso', {})).toContain('"sso-unavailable"')
  expect(await request('POST', '/api/extensions', { ext: '8901', password: canaries.typed })).toContain(
    '"state":',
  )
  const items = [{ ext: '8004', password: canaries.typed }]
  const passwords = { fill: 'none', length: 16 }
  const job = await request('POST', '/api/jobs', { name: 'a job', items, passwords })
  expect(job).toContain('"id":')

  // The service repeats the secrets that it received.
  const repeated = `${canaries.token} ${canaries.appKey}`
  service.on('extension_language', (request, response) => {
    response.end(JSON.stringify({ retCode: '399999', retMsg: `no: ${repeated} ${JSON.stringify(request)}` }))
  })
  expect(await request('GET', '/api/extensions/8001/language')).toContain('"upstream-refused"')

  // This loop calls endpoints that return a secret on purpose only without a session, and calls those that end the session last.
  const onPurpose = [revealSecret.path, jobCredentials.path, printCredentials.path]
  const ending = /sign-out|sessions|password/
  const all = endpoints.map(([, endpoint]) => endpoint)
  for (const endpoint of all.toSorted((a, b) => Number(ending.test(a.path)) - Number(ending.test(b.path)))) {
    await request(endpoint.method, urlOf(endpoint), {}, '')
    if (!onPurpose.includes(endpoint.path)) await request(endpoint.method, urlOf(endpoint), {})
  }
  cookie = await signIn()
  const reveal = await fetch(`${url}/api/extensions/8001/secret`, {
    method: 'POST',
    headers: { ...pageHeaders(), cookie },
    body: JSON.stringify({ reason: 'walking through everything' }),
  })
  expect(await reveal.json()).toEqual({ password: secretsOf('8001').password })
  for (const path of ['/', '/extensions/8001', '/nowhere', '/healthz', '/readyz', '/api/audit?pageSize=1000'])
    await request('GET', path)
  answered.push(await (await fetch(`http://127.0.0.1:${metricsPort}/metrics`)).text())
  expect(answered.length).toBeGreaterThan(100)
  expect(answered.filter((text) => found(text).length > 0)).toEqual([])
})

test('R24: ships no secret in the files for browsers', () => {
  const files = globSync('dist/**/*', { cwd: root, withFileTypes: true }).filter((file) => file.isFile())
  expect(files.length).toBeGreaterThan(10)
  const holding = files.filter(
    (file) => found(readFileSync(join(file.parentPath, file.name), 'latin1')).length > 0,
  )
  expect(holding).toEqual([])
})

test('R24: sends each secret to the service only where the specification puts it', () => {
  expect(service.seen.length).toBeGreaterThan(20)
  for (const { path, query, headers, body } of service.seen) {
    const url = `${path}?${query.toString()}`
    expect([path, found(url).filter((secret) => secret !== 'Canary')]).toEqual([
      path,
      path.endsWith('_add') && query.has('password') ? [canaries.typed] : [],
    ])
    expect([path, found(body)]).toEqual([path, []])
    const { token, authorization, ...rest } = headers
    expect([path, found(JSON.stringify(rest))]).toEqual([path, []])
    expect(`${String(token)} ${String(authorization)}`).not.toContain(canaries.appKey)
  }
})

test('R24, R27: leaves no secret in the output, files or database after a crash', async () => {
  console.child.kill('SIGUSR2')
  expect(await console.ended()).toBe(1)
  const dump = await textOfDatabase()
  expect(dump).toContain('ada@example.com')
  const files = globSync('**/*', { cwd: directory, withFileTypes: true }).filter(
    (file) => file.isFile() && file.name !== 'crash.mjs',
  )
  expect(files.map(({ name }) => name)).toContain('audit.jsonl')
  const texts = files.map((file) => readFileSync(join(file.parentPath, file.name), 'latin1'))
  const everything: [what: string, text: string][] = [
    ['screen', console.output()],
    ['store', dump],
    ['files', texts.join('\n')],
  ]
  const cookieValue = decodeURIComponent(cookie.split('=')[1] ?? '-')
  for (const [what, text] of everything) {
    expect([what, found(text)]).toEqual([what, []])
    expect([what, text.includes(cookieValue)]).toEqual([what, false])
  }
  expect(console.output()).toContain('"fault"')
})
