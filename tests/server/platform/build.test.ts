import { spawn } from 'node:child_process'
import { once } from 'node:events'
import {
  globSync,
  mkdirSync,
  mkdtempSync,
  readFileSync,
  rmSync,
  symlinkSync,
  utimesSync,
  writeFileSync,
} from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, expect, test } from 'vitest'
import { ensureBuilt } from '#server/platform/config/build.ts'

const root = mkdtempSync(join(tmpdir(), 'console-build-'))
const source = join(root, 'src/web/main.js')
mkdirSync(join(root, 'src/web'), { recursive: true })
mkdirSync(join(root, 'node_modules'))
symlinkSync(join(import.meta.dirname, '../../../node_modules/vite'), join(root, 'node_modules/vite'))
writeFileSync(
  join(root, 'index.html'),
  '<!doctype html><script type="module" src="/src/web/main.js"></script>',
)
writeFileSync(source, 'document.title = "first"')
afterAll(() => rmSync(root, { recursive: true, force: true }))

const said: string[] = []
const built = async () => {
  const dist = await ensureBuilt(root, (line) => said.push(line))
  const [, asset = ''] = /src="([^"]+)"/.exec(readFileSync(join(dist, 'index.html'), 'utf8')) ?? []
  return readFileSync(join(dist, asset), 'utf8')
}

test('builds once, and keeps no memory of the bundler in the process', async () => {
  const before = process.memoryUsage.rss()
  expect([await built(), await built()].map((text) => text.includes('first'))).toEqual([true, true])
  expect(said.length).toBe(1)
  expect((process.memoryUsage.rss() - before) / 2 ** 20).toBeLessThan(40)
})

test('builds again when a source is newer, and reports a failed build', async () => {
  const later = (seconds: number) =>
    utimesSync(source, Date.now() / 1000 + seconds, Date.now() / 1000 + seconds)
  writeFileSync(source, 'document.title = "second"')
  later(0)
  expect(await built()).toContain('second')
  writeFileSync(source, 'document.title = ')
  later(1)
  await expect(built()).rejects.toThrow('the build failed')
  expect(said.at(-1)).toContain('src/web/main.js')
})

test('builds again after a build that was interrupted', async () => {
  writeFileSync(source, 'document.title = "third"')
  await built()
  // The bundler has written its files, and never ends.
  const config = join(root, 'vite.config.js')
  writeFileSync(
    config,
    'export default { plugins: [{ name: "slow", writeBundle: () => new Promise(() => setInterval(() => {}, 1000)) }] }',
  )
  utimesSync(source, new Date(), new Date())
  const module = join(import.meta.dirname, '../../../src/server/platform/config/build.ts')
  const script = `await (await import(${JSON.stringify(module)})).ensureBuilt(${JSON.stringify(root)}, () => {})`
  const starting = spawn(process.execPath, ['--input-type=module', '-e', script])
  await expect.poll(() => globSync('node_modules/.dist-*/index.html', { cwd: root }).length).toBe(1)
  starting.kill('SIGTERM')
  await once(starting, 'exit')
  rmSync(config)
  const before = said.length
  expect(await built()).toContain('third')
  expect(said.length).toBe(before + 1)
  expect(globSync('node_modules/.dist-*', { cwd: root })).toEqual([])
})
