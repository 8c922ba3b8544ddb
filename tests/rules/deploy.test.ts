import { globSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import * as z from 'zod'

const root = join(import.meta.dirname, '../..')
const compose = readFileSync(join(root, 'deploy/compose.yaml'), 'utf8')
const operations = readFileSync(join(root, 'docs/operations.md'), 'utf8')

test('gives the replicas no secret of the table owner', () => {
  const [replica = ''] = compose.split('\nservices:')
  expect(replica).toContain('/run/secrets/database-url')
  expect(replica).not.toMatch(/secrets: .*owner|secrets\/owner/)
  expect(replica).toContain('migrate: { condition: service_completed_successfully }')
})

test('creates every secret of the containers in docs/operations.md', () => {
  const [, commands = ''] = /cd deploy\/secrets([^]*?)docker compose/.exec(operations) ?? []
  const made = [...commands.matchAll(/ > ([\w-]+)$/gm)].map(([, name]) => name)
  const given = [...compose.matchAll(/file: \.\/secrets\/([\w-]+)/g)].map(([, name]) => name)
  expect(new Set(made)).toEqual(new Set(given))
})

test('installs in production the packages that the server imports, and no other', () => {
  const { dependencies } = z
    .object({ dependencies: z.record(z.string(), z.string()) })
    .parse(JSON.parse(readFileSync(join(root, 'package.json'), 'utf8')))
  const imported = globSync('src/{server,upstream,contract,sandbox}/**/*.ts', { cwd: root })
    // Only `npm run dev` loads Vite.
    .filter((file) => !file.endsWith('config/dev.ts'))
    .flatMap((file) => [
      ...readFileSync(join(root, file), 'utf8').matchAll(/(?:from |import\()'([^#.][^']*)'/g),
    ])
    .map(([, name = '']) => /^(@[^/]+\/)?[^/]+/.exec(name)?.[0] ?? '')
    .filter((name) => !name.startsWith('node:'))
  expect(new Set(Object.keys(dependencies))).toEqual(new Set(imported))
})
