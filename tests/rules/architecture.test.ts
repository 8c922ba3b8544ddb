import { globSync, readFileSync } from 'node:fs'
import { dirname, join, normalize, relative } from 'node:path'
import { describe, expect, test } from 'vitest'

const root = join(import.meta.dirname, '../..')

/** Files by path below the root, with their text. */
type Sources = ReadonlyMap<string, string>
const read = (pattern: string): Sources =>
  new Map(globSync(pattern, { cwd: root }).map((file) => [file, readFileSync(join(root, file), 'utf8')]))
const sources = read('src/**/*.{ts,tsx}')
const testSources = read('tests/**/*.{ts,tsx}')

/** Static and dynamic imports, type-only ones included: a type is a promise too. */
const specifiersOf = (text: string): string[] =>
  [...text.matchAll(/(?<![\w/])(?:from|import)(?:\s+|\s*\(\s*)'([^']+)'/g)].map(
    ([, specifier = '']) => specifier,
  )

/** The file an import leads to, for our own; else the package's name. */
function resolve(file: string, specifier: string): string {
  if (specifier.startsWith('#')) return `src/${specifier.slice(1)}`.replace('src/tests/', 'tests/')
  if (specifier.startsWith('.')) return normalize(join(dirname(file), specifier))
  return specifier
}
const importsOf = (file: string, text: string) =>
  specifiersOf(text).map((specifier) => resolve(file, specifier))
const roomOf = (file: string): string => file.split('/')[1] ?? ''

/** Rooms that a room may import from (README, Rooms and walls). */
const walls: Record<string, (file: string, target: string) => boolean> = {
  contract: () => false,
  upstream: () => false,
  web: (_file, target) => roomOf(target) === 'contract',
  sandbox: (_file, target) => /^src\/upstream\/(wire|signature|assumptions|operations)\.ts$/.test(target),
  server: (file, target) =>
    ['contract', 'upstream'].includes(roomOf(target)) ||
    (file === 'src/server/main.ts' && roomOf(target) === 'sandbox'),
}

const wallFaults = (files: Sources): string[] =>
  [...files].flatMap(([file, text]) =>
    importsOf(file, text)
      .filter(
        (target) =>
          target.startsWith('src/') &&
          roomOf(target) !== roomOf(file) &&
          !walls[roomOf(file)]?.(file, target),
      )
      .map((target) => `${file} -> ${target}`),
  )

function cyclesIn(files: Sources): string[] {
  const graph = new Map(
    [...files].map(([file, text]) => [
      file,
      importsOf(file, text.replaceAll(/import type [^;]*?from '[^']+'/g, '')),
    ]),
  )
  const done = new Set<string>()
  const found: string[] = []
  const visit = (file: string, path: string[]): void => {
    if (path.includes(file))
      found.push([...path.slice(path.indexOf(file)), file].map((each) => relative('src', each)).join(' -> '))
    else if (!done.has(file)) {
      for (const next of graph.get(file) ?? []) visit(next, [...path, file])
      done.add(file)
    }
  }
  for (const file of graph.keys()) visit(file, [])
  return found
}

/** Packages a room may use, where not all: what ships to the browser is chosen, one by one. */
const packages: Record<string, RegExp> = {
  contract: /^zod\/mini$/,
  web: /^(@mantine\/|@tabler\/|@tanstack\/react-|react(-dom|-router-dom)?(\/|$)|get-nonce$|lean-qr(\/|$)|papaparse$|zod\/mini$)/,
  upstream: /^(node:|undici$|zod$)/,
}
const packageFaults = (files: Sources): string[] =>
  [...files].flatMap(([file, text]) =>
    importsOf(file, text)
      .filter((target) => !/^(src|tests)\//.test(target) && !packages[roomOf(file)]?.test(target))
      .filter(() => Object.hasOwn(packages, roomOf(file)))
      .map((target) => `${file} -> ${target}`),
  )

/** An import whose target is put together at run time would be seen by none of these rules. */
const hiddenImport = /\b(import|require|createRequire)\s*\(\s*(?!'|import\.meta)[^)\s]/

const longest = 250
const longFiles = (files: Sources) =>
  [...files].filter(([, text]) => text.split('\n').length - 1 > longest).map(([file]) => file)
const matching = (files: Sources, pattern: RegExp) =>
  [...files].filter(([, text]) => pattern.test(text)).map(([file]) => file)
const defaultExport = /^export default|export \{[^}]*\bas default\b/m
const barrel = /^export (type )?(\*( as \w+)?|\{[^}]*\}) from/m
const leftovers = (files: Sources) =>
  [...files.keys()].filter((file) => /\/(utils?|helpers?|misc|common)(\/|\.)|\/index\.tsx?$/.test(file))

const bad = (file: string, text: string): Sources => new Map([[file, text]])

describe('the walls between the rooms', () => {
  test('hold', () => {
    expect(sources.size).toBeGreaterThan(80)
    expect(wallFaults(sources)).toEqual([])
  })
  test.each([
    ['src/web/x.ts', "import { a } from '#server/app.ts'"],
    ['src/web/x.ts', "const a = await import('../upstream/client.ts')"],
    ['src/contract/x.ts', "import type { A } from '#upstream/wire.ts'"],
    ['src/sandbox/x.ts', "import { a } from '#upstream/client.ts'"],
    ['src/server/app.ts', "const s = await import('#sandbox/open.ts')"],
  ])('%s: %s would be seen', (file, text) => {
    expect(wallFaults(bad(file, text))).toHaveLength(1)
  })

  test('hold for packages as well', () => {
    expect(packageFaults(sources)).toEqual([])
  })
  test.each([
    ['src/contract/x.ts', "import * as z from 'zod'"],
    ['src/web/x.ts', "import { hash } from 'node:crypto'"],
    ['src/web/x.ts', "const { pino } = await import('pino')"],
    ['src/upstream/x.ts', "import { Hono } from 'hono'"],
  ])('%s: %s would be seen as well', (file, text) => {
    expect(packageFaults(bad(file, text))).toHaveLength(1)
  })

  test('hide no import', () => {
    expect(matching(sources, hiddenImport)).toEqual([])
    for (const text of ['await import(`#server/${name}.ts`)', 'require(name)', 'createRequire(here)'])
      expect(matching(bad('src/web/x.ts', text), hiddenImport)).toHaveLength(1)
  })
})

describe('the shape of the source', () => {
  test('no cycles', () => {
    expect(cyclesIn(sources)).toEqual([])
    const loop = new Map([
      ['src/web/a.ts', "import { b } from './b.ts'"],
      ['src/web/b.ts', "import { a } from './a.ts'"],
    ])
    expect(cyclesIn(loop)).toHaveLength(1)
  })

  test(`no file longer than ${longest} lines`, () => {
    expect(longFiles(sources)).toEqual([])
    expect(longFiles(bad('src/web/x.ts', 'x\n'.repeat(longest + 1)))).toHaveLength(1)
  })

  test('no barrels, no default exports, no room for leftovers', () => {
    expect(matching(sources, barrel)).toEqual([])
    expect(matching(sources, defaultExport)).toEqual([])
    expect(leftovers(sources)).toEqual([])
    expect(matching(bad('src/web/x.ts', "export * from './y.ts'"), barrel)).toHaveLength(1)
    expect(matching(bad('src/web/x.ts', "export { a } from './y.ts'"), barrel)).toHaveLength(1)
    expect(leftovers(bad('src/web/utils/x.ts', ''))).toHaveLength(1)
    expect(leftovers(bad('src/web/index.ts', ''))).toHaveLength(1)
    expect(matching(bad('src/web/x.ts', 'export default 1'), defaultExport)).toHaveLength(1)
  })
})

const evasions = new RegExp(
  [
    String.raw`\b(it|test|describe)(\.\w+)*\.(skip|skipIf|runIf|only|todo|fails|fail|fixme)\b`,
    String.raw`\bvi\.(mock|doMock|hoisted|mocked)\(`,
    String.raw`from '(msw|nock|sinon|testdouble|mockttp|jest-mock|ts-mockito)[/']`,
    String.raw`@ts-(ignore|nocheck|expect-error)`,
  ].join('|'),
)

describe('tests', () => {
  test('are not skipped, focused or left to do, and mock nothing', () => {
    const others = new Map([...testSources].filter(([file]) => file !== 'tests/rules/architecture.test.ts'))
    expect(others.size).toBeGreaterThan(40)
    expect(matching(others, evasions)).toEqual([])
  })
  test.each([
    "test.skip('later', () => {})",
    "test.concurrent.only('this', () => {})",
    "describe.skipIf(process.env['CI'])('there', () => {})",
    "vi.mock('#server/app.ts')",
    "import { setupServer } from 'msw/node'",
    '// @ts-expect-error wrong on purpose',
  ])('%s would be seen', (text) => {
    expect(matching(bad('tests/x.test.ts', text), evasions)).toHaveLength(1)
  })
})
