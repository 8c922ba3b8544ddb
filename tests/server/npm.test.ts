import { once } from 'node:events'
import { existsSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, onTestFinished, test } from 'vitest'
import * as z from 'zod'
import { processes } from './processes.ts'

const { directory, run, spawned } = processes()

const isServed = (url: string) =>
  fetch(url).then(
    () => true,
    () => false,
  )

test.each([
  { script: 'start', why: 'Ctrl-C is pressed', signal: 'SIGINT', group: true },
  { script: 'start', why: 'the terminal closes', signal: 'SIGHUP', group: true },
  { script: 'sandbox', why: 'npm is sent SIGTERM', signal: 'SIGTERM', group: false },
] as const)('npm run $script stops gracefully when $why', async ({ script, signal, group }) => {
  const dataDir = join(directory, `${script}-${signal}`)
  const npm = spawned(
    'npm',
    ['run', script],
    { PORT: '0', SANDBOX_PORT: '0', DATA_DIR: dataDir, npm_config_update_notifier: 'false' },
    '',
    { detached: true },
  )
  const sendAll = (name: NodeJS.Signals) => process.kill(-(npm.child.pid ?? 0), name)
  const closed = once(npm.child, 'close')
  onTestFinished(() => {
    if (npm.child.stdout.closed) return
    sendAll('SIGKILL')
  })
  const address = script === 'start' ? /Console at (\S+)/ : /Sandbox at (\S+)/
  await npm.says(address)
  const url = address.exec(npm.output())?.[1] ?? ''
  expect(await isServed(url)).toBe(true)

  // A terminal sends its signals to every process of the group.
  if (group) sendAll(signal)
  else npm.child.kill(signal)
  // The output closes when the last process that writes to it has exited.
  await closed
  expect(await isServed(url)).toBe(false)
  // A store that isn't closed leaves its WAL file behind.
  expect(existsSync(join(dataDir, 'sandbox.db'))).toBe(true)
  expect(existsSync(join(dataDir, 'sandbox.db-wal'))).toBe(false)
})

test('a script explains in one sentence what to do on an older Node', async () => {
  const older = `data:text/javascript,Object.defineProperty(process, 'versions', { value: { node: '20.19.6' } })`
  const script = run(['--import', older, '--import', './src/check-node.js', 'src/sandbox/main.ts'])
  expect(await script.ended()).toBe(1)
  expect(script.output()).toMatch(/^This needs Node 24 .* "npm ci --include=optional"\.\n$/)
})

test('each script that runs TypeScript checks the Node version first', () => {
  const { scripts } = z
    .object({ scripts: z.record(z.string(), z.string()) })
    .parse(JSON.parse(readFileSync('package.json', 'utf8')))
  const typescript = Object.values(scripts).filter(
    (command) => command.includes('.ts') && command.includes('node '),
  )
  expect(typescript.length).toBeGreaterThan(5)
  expect(
    typescript.filter((command) => !/^(exec )?node --import \.\/src\/check-node\.js /.test(command)),
  ).toEqual([])
  // npm sends its signals to the shell, which would keep them.
  for (const name of ['start', 'dev', 'sandbox']) expect(scripts[name]).toMatch(/^exec /)
})
