import { execFileSync } from 'node:child_process'
import { existsSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import * as z from 'zod'
import { describe, expect, test } from 'vitest'
import { operations } from '#contract/operations.ts'
import { variableNames } from '#server/config.ts'

const root = join(import.meta.dirname, '../..')
const text = (file: string) => readFileSync(join(root, file), 'utf8')
const versions = z.record(z.string(), z.string())
const packageJson = z
  .object({ scripts: versions, dependencies: versions, devDependencies: versions })
  .parse(JSON.parse(text('package.json')))
const readme = text('README.md')

test('every dependency is pinned to one version', () => {
  const loose = Object.entries({ ...packageJson.dependencies, ...packageJson.devDependencies }).filter(
    ([, version]) => !/^\d+\.\d+\.\d+$/.test(version),
  )
  expect(loose).toEqual([])
})

test('the lock file holds every optional binary that it names, so that a clean install works', () => {
  const locked = z
    .object({ packages: z.record(z.string(), z.object({ optionalDependencies: z.optional(versions) })) })
    .parse(JSON.parse(text('package-lock.json'))).packages
  const holds = (from: string, name: string): boolean =>
    [`${from}/node_modules/${name}`, `node_modules/${name}`].some((path) =>
      Object.hasOwn(locked, path.replace(/^\//, '')),
    )
  const missing = Object.entries(locked).flatMap(([path, { optionalDependencies = {} }]) =>
    Object.keys(optionalDependencies)
      .filter((name) => !holds(path, name))
      .map((name) => `${path} -> ${name}`),
  )
  expect(missing).toEqual([])
})

describe('the README', () => {
  test('names all twelve operations', () => {
    const rows = [...readme.matchAll(/^\| (\d+) \|/gm)].map(([, number]) => Number(number))
    expect(rows).toEqual(operations.map(({ number }) => number))
  })

  test('has only commands that exist', () => {
    const commands = [...readme.matchAll(/npm run ([\w:-]+)/g)].map(([, name = '']) => name)
    expect(commands.length).toBeGreaterThan(3)
    expect(commands.filter((name) => !Object.hasOwn(packageJson.scripts, name))).toEqual([])
  })

  test('explains every variable, and none that is not read', () => {
    const named = new Set([...readme.matchAll(/`([A-Z][A-Z_]{3,})`/g)].map(([, name = '']) => name))
    expect(variableNames.filter((name) => !named.has(name))).toEqual([])
    const known = new Set([...variableNames, 'TEST_DATABASE_URL', 'CHROMIUM_PATH', 'X_FILE'])
    expect([...named].filter((name) => !known.has(name) && !name.endsWith('_FILE'))).toEqual([])
  })

  test('shows pictures that are there', () => {
    const pictures = [...readme.matchAll(/!\[[^\]]*\]\(([^)]+)\)/g)].map(([, file = '']) => file)
    expect(pictures.length).toBeGreaterThanOrEqual(2)
    expect(pictures.filter((file) => !existsSync(join(root, file)))).toEqual([])
  })
})

test('no file names a place of one machine', () => {
  const files = execFileSync('git', ['ls-files', '-z'], { cwd: root, encoding: 'utf8' }).split('\0')
  // Written so that this file does not hold what it looks for.
  const places = /\/(work|root)\/(?!\))|registry[.]npmjs/
  const texts = files.filter(
    (file) =>
      /\.(ts|tsx|json|md|html|css|yml)$|\/run$/.test(file) &&
      file !== 'package-lock.json' &&
      existsSync(join(root, file)),
  )
  expect(texts.length).toBeGreaterThan(100)
  expect(texts.filter((file) => places.test(text(file)))).toEqual([])
})
