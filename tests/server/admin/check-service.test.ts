import { readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { stepName, stepText } from '#contract/check-words.ts'
import { checkConnection } from '#server/service/check.ts'
import { defaultProfile, profileSchema } from '#upstream/profile.ts'
import { createSandbox } from '#sandbox/sandbox.ts'
import { processes } from '../processes.ts'
import { runAdmin } from './admin-command.ts'

const { directory, run: start } = processes()
const appKey = 'the-app-key-of-the-check'
const sandbox = createSandbox({
  file: null,
  appId: 'app',
  appKey,
  extensions: 300,
  profile: profileSchema.parse({ operations: { idlePage: { firstPage: 0 } } }),
})
let service: Awaited<ReturnType<typeof sandbox.listen>>
beforeAll(async () => {
  service = await sandbox.listen(0, '127.0.0.1')
})
afterAll(async () => {
  await service.close()
  sandbox.close()
})

const run = (words: string[], env: Record<string, string> = {}) =>
  runAdmin(
    { UPSTREAM_URL: service.url, UPSTREAM_APP_ID: 'app', UPSTREAM_APP_KEY: appKey, ...env },
    ['check-service', ...words],
    '',
    { requestsPerSecond: Infinity },
  )

test('says what is wrong, and writes a profile with which nothing is', async () => {
  const file = join(directory, 'proposed.json')
  const first = await run(['--propose', file])
  expect(first.code).toBe(1)
  expect(first.output).toContain('fail    Number of the first page: The first page has the number 0\n')
  expect(first.output).toContain('propose   operations.idlePage.firstPage: 1 → 0\n')
  expect(first.output).toMatch(/received {2}HTTP 200, 000000\n/)
  expect(first.output).toMatch(/18 passed, 0 warnings, 1 failed, 1 skipped\n$/)
  expect(first.output).not.toContain(appKey)
  const proposed = profileSchema.parse({ operations: { idlePage: { firstPage: 0 } } })
  expect(JSON.parse(readFileSync(file, 'utf8'))).toEqual(proposed)

  const second = await run(['--json'], { UPSTREAM_PROFILE: file })
  expect(second.code).toBe(0)
  expect(JSON.parse(second.output)).toMatchObject({ proposed, numbers: { length: 5 }, steps: { length: 20 } })
})

test('says the same as the page', async () => {
  const connection = {
    sandbox: false,
    url: service.url,
    extensionsUrl: service.url,
    appId: 'app',
    appKey,
    companyId: null,
    authorization: null,
    profile: defaultProfile,
  }
  const options = { network: {}, signal: new AbortController().signal, token: null }
  const page: string[] = []
  for await (const line of checkConnection({ requestsPerSecond: Infinity })(connection, options))
    page.push(
      ...(line.kind === 'step'
        ? [`${line.state.padEnd(7)} ${stepName('en', line.id)}: ${stepText('en', line)}`]
        : line.evidence.map(
            ({ key, operation, field, value }) => `  ${key}: 1 → 0  (${operation}: ${field} = ${value})`,
          )),
    )
  // A token's life and the milliseconds of a clock differ from run to run.
  const comparable = (lines: string[]) => lines.map((line) => line.trim().replaceAll(/\d+/g, '#'))
  const command = comparable((await run([])).output.split('\n'))
  expect(comparable(page).length).toBeGreaterThan(20)
  for (const line of comparable(page)) expect(command).toContain(line)
})

test('names the setting of a refused key', async () => {
  const { code, output } = await run([], { UPSTREAM_APP_KEY: 'another key' })
  expect(code).toBe(1)
  expect(output).toContain(
    'fail    Token and signature: The service refused the signature. The app key is probably wrong. (900003 ',
  )
  expect(output).toContain('see       UPSTREAM_APP_KEY\n')
  expect(output).toContain('skipped Time zones: Needs the step Token and signature\n')
})

test('says in one sentence that no service is configured', async () => {
  const { code, output } = await runAdmin({}, ['check-service'])
  expect([code, output]).toEqual([1, expect.stringMatching(/^No service is configured[^\n]*\n$/)])
})

test.each([['--jsno'], ['now'], ['--propose']])('refuses %s', async (word) => {
  expect(await run([word])).toMatchObject({ code: 64, output: expect.stringMatching(/^usage:/) })
})

test('follows docs/getting-started.md to a console on a service that counts pages from 0', async () => {
  const page = readFileSync(join(import.meta.dirname, '../../../docs/getting-started.md'), 'utf8')
  const [, lines = ''] = /## With files[^]*?```sh\n([^]*?)```/.exec(page) ?? []
  const keyFile = join(directory, 'app-key')
  writeFileSync(keyFile, appKey, { mode: 0o600 })
  /** What is the reader's own in the page's lines. */
  const own: Record<string, string> = {
    'https://service.example.com': service.url,
    'your-app-id': 'app',
    './app-key': keyFile,
    'profile.json': join(directory, 'profile.json'),
  }
  const env: Record<string, string> = { DATA_DIR: join(directory, 'started') }
  const codes: (number | null)[] = []
  let console: ReturnType<typeof start> | null = null
  for (const line of lines.trim().split('\n')) {
    const [command = '', ...words] = line.split(' ').map((word) => {
      const [name = '', value] = word.split('=')
      return value === undefined ? (own[name] ?? word) : `${name}=${own[value] ?? value}`
    })
    const [name = '', value = ''] = words[0]?.split('=') ?? []
    if (command === 'export') env[name] = value
    else if (line.startsWith('npm run admin -- '))
      codes.push((await runAdmin(env, words.slice(3), '', { requestsPerSecond: Infinity })).code)
    else if (line === 'npm start') console = start(['src/server/main.ts'], { ...env, PORT: '0' })
    else throw new Error(`not a line that this test follows: ${line}`)
  }
  expect(codes).toEqual([1, 0, 0])
  await console?.says(/^Console at http/m)
  // The console's own scan reads page 0 first.
  await expect.poll(() => sandbox.calls('search_idle_page')).toBeGreaterThan(0)
  expect(console?.output()).not.toContain('paging')
})
