import { execFile } from 'node:child_process'
import { mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { createApiToken } from '#contract/api-tokens.ts'
import { listInventory } from '#contract/inventory.ts'
import { listen, type Listening } from '#server/platform/http/listen.ts'
import { openBff, type Bff } from './bff.ts'

const page = readFileSync(join(import.meta.dirname, '../../docs/api.md'), 'utf8')
const recipes = [...page.matchAll(/```sh\n([^]*?)```/g)].map(([, script = '']) => script)
const directory = mkdtempSync(join(tmpdir(), 'console-recipes-'))
const inDirectory = (name: string) => readFileSync(join(directory, name), 'utf8')

let bff: Bff
let server: Listening
let token = ''
beforeAll(async () => {
  bff = await openBff()
  server = await listen(0, '127.0.0.1')
  server.serve((request) => bff.console.app.fetch(request))
  const scopes = ['extension.read', 'extension.create', 'job.run']
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

const numbersIn = (body: unknown) => listInventory.answer.parse(body).items.map(({ ext }) => ext)
async function free(): Promise<string[]> {
  const { body } = await bff.requestAs('admin', '/api/inventory?state=free&search=12&pageSize=5')
  return numbersIn(body)
}

/** Runs a recipe of docs/api.md as pasted, and returns what it prints. */
async function follow(place: number): Promise<string> {
  const env = { PATH: process.env['PATH'], CONSOLE: `http://127.0.0.1:${server.port}`, TOKEN: token }
  const { stdout } = await promisify(execFile)('bash', ['-euc', recipes[place] ?? 'exit 1'], {
    cwd: directory,
    env,
  })
  return stdout
}

test('the recipes of docs/api.md create once, export, find free numbers, and follow a job', async () => {
  expect(recipes).toHaveLength(4)
  await expect.poll(async () => (await free()).length).toBeGreaterThan(0)
  const created = await follow(0)
  expect(created).toContain('88001')
  expect(await follow(0)).toBe(created)
  expect(numbersIn(JSON.parse(await follow(2)))).toEqual(await free())
  await follow(3)
  expect(inDirectory('report.csv')).toMatch(/88101[^]*88102/)
  await follow(1)
  expect(inDirectory('numbers.csv')).toMatch(/88101/)
})
