import { execFile, spawn } from 'node:child_process'
import { mkdtempSync, readFileSync, rmSync, symlinkSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { createApiToken } from '#contract/api-tokens.ts'
import { listNumbers } from '#contract/numbers.ts'
import { addWebhook } from '#contract/notification-channels.ts'
import { listNextNumbers } from '#contract/pools.ts'
import { listen, type Listening } from '#server/platform/http/listen.ts'
import { openBff, type Bff } from './bff.ts'

const root = join(import.meta.dirname, '../..')
const page = readFileSync(join(root, 'docs/api.md'), 'utf8')
const recipes = [...page.matchAll(/```sh\n([^]*?)```/g)].map(([, script = '']) => script)
const [, program = ''] = /```ts\n([^]*?)```/.exec(page) ?? []
const [, receiver = ''] = /```js\n([^]*?)```/.exec(page) ?? []
const directory = mkdtempSync(join(tmpdir(), 'console-recipes-'))
// As if the generator were installed beside the script.
symlinkSync(join(root, 'node_modules'), join(directory, 'node_modules'))
writeFileSync(join(directory, 'package.json'), '{"type":"module"}')
const inDirectory = (name: string) => readFileSync(join(directory, name), 'utf8')

let bff: Bff
let server: Listening
let token = ''
beforeAll(async () => {
  bff = await openBff({ webhookPrivateNetworks: true })
  server = await listen(0, '127.0.0.1')
  server.serve((request) => bff.console.app.fetch(request))
  const scopes = ['extension.read', 'extension.create', 'extension.reserve', 'job.run']
  const { body } = await bff.requestAs('admin', '/api/account/api-tokens', {
    name: 'recipes',
    scopes,
    days: 30,
  })
  token = createApiToken.answer.parse(body).token
})
afterAll(async () => {
  await server.close(0)
  await bff.close()
  rmSync(directory, { recursive: true })
})

const numbersIn = (body: unknown) => listNumbers.answer.parse(body).items.map(({ ext }) => ext)
async function free(): Promise<string[]> {
  const { body } = await bff.requestAs('admin', '/api/numbers?state=free&search=12&pageSize=5')
  return numbersIn(body)
}
let pool = ''

/** Runs a script as a user of docs/api.md does, and returns what it prints. */
async function run(command: string, args: readonly string[]): Promise<string> {
  const env = {
    PATH: process.env['PATH'],
    CONSOLE: `http://127.0.0.1:${server.port}`,
    TOKEN: token,
    POOL: pool,
  }
  return (await promisify(execFile)(command, args, { cwd: directory, env })).stdout
}
const follow = (place: number) => run('bash', ['-euc', recipes[place] ?? 'exit 1'])

test('the recipes of docs/api.md create once and find free numbers', async () => {
  expect(recipes).toHaveLength(4)
  await expect.poll(async () => (await free()).length).toBeGreaterThan(0)
  const created = await follow(0)
  expect(created).toContain('88001')
  expect(await follow(0)).toBe(created)
  const named = { name: 'North', ranges: [], prefixes: ['12'] }
  pool = String((await bff.requestAs('admin', '/api/pools', named)).body['id'])
  const found = listNextNumbers.answer.parse(JSON.parse(await follow(2)))
  expect(found.items.map(({ ext }) => ext)).toEqual(await free())
})

test('a client that a public generator makes from the description opens a branch, once, and its numbers are exported', async () => {
  await follow(3)
  writeFileSync(join(directory, 'open-branch.ts'), program)
  const opened = await run(process.execPath, ['open-branch.ts'])
  expect(opened).toBe('88101 reserved for Ingrid Patel\n')
  expect(inDirectory('report.csv')).toMatch(/88101[^]*88102/)
  expect(await run(process.execPath, ['open-branch.ts'])).toBe(opened)
  expect(bff.sandbox.calls('create_extension')).toBe(3)
  await follow(1)
  expect(inDirectory('numbers.csv')).toMatch(/88101/)
})

test('the receiver of docs/api.md accepts what the console sends to its webhook, and nothing else', async () => {
  const free = await listen(0, '127.0.0.1')
  await free.close(0)
  writeFileSync(join(directory, 'receive.mjs'), receiver.replace('8090', String(free.port)))
  const url = `http://127.0.0.1:${free.port}/`
  const added = await bff.requestAs('admin', '/api/webhooks', { url, kinds: ['job-finished'] })
  const { webhook, secret } = addWebhook.answer.parse(added.body)
  const child = spawn(process.execPath, ['receive.mjs'], { cwd: directory, env: { SECRET: secret } })
  try {
    const sent = async () => (await bff.requestAs('admin', `/api/webhooks/${webhook.id}/test`, {})).body
    await expect.poll(sent).toEqual({ status: 204, failure: null })
    expect((await fetch(url, { method: 'POST', body: '{"type":"test","data":{}}' })).status).toBe(401)
  } finally {
    child.kill()
  }
})
