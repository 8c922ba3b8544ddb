import { cpSync, symlinkSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { processes } from './processes.ts'

const root = join(import.meta.dirname, '../..')
const { directory, run } = processes()

test('requires UPSTREAM_URL in the image, which contains no sandbox', async () => {
  const image = join(directory, 'image')
  cpSync(join(root, 'src'), join(image, 'src'), {
    recursive: true,
    filter: (file) => file !== join(root, 'src/sandbox'),
  })
  cpSync(join(root, 'package.json'), join(image, 'package.json'))
  symlinkSync(join(root, 'node_modules'), join(image, 'node_modules'))
  // The image has the built pages; --dev needs none.
  const main = join(image, 'src/server/main.ts')
  const console = run([main, '--dev'], { PORT: '0', DATA_DIR: join(directory, 'data') })
  expect(await console.ended()).toBe(78)
  expect(console.output()).toContain('  UPSTREAM_URL: required; the sandbox is not installed here\n')
})
