import { execFileSync } from 'node:child_process'
import { existsSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import * as z from 'zod'
import { describe, expect, test } from 'vitest'
import { variableNames } from '#server/platform/config/config.ts'

const root = join(import.meta.dirname, '../..')
const text = (file: string) => readFileSync(join(root, file), 'utf8')
const versions = z.record(z.string(), z.string())
const packageJson = z
  .object({
    scripts: versions,
    dependencies: versions,
    devDependencies: versions,
    optionalDependencies: versions,
  })
  .parse(JSON.parse(text('package.json')))
const readme = text('README.md')
const configuration = text('docs/configuration.md')
const tracked = execFileSync('git', ['ls-files', '-z'], { cwd: root, encoding: 'utf8' })
  .split('\0')
  .filter((file) => file !== '' && existsSync(join(root, file)))

const loose = (dependencies: Record<string, string>) =>
  Object.entries(dependencies).filter(([, version]) => !/^\d+\.\d+\.\d+$/.test(version))

test('pins every dependency to one version', () => {
  const { dependencies, devDependencies, optionalDependencies } = packageJson
  expect(loose({ ...dependencies, ...devDependencies, ...optionalDependencies })).toEqual([])
  expect(loose({ a: '^1.0.0', b: '1.x', c: 'latest', d: '1.0.0' })).toHaveLength(3)
})

type Locked = Record<string, { optionalDependencies?: Record<string, string> | undefined }>

/** Returns optional binaries that the lock file names but does not contain: `npm install` passes, `npm ci` fails. */
const missingBinaries = (locked: Locked): string[] =>
  Object.entries(locked).flatMap(([from, { optionalDependencies = {} }]) =>
    Object.keys(optionalDependencies)
      .filter((name) => !Object.hasOwn(locked, `${from}/node_modules/${name}`))
      .filter((name) => !Object.hasOwn(locked, `node_modules/${name}`))
      .map((name) => `${from} -> ${name}`),
  )

test('has every named optional binary in the lock file, so that a clean install works', () => {
  const { packages } = z
    .object({ packages: z.record(z.string(), z.object({ optionalDependencies: z.optional(versions) })) })
    .parse(JSON.parse(text('package-lock.json')))
  expect(Object.values(packages).filter((entry) => entry.optionalDependencies).length).toBeGreaterThan(3)
  expect(missingBinaries(packages)).toEqual([])
  const broken = { 'node_modules/tool': { optionalDependencies: { 'tool-linux': '1.0.0' } } }
  expect(missingBinaries(broken)).toEqual(['node_modules/tool -> tool-linux'])
})

describe('the README', () => {
  test('names only commands that exist', () => {
    const documents = tracked
      .filter((file) => file.endsWith('.md'))
      .map(text)
      .join('\n')
    const commands = [...documents.matchAll(/npm (?:run ([\w:-]+)|(start|test))/g)].map(
      ([, script, short]) => script ?? short ?? '',
    )
    expect(commands.length).toBeGreaterThan(5)
    expect(commands.filter((name) => !Object.hasOwn(packageJson.scripts, name))).toEqual([])
  })

  test('explains exactly the variables that are read', () => {
    const named = new Set([...configuration.matchAll(/`([A-Z][A-Z_]{3,})`/g)].map(([, name = '']) => name))
    expect(variableNames.filter((name) => !named.has(name))).toEqual([])
    const known = new Set([...variableNames, 'TEST_DATABASE_URL', 'CHROMIUM_PATH', 'X_FILE'])
    expect([...named].filter((name) => !known.has(name) && !name.endsWith('_FILE'))).toEqual([])
  })

  test('covers the variables of the standalone sandbox', () => {
    const read = [...text('src/sandbox/main.ts').matchAll(/^ {2}([A-Z_]{4,}):/gm)].map(([, name]) => name)
    expect(read.length).toBeGreaterThan(4)
    expect(read.filter((name) => name === undefined || !variableNames.includes(name))).toEqual([])
  })

  test('shows only pictures that exist', () => {
    const pictures = [...readme.matchAll(/!\[[^\]]*\]\(([^)]+)\)/g)].map(([, file = '']) => file)
    expect(pictures.length).toBeGreaterThanOrEqual(2)
    expect(pictures.filter((file) => !existsSync(join(root, file)))).toEqual([])
  })
})

test('has every document and section that the code cites', () => {
  const anchorsOf = (file: string) =>
    [...text(file).matchAll(/^#+ (.+)$/gm)].map(([, title = '']) =>
      title
        .toLowerCase()
        .replaceAll(/[^\w\s-]/g, '')
        .replaceAll(' ', '-'),
    )
  const cited = tracked
    .filter((file) => /^(src|tests)\/.*\.tsx?$/.test(file))
    .flatMap((file) => [...text(file).matchAll(/docs\/[\w-]+\.md(?:#[\w-]+)?/g)].map(([cite]) => cite))
  expect(cited.length).toBeGreaterThan(20)
  const missing = cited.filter((cite) => {
    const [file = '', anchor] = cite.split('#')
    return !tracked.includes(file) || (anchor !== undefined && !anchorsOf(file).includes(anchor))
  })
  expect([...new Set(missing)]).toEqual([])
})

test('has every file that a document names', () => {
  const names = tracked.map((file) => file.slice(file.lastIndexOf('/') + 1))
  const named = tracked
    .filter((file) => file.endsWith('.md'))
    .flatMap((file) => [
      ...text(file).matchAll(/\b(?:src|tests|docs|deploy)\/[\w/.-]+\.\w+|[\w-]+\.(?:test|spec)\.tsx?/g),
    ])
    .map(([name]) => name)
  expect(named.length).toBeGreaterThan(100)
  const isThere = (name: string) => (name.includes('/') ? existsSync(join(root, name)) : names.includes(name))
  expect(named.filter((name) => !isThere(name))).toEqual([])
})

test('has every source file that a comment names', () => {
  const names = new Set(tracked.map((file) => file.slice(file.lastIndexOf('/') + 1)))
  const named = tracked
    .filter((file) => /^(src|tests)\/.*\.(tsx?|css)$/.test(file))
    .flatMap((file) => text(file).match(/(?<=^\s*(?:\/\/|\/?\*+).*)(?<![\w.*-])[\w-]+\.tsx?\b/gm) ?? [])
  expect(named.length).toBeGreaterThan(20)
  expect(named.filter((name) => !names.has(name))).toEqual([])
})

test('lists every variable once in .env.example', () => {
  const named = [...text('.env.example').matchAll(/^# ([A-Z_]+)=/gm)].map(([, name]) => name)
  expect(named).toHaveLength(variableNames.length)
  expect(new Set(named)).toEqual(new Set(variableNames))
})

test('sets only known variables in the containers', () => {
  const set = [...text('deploy/compose.yaml').matchAll(/^ {4}([A-Z_]+):/gm)].map(([, name = '']) => name)
  expect(set.length).toBeGreaterThan(5)
  expect(set.filter((name) => !variableNames.includes(name.replace(/_FILE$/, '')))).toEqual([])
})

test('excludes a backup at the documented path from the repository and the image', () => {
  const [, place = ''] = /npm run admin -- backup \.\/(\S+?)`/.exec(readme) ?? []
  const kept = [`${place}/console.db`, `${place}-monday/session-secret`]
  const ignored = execFileSync('git', ['check-ignore', ...kept], { cwd: root, encoding: 'utf8' })
  expect(ignored.trim().split('\n')).toEqual(kept)
  expect(text('.dockerignore').split('\n')).toContain(`${place}*`)
})

test('limits how long the balancer waits for a silent client', () => {
  const nginx = text('deploy/nginx/nginx.conf') + text('deploy/nginx/locations.conf')
  const limits = ['client_header_timeout', 'client_body_timeout', 'send_timeout', 'proxy_send_timeout']
  const seconds = (name: string) => Number(new RegExp(`^ *${name} (\\d+)s;`, 'm').exec(nginx)?.[1])
  for (const name of limits) expect([name, seconds(name) <= 30]).toEqual([name, true])
})

test('reads the environment in three files: console, standalone sandbox and command line', () => {
  const readers = tracked.filter((file) => file.startsWith('src/') && /process\.env\b/.test(text(file)))
  expect(readers).toEqual(['src/sandbox/main.ts', 'src/server/admin.ts', 'src/server/main.ts'])
})

/** Hosts that a file may name: this machine, reserved names (RFC 2606), and XML namespaces, which are never fetched. */
const permittedHosts =
  /^(127\.\d+\.\d+\.\d+|localhost|HOST|sandbox|service|console|user|www\.w3\.org|schemas\.openxmlformats\.org|.*\.?example(\.com)?|.*\.test)$/
const foreignHosts = (content: string): string[] =>
  [...content.matchAll(/\bhttps?:\/\/([\w.-]+)/g)]
    .map(([, host = '']) => host)
    .filter((host) => !permittedHosts.test(host))
/** Written so that this file does not match its own pattern. */
const places = /(?<![\w.])[/](work|root|home)[/]\w|\bshared[/](?:design\.md|open-api|reference[/]|tools[/])/

test('names no host or path that only exists here', () => {
  // The lock file names the registry of each package, and workbooks of other programs name XML namespaces.
  const texts = tracked.filter((file) => !/\.(png|svg|ico|xlsx|f?ods)$|^package-lock\.json$/.test(file))
  expect(texts.length).toBeGreaterThan(150)
  expect(texts.flatMap((file) => foreignHosts(text(file)).map((host) => `${file}: ${host}`))).toEqual([])
  expect(texts.filter((file) => places.test(text(file)))).toEqual([])
  expect(foreignHosts(['https:', '', 'registry.elsewhere.net', 'x'].join('/'))).toHaveLength(1)
  expect(places.test(['', 'root', 'x'].join('/'))).toBe(true)
})
