import { execFileSync } from 'node:child_process'
import { existsSync, globSync, mkdtempSync, readdirSync, readFileSync, rmSync, statSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import * as z from 'zod'

const root = join(import.meta.dirname, '../..')
const compose = readFileSync(join(root, 'deploy/compose.yaml'), 'utf8')

test('gives the replicas no secret of the table owner', () => {
  const [replica = ''] = compose.split('\nservices:')
  expect(replica).toContain('/run/secrets/database-url')
  expect(replica).not.toMatch(/secrets: .*owner|secrets\/owner/)
  expect(replica).toContain('migrate: { condition: service_completed_successfully }')
})

test('operations.md makes every secret of the containers that the operator does not have, readable by one user', () => {
  const directory = mkdtempSync(join(tmpdir(), 'deploy-'))
  const into = join(directory, 'console')
  const operations = readFileSync(join(root, 'docs/operations.md'), 'utf8')
  const [, script = ''] = /```sh\n(\(set -e; source=[\s\S]*?)```/.exec(operations) ?? []
  execFileSync('sh', ['-e', '-c', script.replace('../console-deploy', into)], { cwd: root })
  const made = readdirSync(join(into, 'secrets'))
  const given = [...compose.matchAll(/file: \.\/secrets\/([\w-]+)/g)].map(([, name]) => name)
  expect(new Set([...made, 'tls-certificate', 'tls-key'])).toEqual(new Set(given))
  expect(made.map((name) => statSync(join(into, 'secrets', name)).mode & 0o777)).toEqual(
    made.map(() => 0o400),
  )
  for (const [, file = ''] of compose.matchAll(/- \.\/(nginx\/[\w.]+):/g))
    expect(existsSync(join(into, file))).toBe(true)
  const settings = readFileSync(join(into, '.env'), 'utf8')
  for (const [, name = ''] of compose.matchAll(/\$\{(\w+)/g)) expect(`\n${settings}`).toContain(`\n${name}=`)
  rmSync(directory, { recursive: true })
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
